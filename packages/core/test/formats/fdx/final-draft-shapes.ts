import { parseXml } from '../../../src/syntax/xml.js';
import type { XmlElement } from '../../../src/syntax/xml.js';

/**
 * What Final Draft writes: for each element the attributes and, in their order, the children seen in files that Final
 * Draft 8 to 13 wrote. Attributes come in the order of their codes.
 */
const FONT = ['AdornmentStyle', 'Background', 'Color', 'Font', 'RevisionID', 'Size', 'Style'];
const SPEC = [
  'Alignment',
  'FirstIndent',
  'Leading',
  'LeftIndent',
  'OutlineLevel',
  'RightIndent',
  'SpaceBefore',
  'Spacing',
  'StartsNewPage',
];
const SHAPES: Readonly<Record<string, readonly [attributes: readonly string[], children: readonly string[]]>> = {
  FinalDraft: [
    ['DocumentType', 'Template', 'Version'],
    [
      'DocumentRef',
      'Content',
      'Watermarking',
      'HeaderAndFooter',
      'PageLayout',
      'ElementSettings',
      'TitlePage',
      'ScriptNoteDefinitions',
      'UnanchoredScriptNotes',
      'SmartType',
      'MoresAndContinueds',
      'LockedPages',
      'Revisions',
      'DeletedText',
      'Actors',
      'Cast',
      'SceneNumberOptions',
      'CastList',
      'CharacterHighlighting',
      'AltCollection',
      'TargetScriptLength',
      'ListItems',
      'DisplayBoards',
      'Writers',
      'WriterMarkup',
      'TagData',
      'Characters',
      'ScriptNotes',
      'Images',
    ],
  ],
  Content: [[], ['Paragraph']],
  Paragraph: [
    [...SPEC, 'Color', 'Number', 'Type', 'id'],
    ['SceneProperties', 'ScriptNote', 'DualDialogue', 'DynamicLabel', 'Text', 'OmittedScene', 'Alts', 'Tabstops'],
  ],
  Text: [[...FONT, 'TagNumber'], []],
  DynamicLabel: [[...FONT, 'Type'], []],
  Tabstops: [[], ['Tabstop']],
  Tabstop: [['Position', 'Type'], []],
  DualDialogue: [[], ['Paragraph']],
  OmittedScene: [[], ['Paragraph']],
  Alts: [['Current'], ['AltId']],
  AltId: [[], []],
  AltCollection: [[], ['Alt']],
  Alt: [['Id'], ['Paragraph']],
  SceneProperties: [
    ['Color', 'Length', 'Page', 'Title'],
    ['Summary', 'SceneArcBeats', 'AttributedTitle'],
  ],
  Summary: [[], ['Paragraph']],
  SceneArcBeats: [[], ['CharacterArcBeat']],
  CharacterArcBeat: [['Name'], ['Paragraph']],
  AttributedTitle: [[], ['Paragraph']],
  ScriptNote: [
    ['Color', 'DateModified', 'DateTime', 'ID', 'Id', 'Name', 'Range', 'RefId', 'Type', 'WriterID', 'WriterName'],
    ['Paragraph'],
  ],
  ScriptNotes: [[], ['ScriptNote']],
  UnanchoredScriptNotes: [[], ['ScriptNote']],
  HeaderAndFooter: [
    ['FooterFirstPage', 'FooterVisible', 'HeaderFirstPage', 'HeaderVisible', 'StartingPage'],
    ['Header', 'Footer'],
  ],
  Header: [[], ['Paragraph']],
  Footer: [[], ['Paragraph']],
  PageLayout: [
    [
      'BackgroundColor',
      'BottomMargin',
      'BreakDialogueAndActionAtSentences',
      'DocumentLeading',
      'FooterMargin',
      'ForegroundColor',
      'HeaderMargin',
      'InvisiblesColor',
      'TopMargin',
      'UsesSmartQuotes',
    ],
    ['PageSize', 'AutoCastList'],
  ],
  PageSize: [['Height', 'Width'], []],
  AutoCastList: [['AddParentheses', 'AutomaticallyGenerate', 'CastListElement'], []],
  ElementSettings: [['Type'], ['FontSpec', 'ParagraphSpec', 'Behavior', 'Outline']],
  FontSpec: [FONT, []],
  ParagraphSpec: [[...SPEC, 'Type'], []],
  Behavior: [['PaginateAs', 'ReturnKey', 'Shortcut', 'TabKey', 'WinShortcut'], []],
  TitlePage: [[], ['HeaderAndFooter', 'Content']],
  SmartType: [[], ['Characters', 'Extensions', 'SceneIntros', 'Locations', 'TimesOfDay', 'Transitions']],
  Characters: [[], ['Character']],
  Character: [[], []],
  Extensions: [[], ['Extension']],
  Extension: [[], []],
  SceneIntros: [['Separator'], ['SceneIntro']],
  SceneIntro: [[], []],
  Locations: [[], ['Location']],
  Location: [[], []],
  TimesOfDay: [['Separator'], ['TimeOfDay']],
  TimeOfDay: [[], []],
  Transitions: [[], ['Transition']],
  Transition: [[], []],
  MoresAndContinueds: [[], ['FontSpec', 'DialogueBreaks', 'SceneBreaks']],
  DialogueBreaks: [['AutomaticCharacterContinueds', 'BottomOfPage', 'DialogueBottom', 'DialogueTop', 'TopOfNext'], []],
  SceneBreaks: [['ContinuedNumber', 'SceneBottom', 'SceneBottomOfPage', 'SceneTop', 'SceneTopOfNext'], []],
  LockedPages: [[], ['LockedPage']],
  LockedPage: [['Deleted', 'LevelIndex', 'LockLevel', 'Number', 'PageNumber', 'Position'], []],
  Revisions: [['ActiveSet', 'Location', 'RevisionMode', 'RevisionsShown', 'ShowPageColor'], ['Revision']],
  Revision: [['Color', 'FullRevision', 'ID', 'Mark', 'Name', 'PageColor', 'Style'], []],
  DeletedText: [[], ['DeletedTextLocation']],
  DeletedTextLocation: [['Offset', 'RevisionID'], []],
  SceneNumberOptions: [
    ['LeftLocation', 'NumberScheme', 'RightLocation', 'ShowNumbersOnLeft', 'ShowNumbersOnRight'],
    ['FontSpec'],
  ],
  TagData: [[], ['TagCategories', 'TagDefinitions', 'Tags']],
  TagCategories: [[], ['TagCategory']],
  TagCategory: [['Color', 'Id', 'Name', 'Number', 'Style'], []],
  TagDefinitions: [[], ['TagDefinition']],
  TagDefinition: [['CatId', 'Id', 'Label', 'Number'], []],
  Tags: [[], ['Tag']],
  Tag: [['Number'], ['DefId']],
  DefId: [[], []],
};

/** Between these Final Draft puts text in any order. */
const MIXED = new Set(['Text', 'ScriptNote', 'DynamicLabel']);

const INCHES = /^-?\d+\.\d\d$/;
const WHOLE = /^\d+$/;
const FLAG = /^(?:Yes|No)$/;
const COLOR = /^#[0-9A-Fa-f]{12}$/;
const FORMS: Readonly<Record<string, RegExp>> = {
  Alignment: /^(?:Left|Center|Right|Full)$/,
  FirstIndent: INCHES,
  LeftIndent: INCHES,
  RightIndent: INCHES,
  LeftLocation: INCHES,
  RightLocation: INCHES,
  Height: INCHES,
  Width: INCHES,
  SpaceBefore: WHOLE,
  Spacing: /^(?:1|1\.5|2|3)$/,
  StartsNewPage: FLAG,
  HeaderVisible: FLAG,
  FooterVisible: FLAG,
  BreakDialogueAndActionAtSentences: FLAG,
  Color: COLOR,
  Background: COLOR,
  PageColor: COLOR,
  RevisionID: WHOLE,
  Position: /^\d+(?:\.\d\d)?$/,
  Range: /^\d+,\d+$/,
  DateTime: /^\d{8}T\d{6}$/,
  Style: /^(?:[A-Za-z]+(?:\+[A-Za-z]+)*)?$/,
};

/** What in a file differs from what Final Draft writes. */
export function foreignShapes(bytes: Uint8Array): string[] {
  const { root, problems } = parseXml(new TextDecoder().decode(bytes));
  const found = new Set(problems.map(({ message }) => message));
  if (root) check(root, 'FinalDraft', found);
  return [...found];
}

function check(element: XmlElement, path: string, found: Set<string>): void {
  const shape = SHAPES[element.name];
  if (!shape) {
    found.add(`${path} is no element of Final Draft's`);
    return;
  }
  const [attributes, children] = shape;
  const names = Object.keys(element.attributes);
  if (names.join() !== [...names].sort().join())
    found.add(`${path} has its attributes in another order: ${names.join(' ')}`);
  for (const name of names) {
    if (!attributes.includes(name)) found.add(`${path} has the attribute ${name}`);
    const value = element.attributes[name] ?? '';
    if (FORMS[name] && !FORMS[name].test(value)) found.add(`${path} ${name}="${value}" has another form`);
  }
  let last = 0;
  for (const child of element.children) {
    const at = children.indexOf(child.name);
    if (at < 0) found.add(`${path}/${child.name} is a child that Final Draft does not write`);
    else if (at < last && !MIXED.has(child.name)) found.add(`${path}/${child.name} comes too late`);
    else if (!MIXED.has(child.name)) last = at;
    check(child, `${path}/${child.name}`, found);
  }
}
