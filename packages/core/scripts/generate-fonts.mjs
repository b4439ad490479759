// Makes src/formats/pdf/fonts/*.generated.ts of the fonts that PDF pages are set in: each holds one face, cut down to
// the characters that it is there for, without hints and layout features, as WOFF in base64. The licences lie beside.

import { create } from 'fontkit';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const TARGET = fileURLToPath(new URL('../src/formats/pdf/fonts/', import.meta.url));

/** @typedef {readonly (readonly [first: number, last: number])[]} Ranges */

/** Everything that the font has. @type {Ranges} */
const ALL = [[0x20, 0x10ffff]];

/**
 * The scripts that Courier Prime lacks, and what is written among them. ASCII is there for letters that carry marks.
 *
 * @type {Ranges}
 */
const LETTERS = [
  [0x20, 0x7e],
  [0x100, 0x36f],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x1e00, 0x1fff],
  [0x2010, 0x2044],
  [0x20a0, 0x20bf],
  [0x2116, 0x2116],
];

/**
 * Signs: fractions, arrows, operators, boxes, shapes, notes; and letters that no other face has. By ASCII a font is known
 * to be of fixed pitch.
 *
 * @type {Ranges}
 */
const SIGNS = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x52f],
  [0x1e00, 0x1fff],
  [0x2010, 0x23ff],
  [0x2460, 0x27bf],
  [0x2b00, 0x2b59],
  [0xfb00, 0xfb06],
  [0xfffd, 0xfffd],
];

const COURIER = '@expo-google-fonts/courier-prime';
const TYPEWRITER = 'computer-modern/fonts/cmu-typewriter-text';

/** @type {readonly { name: string, file: string, ranges: Ranges }[]} */
const FACES = [
  { name: 'courierPrimeRegular', file: `${COURIER}/400Regular/CourierPrime_400Regular.ttf`, ranges: ALL },
  { name: 'courierPrimeBold', file: `${COURIER}/700Bold/CourierPrime_700Bold.ttf`, ranges: ALL },
  { name: 'courierPrimeItalic', file: `${COURIER}/400Regular_Italic/CourierPrime_400Regular_Italic.ttf`, ranges: ALL },
  { name: 'courierPrimeBoldItalic', file: `${COURIER}/700Bold_Italic/CourierPrime_700Bold_Italic.ttf`, ranges: ALL },
  { name: 'typewriterRegular', file: `${TYPEWRITER}-500-roman.ttf`, ranges: LETTERS },
  { name: 'typewriterBold', file: `${TYPEWRITER}-700-roman.ttf`, ranges: LETTERS },
  { name: 'typewriterItalic', file: `${TYPEWRITER}-500-italic.ttf`, ranges: LETTERS },
  { name: 'typewriterBoldItalic', file: `${TYPEWRITER}-700-italic.ttf`, ranges: LETTERS },
  { name: 'signs', file: '@fontsource/dejavu-mono/files/dejavu-mono-latin-400-normal.woff', ranges: SIGNS },
];

for (const { name, file, ranges } of FACES) {
  const bytes = readFileSync(require.resolve(file));
  const font = create(bytes);
  if (!('characterSet' in font)) throw new Error(`${file} holds more than one font`);
  const kept = font.characterSet.filter((point) => ranges.some(([first, last]) => point >= first && point <= last));
  const text = String.fromCodePoint(...kept);
  const woff = await subsetFont(bytes, text, { targetFormat: 'woff', noHinting: true, keepFeatures: [] });
  const path = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  writeFileSync(
    `${TARGET}${path}.generated.ts`,
    `// Generated from ${basename(file)} by scripts/generate-fonts.mjs: ${kept.length} characters.

/** ${font.fullName}, WOFF in base64. */
export const ${name} = '${woff.toString('base64')}';
`,
  );
}
