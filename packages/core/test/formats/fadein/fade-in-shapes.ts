import { parseXml } from '../../../src/syntax/xml.js';
import type { XmlElement } from '../../../src/syntax/xml.js';

/** What Fade In 4 and 5 write: for each element the attributes and, in their order, the children seen in their files. */
const SHAPES: Readonly<Record<string, readonly [attributes: string, children: string]>> = {
  document: ['type version', 'info settings styles paragraphs titlepage a_pages ab_pages spelling lists'],
  info: ['uuid draft_uuid pagecount', ''],
  settings: [
    `page_width page_height margin_top margin_bottom margin_left margin_right normal_linesperinch element_spacing
     break_on_sentences dialogue_continues dialogue_pagebreaks cont_text more_text scenes_continue continued_text
     number_continued scene_time_separator page_header page_footer header_alignment footer_alignment header_first_page
     footer_first_page pages_locked pagenumber_start pagenumber_mode revision document_revision revision_mode
     show_revisions selected_revisions`,
    '',
  ],
  styles: ['', 'style header_style footer_style'],
  style: [
    `name builtin builtin_index basestyle style_enter style_tab_before style_tab_after font size bold italic underline
     strikethrough color bgcolor spacebefore column linespacing keepwithnext align leftindent rightindent
     pagebreakbefore dualdialogue numbering number_locked use_base_numbering autoomit number_skip_io number_mode
     omitted_text number_start number_format number_reset_after number_position allcaps`,
    '',
  ],
  header_style: ['basestyle', ''],
  footer_style: ['basestyle', ''],
  paragraphs: ['', 'para'],
  titlepage: ['', 'para'],
  para: ['edited_by number page_number synopsis synopsis_color note bookmark', 'style text marks'],
  text: ['font size bold italic underline strikethrough allcaps color bgcolor link revision', ''],
  marks: ['', 'mark'],
  mark: ['at revision', ''],
  a_pages: ['', ''],
  ab_pages: ['', ''],
  spelling: ['language', 'user_dictionary ignored'],
  user_dictionary: ['', 'entry'],
  entry: ['word', ''],
  ignored: ['', ''],
  lists: [
    '',
    'characters locations scene_intros scene_times extensions transitions revision_colors tag_categories highlight_rules',
  ],
  characters: ['', 'character'],
  character: ['name', ''],
  locations: ['', 'location'],
  location: ['name', ''],
  scene_intros: ['', 'scene_intro'],
  scene_intro: ['name', ''],
  scene_times: ['', 'scene_time'],
  scene_time: ['name', ''],
  extensions: ['', 'extension'],
  extension: ['name', ''],
  transitions: ['', 'transition'],
  transition: ['name', ''],
  revision_colors: ['', 'revision_color'],
  revision_color: ['name index color_name color_index mark', ''],
  tag_categories: ['', 'tag_category'],
  tag_category: ['name color show uuid', ''],
  highlight_rules: ['', ''],
};

const words = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '');

/** What in a document Fade In does not write, or not in that order; empty when all of it could be Fade In's. */
export function foreignShapes(xml: string): string[] {
  const { root, problems } = parseXml(xml);
  if (!root || problems.length > 0) return ['no XML'];
  const found = new Set<string>();
  check(root, found);
  return [...found];
}

function check(element: XmlElement, found: Set<string>): void {
  const shape = SHAPES[element.name];
  if (!shape) {
    found.add(`<${element.name}>`);
    return;
  }
  const [attributes, children] = shape.map(words) as [string[], string[]];
  inOrder(Object.keys(element.attributes), attributes, `<${element.name}> `, found);
  inOrder(
    element.children.map(({ name }) => name),
    children,
    `<${element.name}> > `,
    found,
  );
  for (const child of element.children) check(child, found);
}

function inOrder(names: readonly string[], known: readonly string[], where: string, found: Set<string>): void {
  let last = 0;
  for (const name of names) {
    const at = known.indexOf(name);
    if (at < 0) found.add(where + name);
    else if (at < last) found.add(`${where}${name} out of order`);
    else last = at;
  }
}
