/** What Fade In writes into a new script. */
import type { OsfAttributes } from './tree.js';

/** Fade In's own Courier. */
export const STANDARD_FONT = 'Courier Screenplay';

/** The built-in styles. */
export const STANDARD_STYLES: readonly OsfAttributes[] = [
  style('Normal Text', 0, {}),
  style('Scene Heading', 1, {
    style_enter: 'Action',
    style_tab_after: 'Action',
    spacebefore: '2.0',
    keepwithnext: '1',
    allcaps: '1',
  }),
  style('Action', 2, { style_tab_before: 'Character', spacebefore: '1.0' }),
  style('Character', 3, {
    style_enter: 'Dialogue',
    style_tab_before: 'Action',
    style_tab_after: 'Parenthetical',
    spacebefore: '1.0',
    keepwithnext: '1',
    leftindent: '635',
    allcaps: '1',
  }),
  style('Parenthetical', 4, {
    style_enter: 'Dialogue',
    style_tab_before: 'Dialogue',
    style_tab_after: 'Dialogue',
    keepwithnext: '1',
    leftindent: '508',
    rightindent: '508',
  }),
  style('Dialogue', 5, {
    style_enter: 'Action',
    style_tab_before: 'Parenthetical',
    style_tab_after: 'Parenthetical',
    leftindent: '330',
    rightindent: '254',
  }),
  style('Transition', 6, {
    style_enter: 'Scene Heading',
    style_tab_after: 'Action',
    spacebefore: '1.0',
    align: 'right',
    leftindent: '1016',
    rightindent: '127',
    allcaps: '1',
  }),
  style('Shot', 7, {
    style_enter: 'Action',
    style_tab_after: 'Action',
    spacebefore: '1.0',
    keepwithnext: '1',
    allcaps: '1',
  }),
];

function style(name: string, index: number, attributes: OsfAttributes): OsfAttributes {
  const base = index === 0 ? {} : { basestyle: 'Normal Text' };
  return { name, builtin: '1', builtin_index: String(index), ...base, font: STANDARD_FONT, size: '12', ...attributes };
}

/** The settings, in Fade In's order. */
export const STANDARD_SETTINGS: OsfAttributes = {
  page_width: '2159',
  page_height: '2794',
  margin_top: '266',
  margin_bottom: '228',
  margin_left: '317',
  margin_right: '317',
  normal_linesperinch: '6.0',
  element_spacing: '1.00',
  break_on_sentences: 'true',
  dialogue_continues: 'true',
  dialogue_pagebreaks: 'true',
  cont_text: "(cont'd)",
  more_text: '(MORE)',
  scenes_continue: 'false',
  continued_text: 'CONTINUED',
  number_continued: 'true',
  scene_time_separator: ' - ',
  page_header: '#.',
  page_footer: '',
  header_alignment: '3',
  footer_alignment: '3',
  header_first_page: 'false',
  footer_first_page: 'false',
  pages_locked: 'false',
  pagenumber_start: '1',
  pagenumber_mode: '1AB',
  revision: '0',
  document_revision: '-1',
  revision_mode: 'false',
  show_revisions: 'all',
  selected_revisions: '',
};

/** Settings that the document has places for, and those that earlier versions had in their stead. */
export const CONSUMED_SETTINGS: ReadonlySet<string> = new Set([
  'page_width',
  'page_height',
  'margin_top',
  'margin_bottom',
  'margin_left',
  'margin_right',
  'break_on_sentences',
  'dialogue_continues',
  'dialogue_pagebreaks',
  'cont_text',
  'more_text',
  'scenes_continue',
  'continued_text',
  'number_continued',
  'page_header',
  'page_footer',
  'header_alignment',
  'footer_alignment',
  'header_first_page',
  'footer_first_page',
  'pages_locked',
  'pagenumber_start',
  'revision',
  'page_numbering',
  'pagenumber_format',
  'pagenumber_first',
  'scene_numbering',
  'scenes_locked',
  'auto_omit_scenes',
  'omitted_text',
  'scenenumber_skip_io',
  'scenenumber_mode',
  'scenenumber_start',
  'scenenumber_format',
  'scenenumber_position',
  'dialogue_numbering',
  'dialogue_locked',
  'dialoguenumber_start',
  'dialoguenumber_format',
]);

/** How scene headings are numbered, once they are. */
export const STANDARD_NUMBERS: OsfAttributes = {
  numbering: 'true',
  number_locked: 'false',
  use_base_numbering: 'false',
  autoomit: 'false',
  number_skip_io: 'false',
  number_mode: '1AB',
  omitted_text: 'OMITTED',
  number_start: '1',
  number_format: '#',
  number_reset_after: '0',
  number_position: '3',
};

/** Where words come from when they are typed: the lists of a script. */
export const STANDARD_LISTS: readonly (readonly [list: string, item: string, names: readonly string[]])[] = [
  ['characters', 'character', []],
  ['locations', 'location', []],
  ['scene_intros', 'scene_intro', ['INT.', 'EXT.', 'INT./EXT.']],
  [
    'scene_times',
    'scene_time',
    ['DAY', 'NIGHT', 'MORNING', 'AFTERNOON', 'EVENING', 'LATER', 'MOMENTS LATER', 'CONTINUOUS', 'THE NEXT DAY'],
  ],
  ['extensions', 'extension', ['(V.O.)', '(O.S.)', '(O.C.)', '(SUBTITLE)']],
  [
    'transitions',
    'transition',
    [
      'CUT TO:',
      'FADE IN:',
      'FADE OUT',
      'FADE TO:',
      'DISSOLVE TO:',
      'BACK TO:',
      'MATCH CUT TO:',
      'JUMP CUT TO:',
      'FADE TO BLACK',
    ],
  ],
];

/** Tag categories with their colours; their UUIDs are the same in every file. */
export const STANDARD_TAGS: readonly (readonly [name: string, color: string, uuid: string])[] = [
  ['Cast', '#0000FF', '8f6683ce-091e-4bdf-8328-ffb77e533f72'],
  ['Background Actors', '#00BFFF', '9f77c0ce-f451-4f56-a07a-38207ff112ef'],
  ['Stunts', '#FFA500', '9ae4b95f-f5b0-4f13-9ba5-f131db00665a'],
  ['Vehicles', '#8B0000', '7b4a0c59-cf8d-45c5-b8e2-1021c12b12df'],
  ['Props', '#FF0000', '3673492a-664a-44e5-a981-0a8fcffdf1b3'],
  ['Camera', '#CCFF00', 'a4ee63ed-8113-4d04-8950-cb24eebe74e2'],
  ['Special Effects', '#1E90FF', '96ccbf08-5282-4741-9526-1f87c4507a65'],
  ['Wardrobe', '#800080', '4695e56a-4a44-47ff-b668-561b6b26e62f'],
  ['Makeup/Hair', '#9370DB', 'cc593c50-ae61-430c-aa7b-9c23aabf5ae3'],
  ['Animals', '#CD853F', 'b276f264-f116-4a71-8019-e27ac7ae1a11'],
  ['Animal Handler', '#8B4513', 'c2ba2979-3743-4fca-b14b-5611ba97f530'],
  ['Music', '#20B2AA', 'f9aa25cf-15e6-43a2-8e04-45402779a727'],
  ['Sound', '#008080', 'a9edf2a3-1d71-45e0-99f8-a63e14f537c9'],
  ['Set Dressing', '#BA55D3', '3d304168-5ab9-4ad0-b469-7001e7b96801'],
  ['Greenery', '#008000', '9bb2bebb-ba87-40ba-81de-c842790ee9f4'],
  ['Special Equipment', '#BDB76B', '7159c037-31a7-41ed-a948-b194b3f9be43'],
  ['Security', '#DAA520', 'd1d1f295-d2bb-4bae-a846-ba71c5e5a9d2'],
  ['Additional Labor', '#B8860B', '80877b70-58d0-4881-96e1-b7aa1c7f1baf'],
  ['Visual Effects', '#32CD32', '73f112c5-ebf6-483e-927e-4c21d3cf9ff1'],
  ['Mechanical Effects', '#B22222', '076f2f4a-5d2e-40f6-9d18-74811de445b0'],
  ['Miscellaneous', '#708090', '0c28a847-5584-4d57-9cdb-deb242c351a0'],
  ['Notes', '#FFD700', '67605ea1-853a-4634-99e3-e870d54ac813'],
];
