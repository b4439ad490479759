import { defaultSetup } from '../../../conventions/page-setup-defaults.js';
import type { Continuation, PageSetup, ParagraphStyle, SceneNumbering } from '../../../conventions/manuscript/types.js';
import {
  printColor,
  printFlag,
  printInches,
  printNumber,
  printSpec,
  printStyle,
  printWords,
  styleKey,
  styleKeys,
  typeOfSlug,
  typeOfStyle,
} from '../mapping.js';
import { branch, childOf } from '../../../syntax/xml-element.js';
import type { FdxAttributes, FdxElement } from '../tree.js';
import { inOrder } from './version.js';
import type { FileVersion } from './version.js';

export const FONT = 'Courier Final Draft';
export const SIZE = 12;

/** A font as Final Draft writes it in its settings. */
export function fontSpec(version: FileVersion, style: ParagraphStyle, unknownStyles = ''): FdxElement {
  const { bold, italic, underline, strike, caps } = style;
  const look = {
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(underline && { underline }),
    ...(strike && { strike }),
    ...(caps && { caps }),
    ...(unknownStyles !== '' && { other: unknownStyles.split('+') }),
  };
  const attributes: Record<string, string> = {
    AdornmentStyle: '0',
    ...(version.colors as Record<string, string>),
    Font: style.font ?? FONT,
    RevisionID: '0',
    Size: printNumber(style.size ?? SIZE),
    Style: printStyle(look) ?? '',
  };
  const color = style.color === undefined ? undefined : printColor(style.color);
  const background = style.background === undefined ? undefined : printColor(style.background);
  if (color !== undefined) attributes['Color'] = color;
  if (background !== undefined) attributes['Background'] = background;
  return branch('FontSpec', inOrder(attributes));
}

export function printPageLayout(page: PageSetup, kept: FdxElement | undefined): FdxElement {
  const attributes: Record<string, string> = { ...(kept?.attributes as Record<string, string> | undefined) };
  const points = [
    ['BottomMargin', page.bottom],
    ['FooterMargin', page.footerMargin],
    ['HeaderMargin', page.headerMargin],
    ['TopMargin', page.top],
  ] as const;
  for (const [name, value] of points) if (value !== undefined) attributes[name] = printNumber(value);
  if (page.breakAtSentences !== undefined)
    attributes['BreakDialogueAndActionAtSentences'] = printFlag(page.breakAtSentences);
  if (page.leading !== undefined) attributes['DocumentLeading'] = printWords(page.leading);
  const children: FdxElement[] = [];
  if (page.width !== undefined && page.height !== undefined) {
    children.push(branch('PageSize', { Height: printInches(page.height), Width: printInches(page.width) }));
  }
  return branch('PageLayout', inOrder(attributes), [...children, ...(kept?.children ?? [])]);
}

/** What Final Draft 11 says beside the page's measures. */
export const DEFAULT_PAGE_REST = branch(
  'PageLayout',
  {
    BackgroundColor: '#FFFFFFFFFFFF',
    ForegroundColor: '#000000000000',
    InvisiblesColor: '#808080808080',
    UsesSmartQuotes: 'Yes',
  },
  [branch('AutoCastList', { AddParentheses: 'Yes', AutomaticallyGenerate: 'Yes', CastListElement: 'Cast List' })],
);

/** Where Return leads from each type, and the type's shortcut. */
const BEHAVIORS: Readonly<Record<string, readonly [returnKey: string, shortcut: string]>> = {
  General: ['General', '0'],
  'Scene Heading': ['Action', '1'],
  Action: ['Action', '2'],
  Character: ['Dialogue', '3'],
  Parenthetical: ['Dialogue', '4'],
  Dialogue: ['Action', '5'],
  Transition: ['Scene Heading', '6'],
  Shot: ['Action', '7'],
  'Cast List': ['Action', '8'],
  'New Act': ['Scene Heading', '9'],
  'End of Act': ['New Act', ':'],
  Lyrics: ['Action', ';'],
};
const BASIC = Object.keys(BEHAVIORS).slice(0, 9);

/** The settings of the types that a script from elsewhere has: the basic ones and those it uses. */
export function completeStyles(
  own: Readonly<Record<string, ParagraphStyle>> | undefined,
  used: ReadonlySet<string>,
): Record<string, ParagraphStyle> {
  const defaults = defaultSetup('letter').styles ?? {};
  const styles: Record<string, ParagraphStyle> = {};
  for (const type of [...BASIC, ...[...used].filter((name) => !BASIC.includes(name)).sort()]) {
    const key = styleKey(type);
    const usual = defaults[key] ?? { ...defaults['general'], paginateAs: 'general' };
    const style: ParagraphStyle = { leading: 'regular', newPage: false, font: FONT, ...usual, ...own?.[key] };
    styles[key] = style;
  }
  return styles;
}

/** One `ElementSettings` for each type: those of the source in its order, then the others. */
export function printElementSettings(
  styles: Readonly<Record<string, ParagraphStyle>>,
  kept: readonly FdxElement[] | undefined,
  version: FileVersion,
): FdxElement[] {
  const rest = new Map(Object.entries(styles));
  const settings: FdxElement[] = [];
  const typed = (kept ?? []).filter(({ attributes }) => attributes['Type'] !== undefined);
  const keys = styleKeys(typed.map(({ attributes }) => attributes['Type'] as string));
  typed.forEach((element, at) => {
    const key = keys[at] as string;
    const style = rest.get(key);
    rest.delete(key);
    if (style) settings.push(printElement(element.attributes['Type'] as string, style, element, version));
  });
  for (const [key, style] of rest) {
    if (!NO_TYPES.has(key)) settings.push(printElement(typeOfStyle(key), style, undefined, version));
  }
  return settings;
}

/** Styles of the document that are no element types in Final Draft. */
const NO_TYPES = new Set(['centered']);

function printElement(
  type: string,
  style: ParagraphStyle,
  kept: FdxElement | undefined,
  version: FileVersion,
): FdxElement {
  const font = childOf(kept, 'FontSpec');
  const spec = childOf(kept, 'ParagraphSpec');
  const behavior = childOf(kept, 'Behavior');
  const { Style: unknownStyles, ...fontAttributes } = font?.attributes ?? {};
  const fontElement = fontSpec(version, style, unknownStyles);
  const paginateAs = style.paginateAs === undefined ? type : typeOfSlug(style.paginateAs);
  const usual = kept ? {} : defaultBehavior(type);
  const known = new Set<FdxElement | undefined>([font, spec, behavior]);
  const has = (part: FdxElement | undefined, said: boolean): boolean => !kept || part !== undefined || said;
  const children: FdxElement[] = [];
  if (has(font, style.font !== undefined))
    children.push(branch('FontSpec', inOrder({ ...fontAttributes, ...fontElement.attributes })));
  if (has(spec, Object.keys(printSpec(style)).length > 0)) {
    children.push(
      branch(
        'ParagraphSpec',
        inOrder({ ...spec?.attributes, ...printSpec(style), ...(version.hasIds && { Type: type }) }),
      ),
    );
  }
  if (has(behavior, style.paginateAs !== undefined)) {
    children.push(branch('Behavior', inOrder({ ...usual, ...behavior?.attributes, PaginateAs: paginateAs })));
  }
  const others = (kept?.children ?? []).filter((child) => !known.has(child));
  return branch('ElementSettings', inOrder({ ...kept?.attributes, Type: type }), [...children, ...others]);
}

function defaultBehavior(type: string): FdxAttributes {
  const known = BEHAVIORS[type];
  return known ? { ReturnKey: known[0], Shortcut: known[1] } : { ReturnKey: 'Action', Shortcut: '' };
}

export function printContinuation(value: Continuation, kept: FdxElement | undefined, font: FdxElement): FdxElement {
  const dialogue: Record<string, string> = {
    ...(childOf(kept, 'DialogueBreaks')?.attributes as Record<string, string> | undefined),
  };
  const scene: Record<string, string> = {
    ...(childOf(kept, 'SceneBreaks')?.attributes as Record<string, string> | undefined),
  };
  flag(dialogue, 'AutomaticCharacterContinueds', value.automatic);
  flag(dialogue, 'BottomOfPage', value.dialogueBottomOn);
  words(dialogue, 'DialogueBottom', value.dialogueBottom);
  words(dialogue, 'DialogueTop', value.dialogueTop);
  flag(dialogue, 'TopOfNext', value.dialogueTopOn);
  flag(scene, 'ContinuedNumber', value.sceneNumbered);
  words(scene, 'SceneBottom', value.sceneBottom);
  flag(scene, 'SceneBottomOfPage', value.sceneBottomOn);
  words(scene, 'SceneTop', value.sceneTop);
  flag(scene, 'SceneTopOfNext', value.sceneTopOn);
  const others = (kept?.children ?? []).filter(
    (child) => child.name !== 'DialogueBreaks' && child.name !== 'SceneBreaks',
  );
  const fonts = others.some((child) => child.name === 'FontSpec') ? others : [font, ...others];
  return branch('MoresAndContinueds', kept?.attributes, [
    ...fonts,
    branch('DialogueBreaks', inOrder(dialogue)),
    branch('SceneBreaks', inOrder(scene)),
  ]);
}

function flag(attributes: Record<string, string>, name: string, value: boolean | undefined): void {
  if (value !== undefined) attributes[name] = printFlag(value);
}

function words(attributes: Record<string, string>, name: string, value: string | undefined): void {
  if (value !== undefined) attributes[name] = value;
}

export function printSceneNumbers(value: SceneNumbering, kept: FdxElement | undefined, font: FdxElement): FdxElement {
  const attributes: Record<string, string> = { ...(kept?.attributes as Record<string, string> | undefined) };
  if (value.leftAt !== undefined) attributes['LeftLocation'] = printInches(value.leftAt);
  words(attributes, 'NumberScheme', value.scheme);
  if (value.rightAt !== undefined) attributes['RightLocation'] = printInches(value.rightAt);
  flag(attributes, 'ShowNumbersOnLeft', value.left);
  flag(attributes, 'ShowNumbersOnRight', value.right);
  return branch('SceneNumberOptions', inOrder(attributes), kept && kept.children.length > 0 ? kept.children : [font]);
}
