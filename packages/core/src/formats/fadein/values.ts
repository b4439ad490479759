/** Flags, numbers and colours as the format writes them. */

export function readFlag(value: string | undefined): boolean | undefined {
  switch (value?.trim().toLowerCase()) {
    case '1':
    case 'true':
    case 'yes':
      return true;
    case '0':
    case 'false':
    case 'no':
      return false;
    default:
      return undefined;
  }
}

/** A number as programs write it; undefined for anything else. */
export function readNumber(value: string | undefined): number | undefined {
  if (value === undefined || !/^\s*[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})\s*$/.test(value)) return undefined;
  return Number(value);
}

/** A number with one decimal, or as many as it needs, at most three: `2.0`, `0.917`. */
export function printDecimal(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return Number.isInteger(rounded * 10) ? rounded.toFixed(1) : String(rounded);
}

/** A number with as many decimals as it needs, at most two. */
export function printNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

const HEX = /^#?([0-9a-f]{6})$/i;

export function isColor(value: string): boolean {
  return HEX.test(value.trim());
}

/** `#40A0FF`, with the sign or without, as `#40a0ff`; anything else as it is. */
export function readColor(value: string): string {
  const digits = HEX.exec(value.trim())?.[1];
  return digits === undefined ? value : `#${digits.toLowerCase()}`;
}

/** The inverse of {@link readColor}, for colours of three, six and twelve digits; undefined for what is none. */
export function printColor(value: string): string | undefined {
  const digits = /^#([0-9a-f]+)$/i.exec(value)?.[1] ?? '';
  if (digits.length === 3) return `#${digits.replace(/./g, '$&$&').toUpperCase()}`;
  if (digits.length === 12) return `#${digits.replace(/(..)../g, '$1').toUpperCase()}`;
  return digits.length === 6 ? value.toUpperCase() : undefined;
}

export const BLACK = '#000000';
export const WHITE = '#ffffff';
