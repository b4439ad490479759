import { ScreenplayError } from '../errors/index.js';
import type { Encoding } from '../model/document.js';
import { DENSER_AND_DENSER, encodedLength } from './encodings.js';
import type { ElementPlace, Value } from './places.js';
import { MOST_CHARACTERS } from './places.js';

export interface SizedValue extends Value {
  /** Bytes that it will have, sealed. */
  size: number;
}

export interface ChosenEncodings {
  root: Encoding;
  /** For elements that need a denser one, in the document's order. */
  elements: ReadonlyMap<ElementPlace, Encoding>;
}

/**
 * The encodings in which every value fits into the schema's bounds: for the whole document the one that was named, and
 * denser ones for the elements where it does not fit; when none was named, the first of hex, base64 and Ascii85 that
 * fits everywhere.
 *
 * @throws ScreenplayError `limit_exceeded`, with the place, when a value fits in none
 */
export function chooseEncodings(values: readonly SizedValue[], named?: Encoding): ChosenEncodings {
  const root = named ?? firstFitting(values);
  const tight = new Set<ElementPlace>();
  for (const value of values) {
    if (fits(value, root)) continue;
    if (!value.element) throw tooLong(value, root, 'leave the encoding open, so that one is chosen that fits');
    tight.add(value.element);
  }
  const inTight = new Map<ElementPlace, SizedValue[]>([...tight].map((element) => [element, []]));
  for (const value of values) if (value.element) inTight.get(value.element)?.push(value);
  return { root, elements: new Map([...inTight].map(([element, held]) => [element, firstFitting(held)])) };
}

function firstFitting(values: readonly SizedValue[]): Encoding {
  let encoding: Encoding = DENSER_AND_DENSER[0];
  for (encoding of DENSER_AND_DENSER) if (values.every((value) => fits(value, encoding))) return encoding;
  const value = values.find((one) => !fits(one, encoding));
  if (value) throw tooLong(value, encoding, 'split or shorten it');
  return encoding;
}

function fits({ kind, size }: SizedValue, encoding: Encoding): boolean {
  return encodedLength(size, encoding) <= MOST_CHARACTERS[kind];
}

function tooLong({ kind, size, pointer }: SizedValue, encoding: Encoding, remedy: string): ScreenplayError {
  const [length, most] = [encodedLength(size, encoding), MOST_CHARACTERS[kind]].map((count) =>
    count.toLocaleString('en'),
  );
  const message = `Encrypted, this would take ${length} characters in ${encoding}, and the schema lets it have ${most}: ${remedy}`;
  return new ScreenplayError('limit_exceeded', message, { at: { pointer } });
}
