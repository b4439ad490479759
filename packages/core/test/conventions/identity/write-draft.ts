import type { Draft, DraftLine, DraftScene } from './draft.js';
import type { Random } from './random.js';

const SYLLABLES =
  'ba co da fen gar hol im jun kel lor mi nov os pra qui ran sel tor un vek wil yo zan ther ing ston mar'.split(' ');
const COMMON =
  'the a to of and in I you it is that he she we on at with for not what this do have my your me so be are was'.split(
    ' ',
  );
const REPLIES = [
  'Yes.',
  'No.',
  'What?',
  'Why?',
  'I know.',
  'Come on.',
  'Okay.',
  'Right.',
  'Thank you.',
  'Stop it.',
  'Never.',
  'Who?',
];
const PARENTHETICALS = ['(beat)', '(quietly)', '(to himself)', '(smiling)', '(then)', '(looking away)', '(into phone)'];
const TRANSITIONS = ['CUT TO:', 'DISSOLVE TO:', 'SMASH CUT TO:'];
const PLACES = [
  'KITCHEN',
  'HALLWAY',
  'CITY ROOM',
  'COURTHOUSE',
  'CAR',
  'ROOF',
  'BAR',
  'PRESS ROOM',
  'STREET',
  'OFFICE',
];
const TIMES = ['DAY', 'NIGHT', 'CONTINUOUS', 'LATER'];

/** Words as a script uses them: few of them often, most of them seldom. */
export class Vocabulary {
  readonly #words: string[];
  readonly #random: Random;

  constructor(random: Random, size = 3000) {
    this.#random = random;
    const words = new Set<string>();
    while (words.size < size)
      words.add(Array.from({ length: random.between(1, 3) }, () => random.pick(SYLLABLES)).join(''));
    this.#words = [...words];
  }

  word(): string {
    if (this.#random.chance(0.5)) return this.#random.pick(COMMON);
    // Zipf: the n-th word is used about 1/n as often as the first.
    return this.#words[Math.floor(this.#words.length ** this.#random.next()) - 1] ?? 'the';
  }

  sentence(words: number): string {
    const text = Array.from({ length: words }, () => this.word()).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }
}

export interface ScriptSize {
  scenes: number;
  /** Elements of a scene on average. */
  lines: number;
}

/** Writes a script with the habits of scripts: few speakers, short replies, the same cues and places again and again. */
export function writeDraft(random: Random, vocabulary: Vocabulary, size: ScriptSize): Draft {
  const cast = Array.from({ length: 25 }, () => vocabulary.sentence(1).replace('.', '').toUpperCase()).filter(
    (name, at, all) => all.indexOf(name) === at,
  );
  return { scenes: Array.from({ length: size.scenes }, () => writeScene(random, vocabulary, cast, size.lines)) };
}

export function writeScene(random: Random, vocabulary: Vocabulary, cast: readonly string[], lines: number): DraftScene {
  const present = random.sample(cast, random.between(2, 5));
  const scene: DraftScene = {
    context: random.chance(0.7) ? 'INT' : 'EXT',
    setting: random.chance(0.6) ? random.pick(PLACES) : vocabulary.sentence(2).replace('.', '').toUpperCase(),
    time: random.pick(TIMES),
    lines: [],
  };
  // Some scenes are a line or two, a few go on for pages.
  const length = random.chance(0.15)
    ? random.between(1, 3)
    : Math.max(2, Math.round(lines * (0.3 + 1.5 * random.next())));
  while (scene.lines.length < length) scene.lines.push(...writeBeat(random, vocabulary, present));
  return scene;
}

/** A speech, a paragraph of action or a transition. */
export function writeBeat(random: Random, vocabulary: Vocabulary, present: readonly string[]): DraftLine[] {
  const roll = random.next();
  if (roll < 0.27) return [{ type: 'action', text: vocabulary.sentence(random.between(2, 40)) }];
  if (roll < 0.29) return [{ type: 'transition', text: random.pick(TRANSITIONS) }];
  if (roll < 0.31) return [{ type: 'shot', text: vocabulary.sentence(3).toUpperCase() }];
  const speaker = random.pick(present);
  const lines: DraftLine[] = [{ type: 'character', text: speaker, speaker }];
  if (random.chance(0.2)) lines.push({ type: 'parenthetical', text: random.pick(PARENTHETICALS) });
  const text = random.chance(0.2) ? random.pick(REPLIES) : vocabulary.sentence(random.between(2, 25));
  lines.push({ type: 'dialogue', text, speaker });
  return lines;
}
