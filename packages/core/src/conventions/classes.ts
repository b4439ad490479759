import { slugify } from './slug.js';
import type { BlockKind } from './manuscript/types.js';

/**
 * Element types that go by a name of their own, and the nearest of the seven kinds. The class is what the document
 * keeps; a reader that meets a name not listed here asks {@link classOf}.
 */
const KIND_OF_CLASS: Readonly<Record<string, BlockKind>> = {
  lyrics: 'general',
  singing: 'general',
  centered: 'action',
  'new-act': 'general',
  'end-of-act': 'general',
  'cold-opening': 'general',
  'cast-list': 'general',
  'page-break': 'general',
  section: 'general',
  synopsis: 'general',
  dialogue: 'general',
  boneyard: 'general',
  alternate: 'general',
  'heading-anchor': 'general',
};

/** The nearest kind for a class; `general` for any that has no nearer one. */
export function nearestKind(className: string): BlockKind {
  return Object.hasOwn(KIND_OF_CLASS, className) ? (KIND_OF_CLASS[className] as BlockKind) : 'general';
}

/** Whether a class is sung text. */
export function isLyrics(className: string | undefined): boolean {
  return className === 'lyrics' || className === 'singing';
}

/** The class for an element type's own name. */
export function classOf(typeName: string): string {
  return slugify(typeName);
}
