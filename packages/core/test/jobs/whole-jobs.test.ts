import { afterEach, describe, expect, it } from 'vitest';
import { convert, decode } from '../../src/index.js';
import { decryptDocument } from '../../src/encryption/index.js';
import { openZip } from '../../src/syntax/zip.js';
import { bytesOf, DEFAULT_HOOK, Deployment, FOUNTAIN, OWN_HOOK, PUSH } from './deployment.js';

let deployment: Deployment;

async function start(...args: ConstructorParameters<typeof Deployment>): Promise<Deployment> {
  deployment = new Deployment(...args);
  await deployment.input.write('in/ferry.fountain', bytesOf(FOUNTAIN));
  return deployment;
}

afterEach(async () => {
  await deployment.stop();
});

describe('a job from push to webhooks', () => {
  it('does its tasks, writes their outputs and tells of it', async () => {
    const { service, output } = await start();
    deployment.worker();
    deployment.sender();
    const tasks = [...PUSH.tasks, 'export-to-pdf', 'zip-output'];
    const id = await deployment.push({ tasks, webhook: OWN_HOOK, tenant_id: 'studio' });
    expect(id).toMatch(/^j_[0-9A-HJKMNP-TV-Z]{26}$/);
    const record = await deployment.ended(id);
    await deployment.told();

    expect(record).toMatchObject({
      job_id: id,
      document_id: 'doc-1',
      tenant_id: 'studio',
      input_key: 'in/ferry.fountain',
      output_key: 'out/ferry',
      tasks,
      status: 'success',
      attempt: 1,
      completed_tasks: tasks,
      warnings: [],
      warnings_total: 0,
      error: null,
    });
    expect(record.worker).toMatch(/^studio-42-[0-9a-f]{8}-[1-4]$/);
    const keys = [
      'out/ferry/json/ferry.json',
      'out/ferry/validation/ferry_validation.json',
      'out/ferry/fdx/ferry.fdx',
      'out/ferry/pdf/ferry.pdf',
      'out/ferry/package.zip',
    ];
    expect(record.outputs).toEqual(tasks.map((task, at) => ({ task, keys: [keys[at]] })));
    expect(output.keys.sort()).toEqual([...keys].sort());
    expect(keys.map((key) => output.peek(key)?.contentType)).toEqual([
      'application/json',
      'application/json',
      'application/x-final-draft',
      'application/pdf',
      'application/zip',
    ]);
    const { bytes } = await convert(bytesOf(FOUNTAIN), { from: 'fountain', to: 'json' });
    expect(output.peek(keys[0] ?? '')?.bytes).toEqual(bytes);
    expect(deployment.text(keys[1] ?? '')).toBe('{"valid":true}');
    const archive = openZip(output.peek(keys[4] ?? '')?.bytes ?? new Uint8Array());
    expect(archive.entries.map(({ name }) => name).sort()).toEqual(
      ['json/ferry.json', 'validation/ferry_validation.json', 'fdx/ferry.fdx', 'pdf/ferry.pdf'].sort(),
    );
    expect(archive.read('fdx/ferry.fdx')).toEqual(output.peek(keys[2] ?? '')?.bytes);

    expect(record.timings.map(({ task }) => task)).toEqual(tasks);
    const [first, second] = record.timings;
    expect(first?.bytes_in).toBe(bytesOf(FOUNTAIN).length);
    expect(first?.bytes_out).toBe(bytes.length);
    expect(second?.bytes_in).toBe(bytes.length);
    expect((await service.list()).records).toEqual([record]);

    for (const url of [DEFAULT_HOOK, OWN_HOOK]) {
      expect(deployment.receivers.eventsAt(url)).toEqual([
        'job.queued',
        'job.started',
        'job.progress 1',
        'job.progress 2',
        'job.progress 3',
        'job.progress 4',
        'job.completed',
      ]);
    }
    expect(deployment.receivers.told.every(({ url, trusted }) => trusted === (url === DEFAULT_HOOK))).toBe(true);
  });

  it('tells each event as it is written down', async () => {
    await start();
    const id = await deployment.push();
    await deployment.runtime.sleep(5000);
    deployment.worker();
    deployment.sender();
    const record = await deployment.ended(id);
    await deployment.told();
    const [queued, started, , second, completed] = deployment.receivers.at(DEFAULT_HOOK);
    const fixed = { job_id: id, document_id: 'doc-1', tenant_id: '', tasks: PUSH.tasks, attempt: 1, error: null };
    const delivery = { delivery_id: expect.stringMatching(/^d_[0-9A-HJKMNP-TV-Z]{26}$/) as string };
    const at = { occurred_at: expect.stringMatching(/^2026-01-01T00:00:\d\d\.\d{3}Z$/) as string };
    const none = { started_at: null, finished_at: null, outputs: [] };
    expect(queued).toEqual({
      ...{ event: 'job.queued', status: 'queued', occurred_at: record.queued_at },
      ...{ ...fixed, ...delivery, ...none },
    });
    const running = { status: 'running', started_at: record.started_at };
    expect(started).toEqual({
      ...{ ...fixed, ...delivery, ...none, ...running },
      ...{ event: 'job.started', occurred_at: record.started_at },
    });
    expect(second).toEqual({
      ...{ ...fixed, ...delivery, ...none, ...running, ...at },
      ...{ event: 'job.progress', completed_tasks: PUSH.tasks.slice(0, 2), outputs: record.outputs.slice(0, 2) },
    });
    expect(completed).toEqual({
      ...{ ...fixed, ...delivery, ...running, status: 'success', event: 'job.completed' },
      ...{ finished_at: record.finished_at, outputs: record.outputs, occurred_at: record.finished_at },
    });
    const ids = deployment.receivers.told.map(({ deliveryId, body }) => {
      expect((JSON.parse(body) as { delivery_id: string }).delivery_id).toBe(deliveryId);
      return deliveryId;
    });
    expect(new Set(ids).size).toBe(5);
  });

  it('tells one URL once, however often it is named', async () => {
    await start({ defaultWebhooks: [DEFAULT_HOOK, DEFAULT_HOOK] });
    deployment.worker();
    deployment.sender();
    await deployment.ended(
      await deployment.push({ tasks: ['export-to-fdx'], webhook: 'HTTPS://OPS.example:443/hook#x' }),
    );
    await deployment.told();
    expect(deployment.receivers.told.map(({ event, trusted }) => ({ event, trusted }))).toEqual([
      { event: 'job.queued', trusted: true },
      { event: 'job.started', trusted: true },
      { event: 'job.failed', trusted: true },
    ]);
  });
});

describe('the working document', () => {
  it('is what every export after a conversion reads, until it is encrypted', async () => {
    await start();
    deployment.worker();
    const key = 'a long enough secret';
    const tasks = [
      'convert-fountain-to-screenplay',
      'export-to-yaml',
      'export-to-fountain',
      'encrypt-screenplay',
      'validate-screenplay',
      'decrypt-screenplay',
      'export-to-json',
    ];
    const vars = { lang: 'pt', encrypt_key: key, encoding: 'base64' };
    const id = await deployment.push({ tasks, vars, output_key: 'o/' });
    const record = await deployment.ended(id);
    expect(record.error).toBeNull();
    const encrypted = await decode(bytesOf(deployment.text('o/encrypted/ferry_encrypted.json')));
    expect(encrypted.document.encrypt?.encoding).toBe('base64');
    expect(deployment.text('o/encrypted/ferry_encrypted.json')).not.toContain('Water.');
    expect(deployment.text('o/validation/ferry_validation.json')).toBe('{"valid":true}');
    const plain = deployment.text('o/json/ferry.json');
    expect(JSON.stringify(await decryptDocument(encrypted.document, { key }))).toBe(plain);
    expect(deployment.text('o/decrypted/ferry_decrypted.json')).toBe(plain);
    expect(deployment.text('o/exported/ferry.json')).toBe(plain);
    expect(plain).toContain('"pt":"Water."');
    expect(deployment.text('o/yaml/ferry.yaml')).toContain('pt: Water.');
    expect(deployment.text('o/fountain/ferry.fountain')).toContain('We are *late*.');
    expect(record.timings.at(-1)?.bytes_in).toBe(plain.length);
  });

  it('encrypts the same job to the same bytes, another one to others', async () => {
    await start();
    const { document } = await decode(bytesOf(FOUNTAIN), { name: 'ferry.fountain' });
    await deployment.input.write(
      'in/native.yml',
      (await convert(bytesOf(JSON.stringify(document)), { to: 'yaml' })).bytes,
    );
    const body = {
      input_key: 'in/native.yml',
      tasks: ['encrypt-screenplay'],
      vars: { encrypt_key: 'a long enough secret' },
    };
    const first = await deployment.push({ ...body, output_key: 'a' });
    const second = await deployment.push({ ...body, output_key: 'b' });
    const found = await deployment.store.get(first);
    deployment.worker();
    await deployment.ended(first);
    await deployment.ended(second);
    const bytes = deployment.text('a/encrypted/native_encrypted.json');
    expect(deployment.text('b/encrypted/native_encrypted.json')).not.toBe(bytes);
    // The same job again, as after a worker was lost that had written its output.
    const again = await deployment.store.get(first);
    await deployment.store.replace(first, again?.version ?? 0, found?.job ?? (undefined as never), []);
    await deployment.output.write('a/encrypted/native_encrypted.json', bytesOf(''));
    await deployment.jobs.add([first]);
    await deployment.ended(first);
    expect(deployment.text('a/encrypted/native_encrypted.json')).toBe(bytes);
  });

  it('is native JSON or YAML by the extension of the key, then by content', async () => {
    await start();
    const { document } = await decode(bytesOf(FOUNTAIN), { name: 'ferry.fountain' });
    const json = bytesOf(JSON.stringify(document));
    const { bytes: yaml } = await convert(json, { to: 'yaml' });
    await deployment.input.write('a.json', json);
    await deployment.input.write('a.yaml', yaml);
    await deployment.input.write('no extension', yaml);
    await deployment.input.write('a.document', json);
    await deployment.input.write('lies.json', bytesOf(FOUNTAIN));
    deployment.worker();
    const errors: unknown[] = [];
    for (const input_key of ['a.json', 'a.yaml', 'no extension', 'a.document', 'in/ferry.fountain', 'lies.json']) {
      const id = await deployment.push({ input_key, tasks: ['export-to-fountain'], output_key: input_key });
      errors.push((await deployment.ended(id)).error?.code ?? null);
    }
    expect(errors).toEqual([null, null, null, null, 'wrong_format', 'wrong_format']);
    const texts = ['a.json', 'a.yaml', 'a.document'].map((key) => deployment.text(`${key}/fountain/a.fountain`));
    expect(new Set([...texts, deployment.text('no extension/fountain/no extension.fountain')]).size).toBe(1);
  });
});

describe('a task that fails', () => {
  it('ends the job with its code, and leaves what was written', async () => {
    await start();
    await deployment.input.write('bad.fdx', bytesOf('<FinalDraft><Content><Paragraph'));
    deployment.worker();
    deployment.sender();
    const body = { input_key: 'in/ferry.fountain', tasks: ['convert-fountain-to-screenplay', 'export-to-pdf'] };
    const id = await deployment.push({ ...body, vars: { pages: '900-901' } });
    const record = await deployment.ended(id);
    expect(record).toMatchObject({
      status: 'failed',
      error: { code: 'bad_option', task: 'export-to-pdf' },
      completed_tasks: ['convert-fountain-to-screenplay'],
      outputs: [{ task: 'convert-fountain-to-screenplay', keys: ['out/ferry/json/ferry.json'] }],
    });
    expect(deployment.output.keys).toEqual(['out/ferry/json/ferry.json']);
    await deployment.told();
    const failed = deployment.receivers.at(DEFAULT_HOOK).at(-1);
    expect(failed).toMatchObject({
      event: 'job.failed',
      status: 'failed',
      error: record.error,
      outputs: record.outputs,
    });
    expect(failed?.['finished_at']).toBe(record.finished_at);
  });

  it('says what is missing and what is too big', async () => {
    await start({ worker: { maxInputBytes: 1000 } });
    await deployment.input.write('big.fountain', new Uint8Array(1001).fill(65));
    await deployment.input.write('empty.fountain', new Uint8Array());
    deployment.worker();
    const codes: unknown[] = [];
    for (const input_key of ['nothing.fountain', 'big.fountain', 'empty.fountain', 'in/ferry.fountain']) {
      const id = await deployment.push({ input_key, tasks: ['convert-fountain-to-screenplay'] });
      codes.push((await deployment.ended(id)).error);
    }
    expect(codes).toMatchObject([
      { code: 'not_found', task: 'convert-fountain-to-screenplay' },
      { code: 'limit_exceeded', message: 'The input is larger than 1,000 bytes: split the script into several files' },
      { code: 'empty_input' },
      null as never,
    ]);
  });

  it('reports an invalid document, and fails it only when told to be strict', async () => {
    await start();
    await deployment.input.write('bad.json', bytesOf('{"id": "no uuid", "version": "2026-01"}'));
    deployment.worker();
    const body = { input_key: 'bad.json', tasks: ['validate-screenplay', 'zip-output'] };
    const lenient = await deployment.ended(await deployment.push({ ...body, output_key: 'lenient' }));
    expect(lenient.status).toBe('success');
    const report = JSON.parse(deployment.text('lenient/validation/bad_validation.json')) as Record<string, unknown>;
    expect(report['valid']).toBe(false);
    const strict = await deployment.ended(
      await deployment.push({ ...body, output_key: 'strict', vars: { strict: true } }),
    );
    expect(strict).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_document', task: 'validate-screenplay' },
      completed_tasks: [],
      outputs: [{ task: 'validate-screenplay', keys: ['strict/validation/bad_validation.json'] }],
    });
    expect(JSON.parse(deployment.text('strict/validation/bad_validation.json'))).toEqual(report);
    expect(deployment.output.peek('strict/package.zip')).toBeUndefined();
  });
});

describe('warnings', () => {
  it('are kept with their task and place, a hundred at most, and counted', async () => {
    const found = Array.from({ length: 70 }, (_, at) => ({
      code: 'repaired' as const,
      message: `repair ${at}`,
      ...(at === 0 ? {} : { at: { line: at } }),
    }));
    await start({
      converter: {
        run: async (operation) =>
          ({ bytes: bytesOf('{}'), warnings: found, facts: operation === 'validate' ? { valid: true } : {} }) as never,
        close: async () => undefined,
      },
    });
    deployment.worker();
    const record = await deployment.ended(await deployment.push());
    expect(record.warnings_total).toBe(210);
    expect(record.warnings).toHaveLength(100);
    expect(record.warnings[0]).toEqual({
      task: 'convert-fountain-to-screenplay',
      code: 'repaired',
      message: 'repair 0',
      at: null,
    });
    expect(record.warnings[99]).toMatchObject({ task: 'validate-screenplay', message: 'repair 29', at: 'line 29' });
  });
});
