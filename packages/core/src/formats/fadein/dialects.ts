/**
 * The spellings of the format. Versions 12 to 30 write `basestylename` and `scene_number`, 21 writes camel case, 40 and
 * later `basestyle` and `number`. Everything is read and written under the names of version 40.
 */
import type { PlainElement } from '../../syntax/xml-element.js';
import type { XmlAttributes } from '../../syntax/xml-tree.js';

/** Elements and attributes whose names have an underscore in version 40, or were written in camel case once. */
const NAMES =
  `ab_pages a_pages autoomit auto_omit_scenes basestyle bgcolor break_on_sentences builtin builtin_index characters
  color_index color_name contact continued_text cont_text dialogue_continues dialogue_locked dialogue_numbering
  dialogue_pagebreaks dialoguenumber_format dialoguenumber_start document_revision draft_uuid dualdialogue edited_by
  element_spacing fadein_settings firstlineindent footer_alignment footer_first_page footer_style header_alignment
  header_first_page header_style highlight_rules keepwithnext leftindent linespacing margin_bottom margin_left
  margin_right margin_top more_text normal_linesperinch number_continued number_format number_locked number_mode
  number_position number_reset_after number_skip_io number_start omitted_text pagebreakbefore pagecount page_footer
  page_header page_height page_number page_numbering page_width pagenumber_first pagenumber_format pagenumber_mode
  pagenumber_start pages_locked para paragraphs revision_color revision_colors revision_mode rightindent
  scene_intro scene_intros scene_numbering scene_time scene_time_separator scene_times scenenumber_format
  scenenumber_mode scenenumber_position scenenumber_skip_io scenenumber_start scenes_continue scenes_locked
  selected_revisions show_all_revisions show_revisions spacebefore strikethrough style_enter style_tab_after
  style_tab_before synopsis_color tag_categories tag_category titlepage title_format use_base_numbering
  user_dictionary allcaps written_by`.split(/\s+/);

/** Names that were given up. */
const MOVED: readonly (readonly [string, string])[] = [
  ['basestylename', 'basestyle'],
  ['scenenumber', 'number'],
  ['dialoguenumber', 'number'],
  ['styletab', 'style_tab_before'],
];

const CANONICAL = new Map<string, string>([...NAMES.map((name) => [squash(name), name] as const), ...MOVED]);

function squash(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/** The element, and all in it, under the names of version 40; unknown names stay as they are. */
export function canonical(element: PlainElement): PlainElement {
  return new Speller().element(element);
}

class Speller {
  readonly #known = new Map<string, string>();
  /** Equal tags share their attributes. */
  readonly #attributes = new Map<XmlAttributes, XmlAttributes>();

  element({ name, attributes, children, text }: PlainElement): PlainElement {
    return {
      name: this.#name(name),
      attributes: this.#spelled(attributes),
      children: children.length === 0 ? children : children.map((child) => this.element(child)),
      text,
    };
  }

  #name(name: string): string {
    let spelled = this.#known.get(name);
    if (spelled === undefined) {
      spelled = CANONICAL.get(squash(name)) ?? name;
      if (this.#known.size < 1000) this.#known.set(name, spelled);
    }
    return spelled;
  }

  #spelled(attributes: XmlAttributes): XmlAttributes {
    let spelled = this.#attributes.get(attributes);
    if (spelled === undefined) {
      spelled = this.#spell(attributes);
      this.#attributes.set(attributes, spelled);
    }
    return spelled;
  }

  #spell(attributes: XmlAttributes): XmlAttributes {
    let same = true;
    for (const name in attributes) if (this.#name(name) !== name) same = false;
    if (same) return attributes;
    const spelled: Record<string, string | undefined> = Object.create(null) as Record<string, string | undefined>;
    for (const name in attributes) spelled[this.#name(name)] ??= attributes[name];
    return spelled;
  }
}
