import type { Element, ScreenplayDocument } from '../../src/model/document.js';
import { fullDocument } from '../../src/testing/full-document.js';

export const KEY = 'correct horse battery staple';
export const OTHER_KEY = 'correct horse battery stable';

/** Every property of the schema but those of encryption, and no analysis; a new object on each call. */
export function plainDocument(): ScreenplayDocument {
  const document = fullDocument();
  delete document.encrypt;
  delete document.analysis;
  for (const element of elementsOf(document)) delete element.encrypt;
  return document;
}

export function elementsOf(document: ScreenplayDocument): Element[] {
  return document.document.scenes.flatMap((scene) => scene.body);
}

/** The element of a {@link plainDocument} that has the text `The lamp catches.`. */
export function firstAction(document: ScreenplayDocument): Extract<Element, { type: 'action' }> {
  const found = elementsOf(document).find((element) => element.type === 'action');
  if (found?.type !== 'action') throw new Error('the document has no action');
  return found;
}

/** The value at a JSON Pointer. */
export function at(root: unknown, pointer: string): unknown {
  let value = root;
  for (const name of pointer.split('/').slice(1)) value = (value as Record<string, unknown>)[name];
  return value;
}

/** Every string of a value, by JSON Pointer. */
export function strings(root: unknown, pointer = ''): [pointer: string, text: string][] {
  if (typeof root === 'string') return [[pointer, root]];
  if (typeof root !== 'object' || root === null) return [];
  return Object.entries(root).flatMap(([name, part]) => strings(part, `${pointer}/${name}`));
}
