import { isLang } from '../../conventions/language.js';
import { CIPHERS } from '../../encryption/ciphers.js';
import { ENCODINGS } from '../../encryption/encodings.js';

/** An option of tasks, as it stands under `vars` of a push request. */
interface VarRule {
  /** Whether it rests sealed, and is erased when its job ends. */
  secret: boolean;
  /** What it must be, for a message that says so. */
  must: string;
  accepts(value: unknown): boolean;
}

const flag: VarRule = { secret: false, must: 'true or false', accepts: (value) => typeof value === 'boolean' };

function oneOf(words: readonly string[]): VarRule {
  const must = `one of ${words.join(', ')}`;
  return { secret: false, must, accepts: (value) => typeof value === 'string' && words.includes(value) };
}

function text(longest: number): VarRule {
  const must = `a text of 1 to ${longest} characters`;
  return { secret: false, must, accepts: (value) => isText(value, longest) };
}

/** Every option of every task. */
export const VARS = {
  lang: {
    secret: false,
    must: 'a BCP 47 language tag such as en or pt-BR',
    accepts: (value) => typeof value === 'string' && isLang(value),
  },
  pdf_password: { ...text(1024), secret: true },
  strict: flag,
  encrypt_key: { ...text(1024), secret: true },
  encoding: oneOf(ENCODINGS),
  suite: oneOf(CIPHERS),
  encrypt_titles: flag,
  drop_analysis: flag,
  allow_unchecked: flag,
  paper: oneOf(['letter', 'a4']),
  scene_numbers: oneOf(['none', 'left', 'right', 'both']),
  title_page: flag,
  continueds: flag,
  tint_pages: flag,
  pages: text(100),
  watermark: text(200),
} as const satisfies Record<string, VarRule>;

export type VarName = keyof typeof VARS;

/** Options by name, each as its rule accepts it. */
export interface Vars {
  readonly lang?: string;
  readonly pdf_password?: string;
  readonly strict?: boolean;
  readonly encrypt_key?: string;
  readonly encoding?: (typeof ENCODINGS)[number];
  readonly suite?: (typeof CIPHERS)[number];
  readonly encrypt_titles?: boolean;
  readonly drop_analysis?: boolean;
  readonly allow_unchecked?: boolean;
  readonly paper?: 'letter' | 'a4';
  readonly scene_numbers?: 'none' | 'left' | 'right' | 'both';
  readonly title_page?: boolean;
  readonly continueds?: boolean;
  readonly tint_pages?: boolean;
  readonly pages?: string;
  readonly watermark?: string;
}

export function isVarName(name: string): name is VarName {
  return Object.hasOwn(VARS, name);
}

function isText(value: unknown, longest: number): boolean {
  // Half characters have no bytes, and could neither be kept nor encrypt anything.
  if (typeof value !== 'string' || /[\uD800-\uDFFF]/u.test(value)) return false;
  return value.length > 0 && value.length <= 2 * longest && [...value].length <= longest;
}
