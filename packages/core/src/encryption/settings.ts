/** The keys of the document's `encrypt.meta`. */
export const SETTINGS = {
  /** The keyed check of all values, see check.ts. */
  check: 'screenplay.check',
  /** `encrypted`: names by language (titles) are encrypted too. */
  titles: 'screenplay.titles',
  /** What scrypt costs: `N=131072,r=8,p=1`. */
  cost: 'screenplay.scrypt',
  /** The salt of scrypt, 32 hexadecimal digits. */
  salt: 'screenplay.salt',
  /** `null`: what stood in the place of `encrypt` before. */
  before: 'screenplay.before',
} as const;

export const TITLES_ENCRYPTED = 'encrypted';
export const BEFORE_NULL = 'null';
