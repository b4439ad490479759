import type { SampleElement } from '../../../../../src/testing/pdf-generator/index.js';
import { emphasised } from './marked-up.js';

/** A number in the corner of every page but the first; a heading takes some lines of its scene along. */
const HEAD = `.fam C
.ps 12
.vs 12
.po 1.5i
.ll 6i
.pl 11i
.nh
.na
.de HD
'sp 0.5i
.if \\\\n%>1 .tl '''\\\\n%.'
'sp |1i
..
.de FT
'bp
..
.wh 0 HD
.wh -1i FT
`;

/** Lines before, indent, end of the line, and lines that must be left on the page. */
const SHAPES: Readonly<
  Record<SampleElement['kind'], readonly [before: number, left: number, right: number, need: number]>
> = {
  heading: [2, 0, 6, 8],
  action: [1, 0, 6, 2],
  shot: [1, 0, 6, 8],
  character: [1, 2, 6, 12],
  parenthetical: [0, 1.5, 4, 1],
  dialogue: [0, 1, 4.5, 1],
  transition: [1, 4.5, 6, 2],
};

const FONTS = { bold: 'B', italic: 'I', underline: 'I' };

/** A script as the input of a typesetter of the seventies, whose blanks are places. */
export function typesetterInput(script: readonly SampleElement[]): string {
  const body = script.map((element) => {
    const [before, left, right, need] = SHAPES[element.kind];
    const text = emphasised(element, escaped, (words, look) => `\\f${FONTS[look]}${words}\\fP`);
    return `.br\n.ne ${need + before}\n${before > 0 ? `.sp ${before}\n` : ''}.in ${left}i\n.ll ${right}i\n${text}`;
  });
  return `${HEAD}${body.join('\n')}\n`;
}

function escaped(text: string): string {
  return (
    text
      .replace(/\\/g, '\\e')
      .replace(/-/g, '\\-')
      .replace(/’/g, '\\(cq')
      .replace(/^(?=[.'])/, '\\&')
      // One blank behind a sentence, as everywhere else.
      .replace(/([.?!])(?= |$)/g, '$1\\&')
  );
}
