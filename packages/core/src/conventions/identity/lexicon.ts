/**
 * What a line says, apart from case, punctuation and spacing. One object per wording, so that equal wordings are the
 * same object.
 */
export interface Phrase {
  /** Word numbers in reading order. */
  readonly words: Int32Array;
  /** The same, sorted. */
  readonly bag: Int32Array;
  /** How much it says: the sum of its words' weights. Set by {@link Lexicon.weigh}. */
  weight: number;
  /** How many lines and headings, of both drafts, say it. */
  uses: number;
}

/** The words of two drafts and how telling each is. */
export class Lexicon {
  readonly #numbers = new Map<string, number>();
  readonly #byText = new Map<string, Phrase>();
  readonly #byWords = new Map<string, Phrase>();
  #weights = new Float64Array(0);
  #lines = 0;

  /** The wording of `text`; counts as one use. */
  read(text: string): Phrase {
    let phrase = this.#byText.get(text);
    if (!phrase) {
      phrase = this.#intern(text);
      this.#byText.set(text, phrase);
    }
    phrase.uses++;
    this.#lines++;
    return phrase;
  }

  #intern(text: string): Phrase {
    const words = wordsOf(text);
    // A line of signs alone ("--", "?!") is its own word.
    if (words.length === 0 && text.trim() !== '') words.push(text.trim());
    const numbers = Int32Array.from(words, (word) => {
      const known = this.#numbers.get(word);
      if (known !== undefined) return known;
      const number = this.#numbers.size + 1;
      this.#numbers.set(word, number);
      return number;
    });
    const key = numbers.join();
    let phrase = this.#byWords.get(key);
    if (!phrase) {
      phrase = { words: numbers, bag: numbers.slice().sort(), weight: 0, uses: 0 };
      this.#byWords.set(key, phrase);
    }
    return phrase;
  }

  /** Weighs every word by how rare it is among the lines read so far; to be called before any comparison. */
  weigh(): void {
    const lines = new Float64Array(this.#numbers.size + 1);
    for (const phrase of this.#byWords.values()) {
      let last = 0;
      for (const word of phrase.bag) {
        if (word !== last) lines[word] = (lines[word] ?? 0) + phrase.uses;
        last = word;
      }
    }
    this.#weights = lines.map((count) => (count === 0 ? 0 : 1 + Math.log(this.#lines / count) / 3));
    for (const phrase of this.#byWords.values()) {
      let weight = 0;
      for (const word of phrase.bag) weight += this.#weights[word] ?? 0;
      phrase.weight = weight;
    }
  }

  /** How much of their words two lines share, 0 to 1: Dice's coefficient over the words' weights. */
  similarity(a: Phrase, b: Phrase): number {
    if (a === b) return 1;
    const total = a.weight + b.weight;
    if (total === 0) return 0;
    let shared = 0;
    let i = 0;
    let j = 0;
    while (i < a.bag.length && j < b.bag.length) {
      const left = a.bag[i] as number;
      const right = b.bag[j] as number;
      if (left === right) {
        shared += this.#weights[left] ?? 0;
        i++;
        j++;
      } else if (left < right) i++;
      else j++;
    }
    return (2 * shared) / total;
  }
}

/** Pairs of neighbouring words, the line's ends included, as hashes: what tells one line's words from another's. */
export function shinglesOf(phrase: Phrase, into: number[]): void {
  let before = 0;
  for (const word of phrase.words) {
    into.push(mix(before, word));
    before = word;
  }
  if (before !== 0) into.push(mix(before, 0));
}

function mix(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d);
}

const APOSTROPHE = 0x27;
const CURLY_APOSTROPHE = 0x2019;

/** The words of a text, lower case, without apostrophes. Scripts that write no blanks count every character. */
function wordsOf(source: string): string[] {
  const text = source.normalize('NFC').toLowerCase();
  const words: string[] = [];
  let start = -1;
  let curly = false;
  const close = (end: number): void => {
    if (start < 0) return;
    const word = curly ? text.slice(start, end).replace(/['\u2019]/g, '') : text.slice(start, end);
    if (word !== '') words.push(word);
    start = -1;
    curly = false;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === APOSTROPHE || code === CURLY_APOSTROPHE) {
      if (start >= 0) curly = true;
    } else if (isSeparator(code)) {
      close(at);
    } else if (standsAlone(code)) {
      close(at);
      const length = code >= 0xd800 && code <= 0xdbff ? 2 : 1;
      words.push(text.slice(at, at + length));
      at += length - 1;
    } else if (start < 0) start = at;
  }
  close(text.length);
  return words;
}

function isSeparator(code: number): boolean {
  if (code < 0x80)
    return !((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a));
  if (code < 0xc0) return code !== 0xaa && code !== 0xb5 && code !== 0xba;
  if (code < 0x2000) return code === 0xd7 || code === 0xf7;
  return (
    code <= 0x206f ||
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff01 && code <= 0xff0f) ||
    (code >= 0xff1a && code <= 0xff20)
  );
}

/** Thai to Lao, Burmese, Khmer, kana and Han, and what lies beyond the basic plane. */
function standsAlone(code: number): boolean {
  if (code < 0x0e00) return false;
  return (
    code <= 0x0eff ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x3040 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xd800 && code <= 0xdbff)
  );
}
