import { parseCue } from '../../../conventions/cue.js';
import { UNSPECIFIED, parseHeading } from '../../../conventions/heading.js';
import type { Block } from '../../../conventions/manuscript/types.js';
import { branch, leaf } from '../../../syntax/xml-element.js';
import type { FdxElement } from '../tree.js';

const EXTENSIONS = ['(V.O.)', '(O.S.)', '(O.C.)', "(CONT'D)"];
const INTROS = ['INT', 'EXT', 'I/E'];
const TIMES = [
  'DAY',
  'NIGHT',
  'MORNING',
  'AFTERNOON',
  'EVENING',
  'DAWN',
  'DUSK',
  'LATER',
  'MOMENTS LATER',
  'CONTINUOUS',
];
const TRANSITIONS = [
  'CUT TO:',
  'FADE IN:',
  'FADE OUT.',
  'FADE TO:',
  'DISSOLVE TO:',
  'BACK TO:',
  'MATCH CUT TO:',
  'JUMP CUT TO:',
];

/** The lists from which Final Draft completes what is typed, as the script fills them. */
export function printSmartType(blocks: readonly Block[]): FdxElement {
  const characters = new Set<string>();
  const extensions = new Set(EXTENSIONS);
  const locations = new Set<string>();
  const times = new Set(TIMES);
  const transitions = new Set(TRANSITIONS);
  for (const { kind, text, omit } of blocks) {
    if (omit || text.trim() === '') continue;
    if (kind === 'character') {
      const cue = parseCue(text);
      if (cue.name.trim() !== '') characters.add(cue.name.trim().toUpperCase());
      for (const extension of cue.extensions) extensions.add(`(${extension})`);
    } else if (kind === 'heading') {
      const { setting, time } = parseHeading(text);
      if (setting !== '' && setting !== UNSPECIFIED) locations.add(setting.toUpperCase());
      if (time !== UNSPECIFIED) times.add(time);
    } else if (kind === 'transition') transitions.add(text.trim().toUpperCase());
  }
  const list = (name: string, item: string, entries: Iterable<string>, separator?: string): FdxElement =>
    branch(
      name,
      separator === undefined ? undefined : { Separator: separator },
      [...entries].map((entry) => leaf(item, undefined, entry)),
    );
  return branch('SmartType', undefined, [
    list('Characters', 'Character', [...characters].sort()),
    list('Extensions', 'Extension', extensions),
    list('SceneIntros', 'SceneIntro', INTROS, '. '),
    list('Locations', 'Location', [...locations].sort()),
    list('TimesOfDay', 'TimeOfDay', times, ' - '),
    list('Transitions', 'Transition', transitions),
  ]);
}
