import fc from 'fast-check';
import { osf } from './files.js';

/** Values that attributes and texts of files have, or that trip readers. */
const value = fc.constantFrom(
  ...['', ' ', '0', '1', '2', '12', '-1', '1/2', 'true', 'false', 'A', 'x y', 'é', '😀', '"&<>', '\n', 'a\nb'],
  ...[
    '(x)',
    '(',
    ')',
    '()',
    '{',
    '}',
    '\\',
    '#',
    '**',
    '{Title}',
    '#FF0000',
    'ff0000',
    'red',
    'center',
    'right',
    'en_US',
  ],
  ...[
    'Action',
    'Dialogue',
    'Scene Heading',
    'Normal Text',
    'Character',
    'Parenthetical',
    'My Style',
    'Lyrics',
    'Section',
  ],
  ...['Title', 'Author', 'Contact', 'Copyright', 'Draft', 'Props', 'note', '__proto__', 'fadein/x=1', 'x'.repeat(300)],
  ...['MARA', 'MARA (V.O.)', 'INT. X - DAY', 'by', 'Written by', 'Ann Lee', '2024-01-01', '12 Harbour Street'],
  '3673492a-664a-44e5-a981-0a8fcffdf1b3',
);

function escape(text: string): string {
  return text.replace(/[&<>"\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Some of the attributes, with any values. */
function attributes(...names: string[]): fc.Arbitrary<string> {
  return fc
    .subarray(names)
    .chain((picked) =>
      fc
        .tuple(...picked.map(() => value))
        .map((values) => picked.map((name, at) => `${name}="${escape(values[at] ?? '')}"`).join(' ')),
    );
}

const styling = attributes(
  ...['align', 'leftindent', 'rightindent', 'firstlineindent', 'spacebefore', 'linespacing', 'pagebreakbefore'],
  ...['dualdialogue', 'bold', 'font', 'size', 'color', 'unknown'],
);
const style = fc
  .tuple(
    fc.constantFrom(
      'Scene Heading',
      'Action',
      'Character',
      'Dialogue',
      'Parenthetical',
      'Transition',
      'Shot',
      'Normal Text',
      'My Style',
      'Lyrics',
      'Lost',
    ), // prettier-ignore
    styling,
  )
  .map(([name, more]) => `<style basestyle="${name}" ${more}/>`);
const run = fc
  .tuple(
    attributes(
      'bold',
      'italic',
      'underline',
      'strikethrough',
      'allcaps',
      'font',
      'size',
      'color',
      'bgcolor',
      'link',
      'revision',
      'tag',
      'unknown',
    ), // prettier-ignore
    value,
  )
  .map(([look, text]) => `<text ${look}>${escape(text)}</text>`);
const marks = attributes('at', 'revision').map((mark) => `<marks><mark ${mark}/></marks>`);
const paragraph = fc
  .tuple(
    attributes('edited_by', 'number', 'page_number', 'synopsis', 'synopsis_color', 'note', 'bookmark', 'unknown'),
    style,
    fc.array(run, { maxLength: 4 }),
    fc.option(marks, { nil: '' }),
  )
  .map(([own, inside, runs, rest]) => `<para ${own}>${inside}${runs.join('')}${rest}</para>`);
const speech = fc
  .tuple(fc.boolean(), value, value)
  .map(
    ([dual, name, text]) =>
      `<para><style basestyle="Character" ${dual ? 'dualdialogue="1"' : ''}/><text>${escape(name)}</text></para>` +
      `<para><style basestyle="Dialogue"/><text>${escape(text)}</text></para>`,
  );

const info = attributes('uuid', 'draft_uuid', 'pagecount', 'title', 'written_by', 'contact', 'unknown').map(
  (own) => `<info ${own}/>`,
);
const settings = attributes(
  ...['page_width', 'page_height', 'margin_top', 'margin_bottom', 'margin_left', 'margin_right'],
  ...['normal_linesperinch', 'element_spacing', 'break_on_sentences', 'dialogue_continues', 'dialogue_pagebreaks'],
  ...['cont_text', 'more_text', 'scenes_continue', 'continued_text', 'number_continued', 'page_header', 'page_footer'],
  ...['header_alignment', 'header_first_page', 'pages_locked', 'pagenumber_start', 'revision', 'scene_numbering'],
  ...['scenes_locked', 'unknown'],
).map((own) => `<settings ${own}/>`);
const definition = fc
  .tuple(
    value,
    attributes(
      ...['basestyle', 'builtin', 'builtin_index', 'bold', 'italic', 'underline', 'allcaps', 'font', 'size', 'color'],
      ...['align', 'leftindent', 'spacebefore', 'numbering', 'number_locked', 'number_start', 'number_reset_after'],
      ...['use_base_numbering', 'number_position', 'keepwithnext', 'effects', 'unknown'],
    ),
  )
  .map(([name, own]) => `<style name="${escape(name)}" ${own}/>`);
const titleLine = fc
  .tuple(attributes('bookmark', 'edited_by'), style, run)
  .map(([own, inside, text]) => `<para ${own}>${inside}${text}</para>`);
const lists = fc
  .tuple(
    fc.array(value, { maxLength: 3 }),
    fc.array(attributes('name', 'index', 'color_name', 'mark'), { maxLength: 3 }),
  )
  .map(
    ([names, colors]) =>
      `<lists><characters>${names.map((name) => `<character name="${escape(name)}"/>`).join('')}</characters>` +
      `<revision_colors>${colors.map((own) => `<revision_color ${own}/>`).join('')}</revision_colors>` +
      '<tag_categories><tag_category name="Props" uuid="3673492a-664a-44e5-a981-0a8fcffdf1b3"/></tag_categories></lists>',
  );

function part(name: string, children: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.option(
    fc.array(children, { maxLength: 5 }).map((list) => `<${name}>${list.join('')}</${name}>`),
    { nil: '' },
  );
}

/** Files of any version that say anything at all. */
export const files: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 2, arbitrary: paragraph }, speech), { maxLength: 8 }),
    fc.tuple(info, settings, part('styles', definition), part('titlepage', titleLine), lists),
    value.map((language) => `<spelling language="${escape(language)}"/>`),
    fc.constantFrom('12', '21', '40', '50', ''),
  )
  .map(([paragraphs, parts, spelling, version]) => osf(paragraphs.join(''), parts.join('') + spelling, version));
