import { describe, expect, it } from 'vitest';
import { displayWidth } from '../src/terminal/display-width.js';
import { FDX, filesBelow, folderWith, FOUNTAIN, NOT_A_SCRIPT, readJson, screenplay } from './stand-in.js';

const TWO_SCENES = `INT. KITCHEN - NIGHT #1#

A lamp burns.

MARA
Who left this on?

JON (O.S.)
Nobody.

EXT. THE LONG QUAY BEHIND THE CUSTOMS HOUSE OF THE OLD HARBOUR, FOGGY - LATE AFTERNOON #12A#

MARA
Jon?

PETROVSKY THE ELDER
He is not here.

CUSTOMS OFFICER
Nor was he ever here.
`;

describe('pages', () => {
  it('are printed with every scene, as a table', async () => {
    const cwd = await folderWith({ 'a.fountain': TWO_SCENES });
    expect(await screenplay(['pages', 'a.fountain'], { cwd })).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `a.fountain: 1 page, 2 scenes; total length 4/8
SCENE  PAGE  LENGTH  HEADING                                                                                 CAST
    1     1     2/8  INT. KITCHEN - NIGHT                                                                    MARA, JON
  12A     1     2/8  EXT. THE LONG QUAY BEHIND THE CUSTOMS HOUSE OF THE OLD HARBOUR, FOGGY - LATE AFTERNOON  MARA, PETROVSKY THE ELDER, CUSTOMS OFFICER
`,
    });
  });

  it('fit a terminal of 80 columns', async () => {
    const { stdout } = await screenplay(['pages', '-'], {
      stdin: TWO_SCENES,
      terminal: { stdout: true },
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toBe(`standard input: 1 page, 2 scenes; total length 4/8
SCENE  PAGE  LENGTH  HEADING                             CAST
    1     1     2/8  INT. KITCHEN - NIGHT                MARA, JON
  12A     1     2/8  EXT. THE LONG QUAY BEHIND THE CUS…  MARA, PETROVSKY THE EL…
`);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('give headings the room that the speakers leave', async () => {
    const stdin = `INT. ${'CORRIDOR '.repeat(9)}- NIGHT\n\nMARA\nHello?\n`;
    const { stdout } = await screenplay(['pages', '-'], {
      stdin,
      terminal: { stdout: true },
      env: { NO_COLOR: '1' },
    });
    expect(stdout.split('\n')[2]).toBe(`   1     1/8  INT.${' CORRIDOR'.repeat(6)}…  MARA`);
  });

  it('have a bold head on a terminal', async () => {
    const { stdout } = await screenplay(['pages', '-'], { stdin: FOUNTAIN, terminal: { stdout: true } });
    expect(stdout).toContain('\u001b[1mPAGE  LENGTH  HEADING               CAST\u001b[22m\n');
  });

  it('keep columns in line for wide letters and for scripts from right to left', async () => {
    const stdin = `INT. 台所 - NIGHT

@美咲
誰？

INT. מטבח - לילה

@דנה
מי שם?

INT. KITCHEN - NIGHT

MARA
Who?
`;
    const { stdout } = await screenplay(['pages', '-'], {
      stdin,
      terminal: { stdout: true },
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toBe(`standard input: 1 page, 3 scenes; total length 3/8
PAGE  LENGTH  HEADING               CAST
   1     1/8  INT. 台所 - NIGHT     美咲
   1     1/8  \u2068INT. מטבח - לילה\u2069      \u2068דנה\u2069
   1     1/8  INT. KITCHEN - NIGHT  MARA
`);
  });

  it('never cut a letter in two', async () => {
    const stdin = `INT. ${'漢字'.repeat(50)} - NIGHT\n\nRain.\n\nINT. ${'e\u0301👩‍👩‍👧'.repeat(50)} - DAY\n\nSun.\n`;
    const { stdout } = await screenplay(['pages', '-'], { stdin, terminal: { stdout: true }, env: { NO_COLOR: '1' } });
    const lines = stdout.trimEnd().split('\n').slice(2);
    for (const line of lines) {
      expect(displayWidth(line)).toBeLessThanOrEqual(80);
      expect(displayWidth(line)).toBeGreaterThan(70);
    }
    expect(lines[0]).toMatch(/[漢字]…$/);
    expect(lines[1]).toMatch(/(?:e\u0301|👩‍👩‍👧)…$/u);
  });

  it('never send control characters to the terminal', async () => {
    const stdin = 'INT. A\u001b[31mB\u202eC - NIGHT\n\nRain.\n';
    const { stdout } = await screenplay(['pages', '-'], { stdin });
    // eslint-disable-next-line no-control-regex -- that is what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  it('are a JSON object a line, with the ids of the document', async () => {
    const cwd = await folderWith({ 'a.fountain': TWO_SCENES, 'b.fdx': FDX });
    const { code, stdout } = await screenplay(['pages', 'a.fountain', 'b.fdx', '--json'], { cwd });
    expect(code).toBe(0);
    const [a, b, ...rest] = stdout.trimEnd().split('\n');
    expect(rest).toEqual([]);
    const document = JSON.parse((await screenplay(['convert', 'a.fountain'], { cwd })).stdout);
    expect(JSON.parse(a!)).toEqual({
      input: 'a.fountain',
      from: 'fountain',
      pages: 1,
      eighths: 4,
      length: '4/8',
      scenes: [
        {
          id: document.document.scenes[0].id,
          number: '1',
          heading: 'INT. KITCHEN - NIGHT',
          page: '1',
          eighths: 2,
          length: '2/8',
          cast: ['MARA', 'JON'],
        },
        {
          id: document.document.scenes[1].id,
          number: '12A',
          heading: 'EXT. THE LONG QUAY BEHIND THE CUSTOMS HOUSE OF THE OLD HARBOUR, FOGGY - LATE AFTERNOON',
          page: '1',
          eighths: 2,
          length: '2/8',
          cast: ['MARA', 'PETROVSKY THE ELDER', 'CUSTOMS OFFICER'],
        },
      ],
    });
    expect(JSON.parse(b!)).toMatchObject({ input: 'b.fdx', from: 'fdx', pages: 1, scenes: [{ page: '1' }] });
    const piped = await screenplay(['pages', '-', '-f', 'fdx', '--json'], { stdin: FDX });
    expect(JSON.parse(piped.stdout)).toEqual({ ...JSON.parse(b!), input: '-' });
  });

  it('are the same from whatever format the script comes in', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    const pagesOf = async (name: string): Promise<unknown> => {
      const { input, from, ...rest } = JSON.parse((await screenplay(['pages', name, '--json'], { cwd })).stdout);
      expect({ input, from }).toEqual({ input: name, from: name.split('.')[1] });
      return rest;
    };
    const want = await pagesOf('a.fdx');
    for (const name of ['a.json', 'a.yaml']) {
      expect((await screenplay(['convert', 'a.fdx', '-o', name], { cwd })).code).toBe(0);
      expect(await pagesOf(name)).toEqual(want);
    }
  });

  it('go by the paper and the numbers that are named', async () => {
    const stdin = `INT. HALL - DAY\n\n${'Rain.\n\n'.repeat(27)}`;
    const first = async (...options: string[]): Promise<string[]> =>
      (await screenplay(['pages', '-', ...options], { stdin })).stdout.split('\n');
    expect((await first())[0]).toContain(': 2 pages, 1 scene;');
    expect((await first('--paper', 'A4'))[0]).toContain(': 1 page, 1 scene;');
    expect((await first())[1]).toMatch(/^PAGE/);
    expect((await first('--scene-numbers', 'left')).slice(1, 3)).toEqual([
      'SCENE  PAGE  LENGTH  HEADING          CAST',
      '    1     1   1 1/8  INT. HALL - DAY',
    ]);
    const numbered = await screenplay(['pages', '-', '--scene-numbers', 'none'], { stdin: TWO_SCENES });
    expect(numbered.stdout).not.toContain('12A');
  });

  it('go into a file', async () => {
    const cwd = await folderWith({ 'a.fdx': FDX });
    const { stdout: plain } = await screenplay(['pages', 'a.fdx'], { cwd });
    const { code, stdout } = await screenplay(['pages', 'a.fdx', '-o', 'out/pages.txt'], {
      cwd,
      terminal: { stdout: true },
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    await screenplay(['pages', 'a.fdx', '--json', '-o', 'pages.json'], { cwd });
    expect(await readJson(cwd, 'pages.json')).toMatchObject({ input: 'a.fdx', pages: 1 });
    expect(await filesBelow(cwd)).toEqual(['a.fdx', 'out/pages.txt', 'pages.json']);
    expect((await screenplay(['pages', 'a.fdx', '-o', '-'], { cwd })).stdout).toBe(plain);
  });

  it('of a script without scenes are a line', async () => {
    const { stdout } = await screenplay(['pages', '-', '-f', 'fountain'], { stdin: 'Only rain.\n' });
    expect(stdout).toBe('standard input: 1 page, 0 scenes\n');
  });
});

describe('what pages cannot count', () => {
  it('is told in a line, and exits with 1', async () => {
    const cwd = await folderWith({ 'bad.fdx': NOT_A_SCRIPT, 'empty.fountain': '' });
    for (const name of ['bad.fdx', 'empty.fountain', 'gone.fdx']) {
      const { code, stdout, stderr } = await screenplay(['pages', name], { cwd });
      expect({ name, code, stdout }).toEqual({ name, code: 1, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^error: ${name}: .+\n$`));
    }
  });

  it('does not stop the rest', async () => {
    const cwd = await folderWith({
      'd/a.fdx': FDX,
      'd/b.fdx': NOT_A_SCRIPT,
      'd/x/c.fountain': FOUNTAIN,
      'd/n.txt': 'x',
    });
    const { code, stdout, stderr } = await screenplay(['pages', 'd'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error: d\/b\.fdx: .+\n$/);
    expect(stdout.split('\n').filter((line) => /^[ds\n]|^$/.test(line))).toEqual([
      'd/a.fdx: 1 page, 1 scene; total length 2/8',
      '',
      'd/x/c.fountain: 1 page, 1 scene; total length 2/8',
      '',
    ]);
  });

  it('is refused when the command line is wrong', async () => {
    const complaint = async (...argv: string[]): Promise<string> => {
      const { code, stdout, stderr } = await screenplay(['pages', ...argv], { stdin: FDX });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      return stderr;
    };
    expect(await complaint()).toContain('no input');
    expect(await complaint('-', '--paper', 'a5')).toBe(
      "error: --paper takes letter or a4, not 'a5'\ndid you mean a4?\n",
    );
    expect(await complaint('-', '--scene-numbers', 'top')).toBe(
      "error: --scene-numbers takes none, left, right or both, not 'top'\n",
    );
    expect(await complaint('-', '--lang', '!')).toContain('is not a language tag');
    expect(await complaint('-', '-f', 'fdxx')).toContain('did you mean fdx?');
  });

  it('is listed with what was found when that is asked for', async () => {
    const stdin = Buffer.from(FOUNTAIN.replace('lamp', 'lamp\xe9'), 'latin1');
    const { code, stderr } = await screenplay(['pages', '-', '-f', 'fountain', '--verbose'], { stdin });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: standard input: .+\n$/);
    expect((await screenplay(['pages', '-', '-f', 'fountain'], { stdin })).stderr).toBe('');
  });
});
