import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { Converter } from '../../src/index.js';
import { taskCatalogue } from '../../src/pipeline/jobs/index.js';
import { VARS } from '../../src/pipeline/tasks/vars.js';
import type { VarName } from '../../src/pipeline/tasks/vars.js';
import { bytesOf, DEFAULT_HOOK, Deployment, FOUNTAIN } from '../jobs/deployment.js';

const update = process.env['UPDATE'] === '1';

/** A page of the docs, of which parts follow from the code: `UPDATE=1` writes them. */
class Page {
  readonly #file: URL;
  #text: string;

  constructor(name: string) {
    this.#file = new URL(`../../../../docs/${name}`, import.meta.url);
    this.#text = readFileSync(this.#file, 'utf8');
  }

  expectBetween(marker: string, expected: string): void {
    this.#expect(new RegExp(`(<!-- ${marker} -->\n)([^]*?)(<!-- /${marker} -->)`), expected);
  }

  expectJson(name: string, value: unknown): void {
    this.#expect(new RegExp(`(\`\`\`json ${name}\n)([^]*?)(\`\`\`\n)`), `${JSON.stringify(value, null, 2)}\n`);
  }

  #expect(part: RegExp, expected: string): void {
    if (update) {
      this.#text = this.#text.replace(part, (_, before: string, _old, after: string) => before + expected + after);
      writeFileSync(this.#file, this.#text);
    }
    expect(part.exec(this.#text)?.[2]).toBe(expected);
  }
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |\n`;
const code = (text: string): string => `\`${text}\``;
const WHAT: Readonly<Record<VarName, string>> = {
  lang: 'the language under which a conversion writes texts, or which an export picks',
  pdf_password: 'opens an encrypted PDF',
  strict: 'an invalid document fails the job',
  encrypt_key: 'the secret to encrypt and decrypt with, 10 characters at least',
  encoding: 'how ciphertext is written; else the first that fits',
  suite: 'the cipher; else `aes-256-ctr`',
  encrypt_titles: 'titles are encrypted too',
  drop_analysis: '`analysis`, which repeats the script, is left out',
  allow_unchecked: 'documents are decrypted that other programs encrypted, which nothing protects against changes',
  paper: 'what to print on; else the script’s own',
  scene_numbers: 'where scene numbers print; else as the script says',
  title_page: 'whether the title page prints',
  continueds: 'whether (MORE) and (CONT’D) print',
  tint_pages: 'whether revised pages are tinted',
  pages: 'the pages to print: `3-7`, `12A`, `-5`',
  watermark: 'printed large and light across every page',
};

let deployment: Deployment | undefined;

afterEach(async () => {
  await deployment?.stop();
  deployment = undefined;
});

/** A job that takes a while, by a converter whose outputs have these sizes. */
async function ferry(): Promise<{ deployment: Deployment; id: string }> {
  const sizes: Record<string, number> = { convert: 18_204, export: 46_310 };
  const converter: Converter = {
    run: async (operation) => {
      await runtime.sleep(operation === 'export' ? 310 : 90);
      return { bytes: new Uint8Array(sizes[operation] ?? 0), warnings: [], facts: {} as never };
    },
    close: async () => undefined,
  };
  const started = new Deployment({ converter, worker: { host: 'studio-1', pid: 4711, slots: 1 } });
  deployment = started;
  const { runtime } = started;
  await started.input.write('drafts/ferry.fountain', new Uint8Array(9120));
  const id = await started.push({
    input_key: 'drafts/ferry.fountain',
    output_key: 'converted/ferry',
    document_id: 'ferry',
    tasks: ['convert-fountain-to-screenplay', 'export-to-pdf'],
  });
  await runtime.sleep(40);
  started.worker();
  started.sender();
  await started.ended(id);
  await started.told();
  return { deployment: started, id };
}

describe('docs/jobs.md', () => {
  const page = new Page('jobs.md');

  it('has every task', () => {
    const rows = taskCatalogue().map(({ name, accepts, output_dir: folder, output_name: file, vars }) => {
      const names = [...vars.required.map((one) => `**${one}**`), ...vars.optional].join(', ');
      return row(code(name), accepts.join(' or ') || 'the outputs so far', folder || '-', code(file), names || '-');
    });
    page.expectBetween(
      'tasks',
      `${row('task', 'reads', 'folder', 'name', 'vars')}|---|---|---|---|---|\n${rows.join('')}`,
    );
  });

  it('has every var', () => {
    const rows = Object.entries(VARS).map(([name, { must }]) => row(code(name), must, WHAT[name as VarName]));
    page.expectBetween('vars', `${row('var', 'is', 'what it does')}|---|---|---|\n${rows.join('')}`);
  });

  it('shows a record', async () => {
    const { deployment: done, id } = await ferry();
    page.expectJson('record', await done.record(id));
  });
});

describe('docs/webhooks.md', () => {
  const page = new Page('webhooks.md');

  it('shows what is sent', async () => {
    const { deployment: done } = await ferry();
    const payloads = done.receivers.at(DEFAULT_HOOK);
    expect(payloads.map(({ event }) => event)).toEqual(['job.queued', 'job.started', 'job.progress', 'job.completed']);
    page.expectJson('job.progress', payloads[2]);
  });

  it('shows a failure', async () => {
    deployment = new Deployment({ worker: { host: 'studio-1', pid: 4711, slots: 1 } });
    const tasks = ['convert-pdf-to-screenplay', 'export-to-fdx'];
    await deployment.input.write('drafts/ferry.pdf', bytesOf(FOUNTAIN));
    const body = { input_key: 'drafts/ferry.pdf', output_key: 'converted/ferry', document_id: 'ferry', tasks };
    await deployment.push(body);
    deployment.worker();
    deployment.sender();
    await deployment.until(() => deployment?.receivers.at(DEFAULT_HOOK).length === 3);
    page.expectJson('job.failed', deployment.receivers.at(DEFAULT_HOOK)[2]);
  });
});
