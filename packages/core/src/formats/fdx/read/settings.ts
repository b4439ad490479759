import type { Continuation, PageSetup, ParagraphStyle, SceneNumbering } from '../../../conventions/manuscript/types.js';
import { classOf } from '../../../conventions/classes.js';
import {
  BLACK,
  NO_STYLE,
  WHITE,
  isKnownType,
  readColor,
  readFlag,
  readNumber,
  readSpec,
  readStyle,
  readWords,
  styleKeys,
  typeStyle,
} from '../mapping.js';
import { attributesBut, branch, childOf } from '../../../syntax/xml-element.js';
import type { FdxAttributes, FdxElement } from '../tree.js';
import type { RunBase } from './runs.js';

/** Final Draft's fixed-pitch fonts advance 7 points; Fade In, which writes FDX too, breaks lines at 7.2. */
const FADE_IN_ADVANCE = 7.2;

/** What one block of settings says, and what of it only Final Draft understands. */
export interface Settings<T> {
  value: T | undefined;
  rest: FdxElement | undefined;
}

function leftover(
  element: FdxElement,
  known: ReadonlySet<string>,
  children: readonly FdxElement[],
): FdxElement | undefined {
  const attributes = attributesBut(element.attributes, known);
  return attributes || children.length > 0 ? branch(element.name, attributes, children) : undefined;
}

// Page

const PAGE_ATTRIBUTES = new Set([
  'BottomMargin',
  'BreakDialogueAndActionAtSentences',
  'DocumentLeading',
  'FooterMargin',
  'HeaderMargin',
  'TopMargin',
]);

export function readPageLayout(
  element: FdxElement | undefined,
  elementSettings: readonly FdxElement[],
): Settings<PageSetup> {
  if (!element) return { value: undefined, rest: undefined };
  const { attributes } = element;
  const page: PageSetup = {};
  const size = childOf(element, 'PageSize');
  const width = readNumber(size?.attributes['Width']);
  const height = readNumber(size?.attributes['Height']);
  if (width !== undefined && width > 0) page.width = width;
  if (height !== undefined && height > 0) page.height = height;
  const points = {
    top: 'TopMargin',
    bottom: 'BottomMargin',
    headerMargin: 'HeaderMargin',
    footerMargin: 'FooterMargin',
  } as const;
  for (const key of ['top', 'bottom', 'headerMargin', 'footerMargin'] as const) {
    const value = readNumber(attributes[points[key]]);
    if (value !== undefined) page[key] = value;
  }
  const breaks = readFlag(attributes['BreakDialogueAndActionAtSentences']);
  if (breaks !== undefined) page.breakAtSentences = breaks;
  const leading = attributes['DocumentLeading'];
  if (leading !== undefined && leading !== '') page.leading = readWords(leading);
  if (writtenByFadeIn(attributes, elementSettings)) page.advance = FADE_IN_ADVANCE;
  const rest = leftover(
    element,
    PAGE_ATTRIBUTES,
    element.children.filter((child) => child !== size),
  );
  return { value: Object.keys(page).length > 0 ? page : undefined, rest };
}

/** Fade In writes `True` and `1.0` where Final Draft writes `Yes` and `1`. */
function writtenByFadeIn(page: FdxAttributes, elementSettings: readonly FdxElement[]): boolean {
  return (
    page['BreakDialogueAndActionAtSentences'] === 'True' &&
    elementSettings.some((settings) => childOf(settings, 'ParagraphSpec')?.attributes['Spacing'] === '1.0')
  );
}

// Element settings

export interface ElementStyles {
  styles: Readonly<Record<string, ParagraphStyle>> | undefined;
  /** By type: what runs of its paragraphs are compared with. */
  bases: ReadonlyMap<string, RunBase>;
  /** Classes of the writer's own types that break over pages as dialogue does. */
  spoken: ReadonlySet<string>;
  rest: readonly FdxElement[];
}

const SPEC_KNOWN = new Set([
  'Alignment',
  'FirstIndent',
  'Leading',
  'LeftIndent',
  'RightIndent',
  'SpaceBefore',
  'Spacing',
  'StartsNewPage',
  'Type',
]);
const FONT_KNOWN = new Set(['Color', 'Background', 'Font', 'Size', 'Style', 'AdornmentStyle', 'RevisionID']);
const BEHAVIOR_KNOWN = new Set(['PaginateAs']);

export function readElementSettings(elements: readonly FdxElement[]): ElementStyles {
  const styles: Record<string, ParagraphStyle> = Object.create(null) as Record<string, ParagraphStyle>;
  const bases = new Map<string, RunBase>();
  const spoken = new Set<string>();
  const rest: FdxElement[] = [];
  const typed = elements.filter(({ attributes }) => attributes['Type'] !== undefined);
  const keys = styleKeys(typed.map(({ attributes }) => attributes['Type'] as string));
  typed.forEach((element, at) => {
    const type = element.attributes['Type'] as string;
    const font = childOf(element, 'FontSpec');
    const behavior = childOf(element, 'Behavior');
    const style = readSpec(childOf(element, 'ParagraphSpec')?.attributes ?? {}) ?? {};
    const unknownStyles = font ? readFont(style, font.attributes) : [];
    const paginateAs = behavior?.attributes['PaginateAs'];
    if (paginateAs !== undefined && paginateAs !== '' && paginateAs !== type) style.paginateAs = classOf(paginateAs);
    if (paginateAs === 'Dialogue' && !isKnownType(type)) spoken.add(classOf(type));
    bases.set(type, {
      font: style.font,
      size: style.size,
      color: style.color,
      background: style.background,
      style: typeStyle(font?.attributes['Style']),
    });
    styles[keys[at] as string] = style;
    const others: FdxElement[] = [];
    for (const child of element.children) {
      // What is left of them stays even when it is nothing: that the type has them.
      if (child === font) {
        const attributes = attributesBut(child.attributes, FONT_KNOWN) ?? {};
        others.push(
          branch(child.name, unknownStyles.length > 0 ? { ...attributes, Style: unknownStyles.join('+') } : attributes),
        );
      } else if (child.name === 'ParagraphSpec')
        others.push(branch(child.name, attributesBut(child.attributes, SPEC_KNOWN)));
      else if (child === behavior) others.push(branch(child.name, attributesBut(child.attributes, BEHAVIOR_KNOWN)));
      else others.push(child);
    }
    rest.push(branch(element.name, element.attributes, others));
  });
  return { styles: rest.length > 0 ? styles : undefined, bases, spoken, rest };
}

/** Sets a type's font on its style; returns the style names for which there is no setting. */
function readFont(style: ParagraphStyle, { Font, Size, Color, Background, Style }: FdxAttributes): string[] {
  if (Font !== undefined && Font !== '') style.font = Font;
  const size = readNumber(Size);
  if (size !== undefined && size > 0) style.size = size;
  if (Color !== undefined && readColor(Color) !== BLACK) style.color = readColor(Color);
  if (Background !== undefined && readColor(Background) !== WHITE) style.background = readColor(Background);
  const look: Parameters<typeof readStyle>[0] = {};
  readStyle(look, Style ?? '', NO_STYLE);
  for (const flag of ['bold', 'italic', 'underline', 'strike', 'caps'] as const) if (look[flag]) style[flag] = true;
  const unknown = [...(look.other ?? [])];
  if (look.wordUnderline) unknown.push('WordUnderline');
  if (look.superscript) unknown.push('SuperScript');
  if (look.subscript) unknown.push('SubScript');
  return unknown;
}

// Mores and continueds

const BREAKS_KNOWN = new Set([
  'AutomaticCharacterContinueds',
  'BottomOfPage',
  'DialogueBottom',
  'DialogueTop',
  'TopOfNext',
  'ContinuedNumber',
  'SceneBottom',
  'SceneBottomOfPage',
  'SceneTop',
  'SceneTopOfNext',
]);

export function readContinuation(element: FdxElement | undefined): Settings<Continuation> {
  if (!element) return { value: undefined, rest: undefined };
  const dialogue = childOf(element, 'DialogueBreaks')?.attributes ?? {};
  const scene = childOf(element, 'SceneBreaks')?.attributes ?? {};
  const value: Continuation = {};
  const flags = [
    ['automatic', dialogue['AutomaticCharacterContinueds']],
    ['dialogueBottomOn', dialogue['BottomOfPage']],
    ['dialogueTopOn', dialogue['TopOfNext']],
    ['sceneNumbered', scene['ContinuedNumber']],
    ['sceneBottomOn', scene['SceneBottomOfPage']],
    ['sceneTopOn', scene['SceneTopOfNext']],
  ] as const;
  for (const [key, text] of flags) {
    const flag = readFlag(text);
    if (flag !== undefined) value[key] = flag;
  }
  const words = [
    ['dialogueBottom', dialogue['DialogueBottom']],
    ['dialogueTop', dialogue['DialogueTop']],
    ['sceneBottom', scene['SceneBottom']],
    ['sceneTop', scene['SceneTop']],
  ] as const;
  for (const [key, text] of words) if (text !== undefined) value[key] = text;
  const rest = element.children.flatMap((child) => {
    if (child.name !== 'DialogueBreaks' && child.name !== 'SceneBreaks') return [child];
    const attributes = attributesBut(child.attributes, BREAKS_KNOWN);
    return attributes ? [branch(child.name, attributes)] : [];
  });
  return { value, rest: leftover(element, new Set(), rest) };
}

// Scene numbers

const NUMBERS_KNOWN = new Set([
  'LeftLocation',
  'NumberScheme',
  'RightLocation',
  'ShowNumbersOnLeft',
  'ShowNumbersOnRight',
]);

export function readSceneNumbers(element: FdxElement | undefined): Settings<SceneNumbering> {
  if (!element) return { value: undefined, rest: undefined };
  const { LeftLocation, NumberScheme, RightLocation, ShowNumbersOnLeft, ShowNumbersOnRight } = element.attributes;
  const value: SceneNumbering = {};
  const left = readFlag(ShowNumbersOnLeft);
  if (left !== undefined) value.left = left;
  const right = readFlag(ShowNumbersOnRight);
  if (right !== undefined) value.right = right;
  const leftAt = readNumber(LeftLocation);
  if (leftAt !== undefined) value.leftAt = leftAt;
  const rightAt = readNumber(RightLocation);
  if (rightAt !== undefined) value.rightAt = rightAt;
  if (NumberScheme !== undefined) value.scheme = NumberScheme;
  return { value, rest: leftover(element, NUMBERS_KNOWN, element.children) };
}
