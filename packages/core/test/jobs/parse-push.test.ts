import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScreenplayError } from '../../src/index.js';
import { parsePush, taskCatalogue } from '../../src/pipeline/jobs/index.js';
import type { PushRequest, PushRules } from '../../src/pipeline/jobs/index.js';

const BODY = {
  input_key: 'in/Draft 3.fdx',
  output_key: 'out/draft-3',
  document_id: 'd-1',
  tasks: ['convert-fdx-to-screenplay', 'export-to-pdf'],
};
const APART: PushRules = { sharedStorage: false };

function refusal(body: unknown, rules = APART): { field: unknown; message: string } {
  try {
    parsePush(body, rules);
  } catch (error) {
    if (!(error instanceof ScreenplayError) || error.code !== 'bad_option') throw error;
    return { field: error.details?.['field'], message: error.message };
  }
  return { field: 'nothing', message: '' };
}

function parsed(changes: object = {}, rules = APART): PushRequest {
  return parsePush({ ...BODY, ...changes }, rules);
}

const long = (length: number): string => 'x'.repeat(length);

describe('a push request', () => {
  it('is taken with what it must have', () => {
    expect(parsed()).toEqual({
      inputKey: 'in/Draft 3.fdx',
      outputKey: 'out/draft-3',
      documentId: 'd-1',
      tenantId: '',
      tasks: BODY.tasks,
      vars: {},
      webhook: null,
    });
  });

  it('is taken with all that it may have', () => {
    const vars = { lang: 'pt-BR', paper: 'a4', scene_numbers: 'both', title_page: false };
    const all = { vars, webhook: 'https://Example.org:443/a?b#c', tenant_id: 'studio' };
    expect(parsed(all)).toMatchObject({ vars, webhook: 'https://example.org/a?b', tenantId: 'studio' });
  });

  it('is taken at its bounds', () => {
    const output_key = 'o'.repeat(1024 - '/json/Draft 3.json'.length);
    const tasks = ['convert-fdx-to-screenplay'];
    const url = `http://a.example/${long(2048 - 'http://a.example/'.length)}`;
    const document_id = '🎬'.repeat(255);
    expect(parsed({ output_key, tasks, webhook: url, document_id, tenant_id: long(255) }).webhook).toBe(url);
    const input_key = `${'é'.repeat(509)}/a.fdx`;
    expect(parsed({ input_key, tasks, output_key: 'o' }).inputKey).toBe(input_key);
  });

  it.each([
    [undefined, 'body'],
    [null, 'body'],
    ['{}', 'body'],
    [[BODY], 'body'],
    [{}, 'input_key'],
    [{ ...BODY, inputKey: 'x' }, 'inputKey'],
    [{ ...BODY, ['__proto__2']: 1 }, '__proto__2'],
    [JSON.parse('{"__proto__": {"input_key": "a"}, "document_id": "b"}'), '__proto__'],
  ])('%j is refused for %s', (body, field) => {
    expect(refusal(body).field).toBe(field);
  });

  it.each(['input_key', 'output_key', 'document_id', 'tasks'] as const)('is refused without %s', (field) => {
    const { [field]: _, ...rest } = BODY;
    expect(refusal(rest)).toEqual({ field, message: `\`${field}\` is missing` });
  });

  it.each([
    ['document_id', ''],
    ['document_id', 7],
    ['document_id', long(256)],
    ['document_id', 'half \ud800'],
    ['tenant_id', ''],
    ['tenant_id', null],
    ['tenant_id', long(256)],
    ['webhook', ''],
    ['webhook', null],
    ['webhook', '/hook'],
    ['webhook', 'ftp://a.example/'],
    ['webhook', 'javascript:alert(1)'],
    ['webhook', 'https://'],
    ['webhook', `https://a.example/${long(2048)}`],
    ['vars', null],
    ['vars', []],
    ['vars', 'lang=en'],
    ['tasks', []],
    ['tasks', 'export-to-pdf'],
    ['tasks', Array(33).fill('export-to-pdf')],
  ])('is refused with %s %j', (field, value) => {
    expect(refusal({ ...BODY, [field]: value }).field).toBe(field);
  });
});

describe('whatever is pushed', () => {
  const strange = fc.oneof(fc.jsonValue(), fc.constantFrom('__proto__', 'constructor', -0, Infinity, '\ud800'));

  it('is taken or refused, and never anything else', () => {
    fc.assert(
      fc.property(strange, (body) => {
        expect(refusal(body).field).not.toBe('nothing');
      }),
    );
  });

  it('with one member that is something else is taken or refused for that member', () => {
    const body = { ...BODY, vars: { lang: 'en' }, webhook: 'https://a.example/', tenant_id: 't' };
    const names = fc.constantFrom(...(Object.keys(body) as (keyof typeof body)[]));
    fc.assert(
      fc.property(names, strange, (name, value) => {
        const { field } = refusal({ ...body, [name]: value });
        if (field !== 'nothing') expect(String(field).split(/[.[]/)[0]).toBe(name);
      }),
    );
  });
});

describe('keys', () => {
  const bad: [unknown, RegExp][] = [
    ['', /is empty/],
    [7, /must be a text/],
    ['/in/a.fdx', /begins with a slash/],
    ['../a.fdx', /segment/],
    ['in/../a.fdx', /segment/],
    ['in/./a.fdx', /segment/],
    ['in/..', /segment/],
    ['in/a\u0000.fdx', /control/],
    ['in/a\n.fdx', /control/],
    ['in/a\u0085.fdx', /control/],
    ['in/\udc00.fdx', /half characters/],
    [`in/${'é'.repeat(511)}`, /longer than 1024 bytes/],
  ];
  it.each(bad)('%j is none', (key, message) => {
    expect(refusal({ ...BODY, input_key: key })).toEqual({
      field: 'input_key',
      message: expect.stringMatching(message),
    });
    expect(refusal({ ...BODY, output_key: key })).toEqual({
      field: 'output_key',
      message: expect.stringMatching(message),
    });
  });

  it('may have dots, signs and any script', () => {
    const inputs = ['a..b/...fdx', 'a/.hidden', 'Łódź “3”.fdx', 'a//b.fdx', 'a\\b', '脚本/草稿.fdx', ' ', 'C:/a'];
    for (const input_key of inputs) expect(parsed({ input_key }).inputKey).toBe(input_key);
  });

  it('lie within the prefixes, which are folders', () => {
    for (const prefix of ['in', 'in/']) {
      const rules = { ...APART, inputPrefix: prefix };
      expect(parsed({}, rules).inputKey).toBe(BODY.input_key);
      for (const input_key of ['in', 'inner/a.fdx', 'out/a.fdx', 'IN/a.fdx', 'x/in/a.fdx']) {
        expect(refusal({ ...BODY, input_key }, rules).field).toBe('input_key');
      }
    }
    for (const output_key of ['out', 'out/', 'out/a/b']) {
      expect(parsed({ output_key }, { ...APART, outputPrefix: 'out' }).outputKey).toBe(output_key);
    }
    for (const output_key of ['outer', 'o', 'in/out']) {
      expect(refusal({ ...BODY, output_key }, { ...APART, outputPrefix: 'out/' }).field).toBe('output_key');
    }
  });

  it('of inputs name a file', () => {
    expect(refusal({ ...BODY, input_key: 'in/' }).field).toBe('input_key');
  });

  it('of outputs are not too long either', () => {
    expect(refusal({ ...BODY, output_key: long(1010) }).field).toBe('output_key');
  });
});

describe('outputs that meet', () => {
  it.each([
    [['validate-screenplay', 'export-to-pdf', 'validate-screenplay'], 'tasks[2]'],
    [['export-to-fdx', 'export-to-fdx'], 'tasks[1]'],
    [['export-to-fdx', 'zip-output', 'zip-output'], 'tasks[2]'],
  ])('on one key are refused: %j', (tasks, field) => {
    expect(refusal({ ...BODY, tasks }).field).toBe(field);
  });

  it('with the input are refused where both lie in one store', () => {
    const body = { ...BODY, input_key: 'a/fdx/b.fdx', output_key: 'a', tasks: ['convert-fdx-to-screenplay'] };
    const meets = { ...body, tasks: [...body.tasks, 'export-to-fdx'] };
    expect(parsePush(meets, APART).tasks).toHaveLength(2);
    expect(refusal(meets, { sharedStorage: true })).toEqual({
      field: 'output_key',
      message: '`output_key` would have export-to-fdx write over the input a/fdx/b.fdx',
    });
    expect(parsePush(body, { sharedStorage: true }).tasks).toHaveLength(1);
    const zip = { ...body, input_key: 'a/package.zip', tasks: ['export-to-fdx', 'zip-output'], output_key: 'a/' };
    expect(refusal(zip, { sharedStorage: true }).field).toBe('output_key');
  });
});

describe('the order of tasks', () => {
  const good = [
    ['convert-fdx-to-screenplay', 'validate-screenplay', 'export-to-pdf', 'zip-output'],
    ['export-to-fdx', 'export-to-pdf', 'zip-output', 'encrypt-screenplay'],
    ['convert-fdx-to-screenplay', 'encrypt-screenplay', 'validate-screenplay', 'zip-output', 'decrypt-screenplay'],
    ['decrypt-screenplay', 'export-to-yaml', 'encrypt-screenplay'],
    ['validate-screenplay', 'decrypt-screenplay'],
    ['encrypt-screenplay', 'decrypt-screenplay', 'export-to-json'],
    ['validate-screenplay', 'convert-yaml-to-screenplay', 'export-to-fadein'],
    // YAML may hold an encrypted document.
    ['convert-yaml-to-screenplay', 'decrypt-screenplay'],
  ];
  it.each(good)('may be %j', (...tasks) => {
    expect(parsed({ tasks, vars: { encrypt_key: 'a long enough secret' } }).tasks).toEqual(tasks);
  });

  const bad: [string[], string][] = [
    [['convert-fdx-to-screenplay', 'encrypt-screenplay', 'export-to-pdf'], 'tasks[2]'],
    [['encrypt-screenplay', 'zip-output', 'validate-screenplay', 'export-to-json'], 'tasks[3]'],
    [['encrypt-screenplay', 'convert-yaml-to-screenplay'], 'tasks[1]'],
    [['encrypt-screenplay', 'encrypt-screenplay'], 'tasks[1]'],
    [['convert-fdx-to-screenplay', 'convert-pdf-to-screenplay'], 'tasks[1]'],
    [['convert-fdx-to-screenplay', 'convert-yaml-to-screenplay'], 'tasks[1]'],
    [['convert-fdx-to-screenplay', 'decrypt-screenplay'], 'tasks[1]'],
    [['export-to-pdf', 'convert-fdx-to-screenplay'], 'tasks[1]'],
    [['export-to-pdf', 'decrypt-screenplay'], 'tasks[1]'],
    [['decrypt-screenplay', 'decrypt-screenplay'], 'tasks[1]'],
    [['zip-output'], 'tasks[0]'],
    [['zip-output', 'export-to-pdf'], 'tasks[0]'],
    [['convert-fdx-to-screenplay', 'convert-word-to-screenplay'], 'tasks[1]'],
    [[7 as never], 'tasks[0]'],
    [['toString'], 'tasks[0]'],
  ];
  it.each(bad)('may not be %j', (tasks, field) => {
    expect(refusal({ ...BODY, tasks, vars: { encrypt_key: 'a long enough secret' } }).field).toBe(field);
  });

  it('of a task that cannot follow says why', () => {
    const tasks = ['encrypt-screenplay', 'export-to-pdf'];
    expect(refusal({ ...BODY, tasks, vars: { encrypt_key: 'a long enough secret' } }).message).toBe(
      '`tasks[1]` cannot follow what is before it: export-to-pdf reads json or yaml, and the document is encrypted json there',
    );
  });
});

describe('vars', () => {
  const ENCRYPT = { ...BODY, tasks: ['encrypt-screenplay'] };

  it.each([
    ['lang', 'english!'],
    ['lang', 5],
    ['lang', ''],
    ['strict', 'true'],
    ['encoding', 'base58'],
    ['suite', 'rot13'],
    ['paper', 'A4'],
    ['scene_numbers', true],
    ['title_page', 1],
    ['pages', 5],
    ['watermark', long(201)],
    ['pdf_password', ''],
    ['encrypt_key', ['a long enough secret']],
    ['encrypt_key', 'lone \ud800 surrogate'],
    ['unknown', 1],
    ['font', 'Arial'],
    ['__proto__x', 1],
    ['constructor', 1],
  ])('%s %j is refused', (name, value) => {
    const { field, message } = refusal({ ...ENCRYPT, vars: { encrypt_key: 'a long enough secret', [name]: value } });
    expect(field).toBe(`vars.${name}`);
    expect(message).not.toContain('a long enough secret');
  });

  it('that a task must have are there', () => {
    expect(refusal(ENCRYPT)).toEqual({
      field: 'vars.encrypt_key',
      message: '`vars.encrypt_key` is missing: encrypt-screenplay needs it',
    });
    expect(refusal({ ...BODY, tasks: ['decrypt-screenplay'], vars: {} }).field).toBe('vars.encrypt_key');
  });

  it('of secrets are long enough, without being repeated', () => {
    expect(refusal({ ...ENCRYPT, vars: { encrypt_key: 'ninechars' } })).toEqual({
      field: 'vars.encrypt_key',
      message: '`vars.encrypt_key` is too short: take 10 characters at least',
    });
    // Five characters, ten bytes: enough to decrypt what a program made that counts bytes.
    expect(refusal({ ...ENCRYPT, vars: { encrypt_key: 'ééééé' } }).field).toBe('vars.encrypt_key');
    expect(parsed({ tasks: ['decrypt-screenplay'], vars: { encrypt_key: 'ééééé' } }).vars.encrypt_key).toBe('ééééé');
  });

  it('are kept when a task of the job reads them, and else forgotten', () => {
    const vars = { encrypt_key: 'a long enough secret', pdf_password: 'p', strict: true, lang: 'en' };
    expect(parsed({ vars }).vars).toEqual({ lang: 'en' });
  });
});

describe('the catalogue of tasks', () => {
  const named = (name: string) => taskCatalogue().find((task) => task.name === name);

  it('has every task, and where it writes', () => {
    const rows = taskCatalogue().map(({ name, accepts, output_dir: dir, output_name: file }) => [
      name,
      accepts.join(),
      dir,
      file,
    ]);
    expect(rows).toEqual([
      ['convert-fdx-to-screenplay', 'fdx', 'json', '{stem}.json'],
      ['convert-fadein-to-screenplay', 'fadein', 'json', '{stem}.json'],
      ['convert-fountain-to-screenplay', 'fountain', 'json', '{stem}.json'],
      ['convert-pdf-to-screenplay', 'pdf', 'json', '{stem}.json'],
      ['convert-yaml-to-screenplay', 'yaml', 'json', '{stem}.json'],
      ['validate-screenplay', 'json,yaml', 'validation', '{stem}_validation.json'],
      ['encrypt-screenplay', 'json,yaml', 'encrypted', '{stem}_encrypted.json'],
      ['decrypt-screenplay', 'json,yaml', 'decrypted', '{stem}_decrypted.json'],
      ['export-to-fdx', 'json,yaml', 'fdx', '{stem}.fdx'],
      ['export-to-fadein', 'json,yaml', 'fadein', '{stem}.fadein'],
      ['export-to-fountain', 'json,yaml', 'fountain', '{stem}.fountain'],
      ['export-to-pdf', 'json,yaml', 'pdf', '{stem}.pdf'],
      ['export-to-yaml', 'json,yaml', 'yaml', '{stem}.yaml'],
      ['export-to-json', 'json,yaml', 'exported', '{stem}.json'],
      ['zip-output', '', '', 'package.zip'],
    ]);
  });

  it('tells what each must and may be given', () => {
    expect(named('encrypt-screenplay')?.vars).toEqual({
      required: ['encrypt_key'],
      optional: ['encoding', 'suite', 'encrypt_titles', 'drop_analysis'],
    });
    expect(named('decrypt-screenplay')?.vars).toEqual({ required: ['encrypt_key'], optional: ['allow_unchecked'] });
    expect(named('convert-pdf-to-screenplay')?.vars).toEqual({ required: [], optional: ['lang', 'pdf_password'] });
    expect(named('validate-screenplay')?.vars.optional).toEqual(['strict']);
    expect(named('export-to-pdf')?.vars.optional).toContain('scene_numbers');
    expect(named('export-to-fdx')?.vars.optional).toEqual(['lang']);
    expect(named('zip-output')?.vars).toEqual({ required: [], optional: [] });
    for (const { description } of taskCatalogue()) expect(description).toMatch(/^[A-Z].{10,}$/);
  });

  it('is not changed by who reads it', () => {
    taskCatalogue()[0]?.vars.required.push('x');
    expect(taskCatalogue()[0]?.vars.required).toEqual([]);
  });
});
