import { nextDraft } from './draft.js';
import type { Draft, DraftLine, DraftScene } from './draft.js';
import type { Random } from './random.js';
import { writeBeat, writeScene } from './write-draft.js';
import type { Vocabulary } from './write-draft.js';

/** What happens between two drafts; shares of all lines or scenes unless said otherwise. */
export interface Rewrite {
  /** Lines of which words are replaced, inserted or deleted: one, and one more for every eight. */
  edited?: number;
  /** Edits also touch cues and headings. */
  everyLine?: boolean;
  movedScenes?: number;
  deletedScenes?: number;
  /** Number of new scenes. */
  insertedScenes?: number;
  /** Number of scenes that are copies of others, half of their lines edited. */
  copiedScenes?: number;
  /** Beats (speeches, paragraphs) taken out, put in, moved within the script. */
  deletedBeats?: number;
  insertedBeats?: number;
  movedBeats?: number;
  /** Paragraphs of ten words and more cut in two; neighbouring action joined. */
  split?: number;
  merged?: number;
  /** Number of characters with a new name. */
  renamed?: number;
  /** Headings with another time of day, and all scenes numbered anew. */
  retimed?: number;
  renumbered?: boolean;
  /** Number of scenes cut in two, and of scenes joined with the one behind. */
  splitScenes?: number;
  mergedScenes?: number;
  /** Action that became general text. */
  retyped?: number;
}

/** Writes the next draft by the plan; every line and scene knows what it was. */
export function rewriteDraft(draft: Draft, plan: Rewrite, random: Random, vocabulary: Vocabulary): Draft {
  const next = nextDraft(draft);
  const cast = [...new Set(draft.scenes.flatMap((scene) => scene.lines.flatMap((line) => line.speaker ?? [])))];
  const share = (part: number | undefined, all: number): number => Math.round((part ?? 0) * all);
  const count = draft.scenes.reduce((sum, scene) => sum + scene.lines.length, 0);

  renameCharacters(next, random.sample(cast, plan.renamed ?? 0), vocabulary);
  repeat(share(plan.deletedBeats, count), () => takeBeat(next, random));
  repeat(share(plan.split, count), () => splitParagraph(next, random));
  repeat(share(plan.merged, count), () => mergeParagraphs(next, random));
  repeat(share(plan.movedBeats, count), () => {
    const beat = takeBeat(next, random, 8);
    if (beat) putBeat(next, beat, random);
  });
  repeat(share(plan.insertedBeats, count), () => putBeat(next, writeBeat(random, vocabulary, cast), random));
  for (const scene of random.sample(next.scenes, share(plan.deletedScenes, draft.scenes.length))) {
    next.scenes.splice(next.scenes.indexOf(scene), 1);
  }
  for (const scene of random.sample(next.scenes, share(plan.movedScenes, draft.scenes.length))) {
    next.scenes.splice(next.scenes.indexOf(scene), 1);
    next.scenes.splice(random.below(next.scenes.length + 1), 0, scene);
  }
  repeat(plan.splitScenes ?? 0, () => splitScene(next, random));
  repeat(plan.mergedScenes ?? 0, () => mergeScenes(next, random));
  const lines = next.scenes.flatMap((scene) => scene.lines);
  for (const line of random.sample(lines.filter(isWhole), share(plan.retyped, count))) line.type = 'general';
  for (const scene of random.sample(next.scenes, share(plan.retimed, draft.scenes.length))) scene.time = 'THE NEXT DAY';
  editLines(next, share(plan.edited, count), plan.everyLine ?? false, random, vocabulary);
  repeat(plan.copiedScenes ?? 0, () => {
    const scene = random.pick(next.scenes);
    const { origin: _, ...copy } = { ...scene, lines: scene.lines.map(({ origin: __, ...line }) => ({ ...line })) };
    editLines({ scenes: [copy] }, copy.lines.length / 2, false, random, vocabulary);
    next.scenes.splice(random.below(next.scenes.length + 1), 0, copy);
  });
  repeat(plan.insertedScenes ?? 0, () => {
    next.scenes.splice(random.below(next.scenes.length + 1), 0, writeScene(random, vocabulary, cast, 60));
  });
  if (plan.renumbered) next.scenes.forEach((scene, at) => (scene.no = at + 1));
  return next;
}

function repeat(times: number, action: () => void): void {
  for (let n = 0; n < times; n++) action();
}

function editLines(draft: Draft, count: number, everyLine: boolean, random: Random, vocabulary: Vocabulary): void {
  const lines: (DraftLine | DraftScene)[] = draft.scenes.flatMap((scene) => [
    ...(everyLine ? [scene] : []),
    ...scene.lines.filter((line) => everyLine || line.type !== 'character'),
  ]);
  for (const line of random.sample(lines, count)) {
    if ('setting' in line) line.setting = editWords(line.setting, random, vocabulary).toUpperCase();
    else if (line.type === 'character') {
      line.text = editWords(line.text, random, vocabulary).toUpperCase();
      line.speaker = line.text;
    } else line.text = editWords(line.text, random, vocabulary);
  }
  if (everyLine) draft.scenes.forEach(giveSpeakers);
}

/** Dialogue belongs to the cue above it, as a reader would see it. */
function giveSpeakers(scene: DraftScene): void {
  let speaker: string | undefined;
  for (const line of scene.lines) {
    if (line.type === 'character') speaker = line.speaker;
    else if (line.type === 'dialogue' && speaker !== undefined) line.speaker = speaker;
    else if (line.type !== 'parenthetical') speaker = undefined;
  }
}

/** Replaces, inserts or deletes words: one, and one more for every eight. Something is left, and something is new. */
export function editWords(text: string, random: Random, vocabulary: Vocabulary): string {
  const words = text.split(' ');
  const edits = 1 + Math.floor(words.length / 8);
  for (let n = 0; n < edits; n++) {
    const at = random.below(words.length);
    const kind = random.below(3);
    if (kind === 0) words[at] = vocabulary.word();
    else if (kind === 1 || words.length === 1) words.splice(at, 0, vocabulary.word());
    else words.splice(at, 1);
  }
  return words.join(' ');
}

/** Takes out a whole speech, a paragraph or a transition, of so many words at least. */
function takeBeat(draft: Draft, random: Random, words = 0): DraftLine[] | undefined {
  const scene = random.pick(draft.scenes);
  if (scene.lines.length < 3) return undefined;
  let at = random.below(scene.lines.length);
  while (at > 0 && ['dialogue', 'parenthetical'].includes(scene.lines[at]?.type ?? '')) at--;
  let end = at + 1;
  if (scene.lines[at]?.type === 'character') {
    while (end < scene.lines.length && ['dialogue', 'parenthetical'].includes(scene.lines[end]?.type ?? '')) end++;
  }
  if (!scene.lines.slice(at, end).some((line) => line.text.split(' ').length >= words)) return undefined;
  return scene.lines.splice(at, end - at);
}

function putBeat(draft: Draft, beat: readonly DraftLine[], random: Random): void {
  const scene = random.pick(draft.scenes);
  let at = random.below(scene.lines.length + 1);
  while (at < scene.lines.length && ['dialogue', 'parenthetical'].includes(scene.lines[at]?.type ?? '')) at++;
  // Beside its twin nobody could tell which of the two is new.
  const twin = scene.lines
    .slice(Math.max(0, at - 3), at + 3)
    .some((line) => beat.some(({ text }) => text === line.text));
  if (!twin) scene.lines.splice(at, 0, ...beat);
}

/** Cuts a paragraph in two; the larger part is the paragraph. */
function splitParagraph(draft: Draft, random: Random): void {
  const scene = random.pick(draft.scenes);
  const long = scene.lines.filter((line) => isWhole(line) && line.text.split(' ').length >= 10);
  if (long.length === 0) return;
  const line = random.pick(long);
  const words = line.text.split(' ');
  const cut = random.between(2, words.length - 2);
  if (Math.abs(cut / words.length - 0.5) < 0.15) return;
  const parts = [words.slice(0, cut), words.slice(cut)];
  const { origin, ...rest } = line;
  const larger = cut > words.length / 2 ? 0 : 1;
  const pieces = parts.map((part, at): DraftLine => {
    const piece = { ...rest, text: part.join(' ') };
    return at === larger && origin ? { ...piece, origin } : piece;
  });
  scene.lines.splice(scene.lines.indexOf(line), 1, ...pieces);
}

/** Joins two neighbouring paragraphs; the result is the larger of them. */
function mergeParagraphs(draft: Draft, random: Random): void {
  const scene = random.pick(draft.scenes);
  const at = scene.lines.findIndex((line, at) => isWhole(line) && isWhole(scene.lines[at + 1]));
  const [one, two] = [scene.lines[at], scene.lines[at + 1]];
  if (!one || !two || Math.abs(one.text.length / (one.text.length + two.text.length) - 0.5) < 0.15) return;
  const larger = one.text.length > two.text.length ? one : two;
  scene.lines.splice(at, 2, { ...larger, text: `${one.text} ${two.text}` });
}

/** Action that was not yet cut or joined: of what is left of it later on, nobody could say which part is the larger. */
function isWhole(line: DraftLine | undefined): boolean {
  return line?.type === 'action' && line.origin?.text === line.text;
}

function renameCharacters(draft: Draft, names: readonly string[], vocabulary: Vocabulary): void {
  for (const name of names) {
    const fresh = `${vocabulary.sentence(1).replace('.', '').toUpperCase()} ${name.length}${name.charCodeAt(0)}`;
    for (const line of draft.scenes.flatMap((scene) => scene.lines)) {
      if (line.speaker !== name) continue;
      line.speaker = fresh;
      if (line.type === 'character') line.text = fresh;
    }
  }
}

function splitScene(draft: Draft, random: Random): void {
  const scene = random.pick(draft.scenes.filter((candidate) => candidate.lines.length > 12 && isUncut(candidate)));
  const middle = Math.floor(scene.lines.length * (0.25 + 0.15 * random.next()));
  let cut = random.chance(0.5) ? middle : scene.lines.length - middle;
  while (cut > 1 && ['dialogue', 'parenthetical'].includes(scene.lines[cut]?.type ?? '')) cut--;
  const { origin, ...rest } = scene;
  const parts = [scene.lines.slice(0, cut), scene.lines.slice(cut)];
  const first = size(parts[0] ?? []) / size(scene.lines);
  // Near the middle nobody could say which is the larger part.
  if (Math.abs(first - 0.5) < 0.1) return;
  const larger = first > 0.5 ? 0 : 1;
  const pieces = parts.map((lines, at): DraftScene => {
    const piece = { ...rest, lines, time: at === 1 ? 'LATER' : scene.time };
    return at === larger && origin ? { ...piece, origin } : piece;
  });
  draft.scenes.splice(draft.scenes.indexOf(scene), 1, ...pieces);
}

function mergeScenes(draft: Draft, random: Random): void {
  const at = random.below(draft.scenes.length - 1);
  const [one, two] = draft.scenes.slice(at, at + 2);
  if (!one || !two || !isUncut(one) || !isUncut(two)) return;
  if (Math.abs(size(one.lines) / (size(one.lines) + size(two.lines)) - 0.5) < 0.1) return;
  const larger = size(one.lines) > size(two.lines) ? one : two;
  draft.scenes.splice(at, 2, { ...larger, lines: [...one.lines, ...two.lines] });
}

/** Not cut or joined yet: what is left of such a scene after another cut is anybody's guess. */
function isUncut(scene: DraftScene): boolean {
  const lines = new Set(scene.origin?.lines);
  return scene.lines.every(({ origin }) => !origin || lines.has(origin)) && scene.lines.length > 0.9 * lines.size;
}

function size(lines: readonly DraftLine[]): number {
  return lines.reduce((sum, line) => sum + line.text.length, 0);
}
