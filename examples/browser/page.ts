/** The page: takes a dropped or picked file, has its worker convert it, and shows and offers what comes out. */
import { formats } from '@screenplay/core/formats';
import type { FormatName } from '@screenplay/core/formats';
import type { Answer, Finding, Order, ScriptFacts } from './messages.ts';

const drop = find('#drop');
const input = findA(HTMLInputElement, '#file');
const status = find('#status');
const unlock = findA(HTMLFormElement, '#unlock');
const password = findA(HTMLInputElement, '#password');
const result = find('#result');

const names: Readonly<Record<FormatName, string>> = {
  fdx: 'Final Draft',
  fadein: 'Fade In',
  fountain: 'Fountain',
  pdf: 'PDF',
  json: 'Native JSON',
  yaml: 'Native YAML',
};

let worker: Worker | undefined;
let file: File | undefined;
/** Addresses of the offered files, which hold them in memory. */
let offered: string[] = [];

input.accept = formats()
  .flatMap(({ extensions }) => extensions)
  .join();

input.addEventListener('change', () => {
  const picked = input.files?.[0];
  // So that the same file can be picked again.
  if (picked) void take(picked).finally(() => (input.value = ''));
});

for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop']) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle('over', kind === 'dragenter' || kind === 'dragover');
  });
}

addEventListener('drop', ({ dataTransfer }) => {
  const dropped = dataTransfer?.files[0];
  if (dropped) void take(dropped);
});

unlock.addEventListener('submit', (event) => {
  event.preventDefault();
  if (file) void take(file, password.value);
});

async function take(picked: File, secret?: string): Promise<void> {
  file = picked;
  // What is under way for an earlier file is of no use any more.
  worker?.terminate();
  clear();
  say(`Reading ${picked.name} …`);
  const started = performance.now();
  const own = new Worker(new URL('convert-worker.js', import.meta.url), { type: 'module' });
  worker = own;
  own.onerror = ({ message }) => {
    say(`The converter stopped: ${message}`, 'failed');
  };
  own.onmessage = ({ data }: MessageEvent<Answer>) => {
    // A worker that was stopped may still have had something to say.
    if (worker === own) show(data, picked.name, started);
  };
  const bytes = new Uint8Array(await picked.arrayBuffer());
  const order: Order = { bytes, name: picked.name, password: secret };
  own.postMessage(order, [bytes.buffer]);
}

function show(answer: Answer, name: string, started: number): void {
  switch (answer.kind) {
    case 'read':
      showScript(answer.facts);
      say('Writing …');
      break;
    case 'written':
      offer(answer.format, name, answer.bytes, answer.findings);
      break;
    case 'refused':
      row(answer.format).replaceChildren(element('strong', names[answer.format]), note(answer.message));
      break;
    case 'done':
      say(`${name}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`, 'done');
      break;
    case 'failed':
      say(answer.message, 'failed');
      unlock.hidden = !answer.code.startsWith('pdf_password');
      if (!unlock.hidden) password.focus();
  }
}

function clear(): void {
  offered.forEach((url) => URL.revokeObjectURL(url));
  offered = [];
  result.hidden = true;
  unlock.hidden = true;
  password.value = '';
}

function say(text: string, state = 'busy'): void {
  status.textContent = text;
  status.className = state;
}

function showScript(facts: ScriptFacts): void {
  const { pages, length, scenes, characters, findings } = facts;
  find('#facts').replaceChildren(
    element('h2', facts.title),
    element('p', [facts.authors, `read from ${names[facts.format]}`].filter((part) => part !== '').join(' · ')),
    factList({
      Pages: pages?.toString() ?? 'encrypted',
      Length: length,
      Scenes: scenes.length.toString(),
      Characters: characters.toString(),
      Schema: facts.valid ? 'valid' : 'invalid',
    }),
  );
  find('#downloads').replaceChildren(...formats().map(({ name }) => waitingRow(name)));
  find('#findings').hidden = findings.length === 0;
  find('#findings h2').textContent = `Found while reading: ${findings.length}`;
  find('#findings ul').replaceChildren(...findings.map(findingItem));
  find('#scenes').hidden = scenes.length === 0;
  find('#scenes tbody').replaceChildren(
    ...scenes.map((scene) =>
      element(
        'tr',
        ...[scene.number, scene.heading, scene.page, scene.length, scene.cast].map((cell) => element('td', cell)),
      ),
    ),
  );
  result.hidden = false;
}

function factList(facts: Readonly<Record<string, string>>): HTMLElement {
  const shown = Object.entries(facts).filter(([, value]) => value !== '');
  return element('dl', ...shown.map(([term, value]) => element('div', element('dt', term), element('dd', value))));
}

function waitingRow(format: FormatName): HTMLElement {
  const item = element('li', element('strong', names[format]), note('…'));
  item.dataset['format'] = format;
  item.className = 'waiting';
  return item;
}

function row(format: FormatName): HTMLElement {
  const item = find(`#downloads [data-format="${format}"]`);
  item.className = '';
  return item;
}

function offer(format: FormatName, source: string, bytes: Uint8Array<ArrayBuffer>, findings: readonly Finding[]): void {
  const { extensions, mimeTypes, printed } = formats().find(({ name }) => name === format) ?? {};
  const extension = extensions?.[0] ?? '';
  const link = element('a', names[format]);
  link.href = URL.createObjectURL(new Blob([bytes], { type: mimeTypes?.[0] ?? '' }));
  link.download = source.replace(/\.[^.]*$/, '') + extension;
  offered.push(link.href);
  const losses = findings.length > 0 ? lossesOf(findings) : note(printed ? 'all that prints' : 'nothing lost', 'none');
  row(format).replaceChildren(link, note(`${extension} · ${sizeOf(bytes.length)}`), losses);
}

function lossesOf(findings: readonly Finding[]): HTMLElement {
  const many = findings.length === 1 ? '1 thing' : `${findings.length} things`;
  return element('details', element('summary', `${many} it cannot hold`), element('ul', ...findings.map(findingItem)));
}

function findingItem({ message, place }: Finding): HTMLElement {
  return element('li', message, ...(place === '' ? [] : [note(place)]));
}

function note(text: string, kind = ''): HTMLElement {
  const span = element('span', text);
  span.className = `note ${kind}`;
  return span;
}

function sizeOf(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

function find(selector: string): HTMLElement {
  return findA(HTMLElement, selector);
}

function findA<Kind extends HTMLElement>(kind: new () => Kind, selector: string): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
}
