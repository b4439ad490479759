import { existsSync, readFileSync } from 'node:fs';

const CORPUS = new URL('../../../../shared/corpus/pairs/his-girl-friday-1940/', import.meta.url);

/**
 * A feature of some 190 pages in Fountain and FDX: the corpus' where it lies beside the checkout, else a generated one.
 * Fade In's own file of it, too, where there is one.
 * @returns {{ name: string, fountain: Uint8Array, fdx: Uint8Array, fadein?: Uint8Array }}
 */
export function feature() {
  if (existsSync(CORPUS)) {
    return {
      name: 'His Girl Friday (195 pages)',
      fountain: readFileSync(new URL('fadein4.fountain', CORPUS)),
      fdx: readFileSync(new URL('fadein4.fdx', CORPUS)),
      fadein: readFileSync(new URL('fadein4.fadein', CORPUS)),
    };
  }
  return generatedFeature();
}

const NAMES = ['MARA', 'TOM', 'THE CLERK', 'ANNA', 'OLD MAN', 'DRIVER'];
const WORDS =
  'the door opens and nobody answers while rain keeps falling on a street that was never quiet before'.split(' ');

function generatedFeature() {
  let state = 7;
  const next = (/** @type {number} */ below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const words = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => WORDS[next(WORDS.length)]).join(' ');
  const fountain = ['Title: A Generated Feature', 'Author: Nobody Known', ''];
  /** @type {string[]} */
  const fdx = [];
  const paragraph = (/** @type {string} */ type, /** @type {string} */ text) =>
    fdx.push(`    <Paragraph Type="${type}">\n      <Text>${text}</Text>\n    </Paragraph>`);
  for (let scene = 0; scene < 90; scene++) {
    const heading = `INT. ROOM ${scene} - DAY`;
    fountain.push('', heading, '');
    paragraph('Scene Heading', heading);
    for (let n = 0; n < 26; n++) {
      const name = NAMES[next(NAMES.length)] ?? 'MARA';
      const speech = `${words(9)}.`;
      const action = `${words(14)}.`;
      fountain.push(name, speech, '', action, '');
      paragraph('Character', name);
      paragraph('Dialogue', speech);
      paragraph('Action', action);
    }
  }
  const encoder = new TextEncoder();
  return {
    name: 'a generated feature',
    fountain: encoder.encode(fountain.join('\n')),
    fdx: encoder.encode(
      `<?xml version="1.0" encoding="UTF-8"?>\n<FinalDraft DocumentType="Script" Template="No" Version="4">\n  <Content>\n${fdx.join('\n')}\n  </Content>\n</FinalDraft>\n`,
    ),
  };
}
