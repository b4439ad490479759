import type { Block, SceneNumbering } from '../../../conventions/manuscript/types.js';
import { Counters, readSceneNumbers } from '../numbering.js';
import { STANDARD_NUMBERS } from '../standard.js';
import type { FadeInLosses } from './losses.js';
import type { StyleSheet } from './styles.js';

/** Where Final Draft prints the numbers of scenes, unless somebody moves them; inches. */
const USUAL = { left: 0.75, right: 7.375 };

/** A paragraph as far as its number goes. */
export interface Numbered {
  block: Block;
  style: string;
}

/**
 * Sets the styles up so that every paragraph has the number that it has in the script: counted where Fade In would count
 * the same, else locked.
 */
export function planNumbers(
  paragraphs: readonly Numbered[],
  sheet: StyleSheet,
  shown: SceneNumbering | undefined,
  options: { own: boolean; losses: FadeInLosses },
): void {
  const { name } = sheet.builtIn('heading');
  const heading = sheet.attributesOf(name);
  if (options.own) {
    const now = readSceneNumbers(heading);
    const changed = shown !== undefined && (differs(shown.left, now.left) || differs(shown.right, now.right));
    if (changed) sheet.set(name, position(shown));
    // Earlier versions say less.
    const said = sheet.attributesOf(name);
    if (said['numbering'] !== undefined) sheet.set(name, { ...STANDARD_NUMBERS, ...said });
  } else {
    const first = paragraphs.find(({ block }) => block.kind === 'heading' && block.number !== undefined);
    if (first) {
      const start = /^[1-9]\d{0,4}$/.test(first.block.number ?? '') ? first.block.number : '1';
      sheet.set(name, { ...STANDARD_NUMBERS, number_start: start, ...(shown ? position(shown) : {}) });
      if (isElsewhere(shown?.leftAt, USUAL.left) || isElsewhere(shown?.rightAt, USUAL.right)) {
        options.losses.add('numberPlace');
      }
    }
  }
  for (const group of uncountable(paragraphs, sheet)) sheet.set(group, { number_locked: 'true' });
}

function isElsewhere(inches: number | undefined, usual: number): boolean {
  return inches !== undefined && Math.abs(inches - usual) > 0.05;
}

function differs(a: boolean | undefined, b: boolean | undefined): boolean {
  return (a ?? false) !== (b ?? false);
}

function position({ left, right }: SceneNumbering): Record<string, string> {
  if (!left && !right) return { numbering: 'false' };
  return { numbering: 'true', number_position: String((left ? 1 : 0) + (right ? 2 : 0)) };
}

/** The groups whose paragraphs bear other numbers than they would be given. */
function uncountable(paragraphs: readonly Numbered[], sheet: StyleSheet): Set<string> {
  const groups = new Set<string>();
  const counters = new Counters();
  const rules = new Map<string, ReturnType<StyleSheet['numbering']>>();
  for (const { block, style } of paragraphs) {
    let rule = rules.get(style);
    if (!rule && !rules.has(style)) rules.set(style, (rule = sheet.numbering(style)));
    if (!rule || rule.locked) continue;
    const counted = block.text.trim() === '' ? undefined : counters.next(rule);
    if (counted !== block.number) groups.add(rule.group);
  }
  return groups;
}
