import { mkdtemp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { run } from '../src/run.js';
import type { Io, OutputStream } from '../src/terminal/io.js';

export interface Ran {
  code: number;
  stdout: string;
  stdoutBytes: Buffer;
  stderr: string;
}

export interface Surroundings {
  cwd?: string;
  stdin?: string | Uint8Array;
  env?: Record<string, string>;
  /** Which of the streams are terminals. */
  terminal?: { stdout?: boolean; stderr?: boolean };
}

/** Runs a command line in this process, with streams of its own. */
export async function screenplay(argv: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  const stdout = new Sink(surroundings.terminal?.stdout ?? false);
  const stderr = new Sink(surroundings.terminal?.stderr ?? false);
  const io: Io = {
    stdin: Readable.from(surroundings.stdin === undefined ? [] : [Buffer.from(surroundings.stdin)]),
    stdout,
    stderr,
    env: surroundings.env ?? {},
    cwd: surroundings.cwd ?? '/',
  };
  const code = await run(argv, io);
  return { code, stdout: stdout.text(), stdoutBytes: stdout.bytes(), stderr: stderr.text() };
}

class Sink extends Writable implements OutputStream {
  readonly columns = 80;
  readonly #chunks: Buffer[] = [];

  constructor(readonly isTTY: boolean) {
    super();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  text(): string {
    return this.bytes().toString('utf8');
  }
}

/** A folder for one test, with these files in it. */
export async function folderWith(files: Record<string, string | Uint8Array> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'screenplay-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** Every file below a folder, by path, sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const files: string[] = [];
  for (const name of names) if ((await stat(join(folder, name))).isFile()) files.push(name);
  return files.sort();
}

export async function readJson(...path: string[]): Promise<ReturnType<typeof JSON.parse>> {
  return JSON.parse(await readFile(join(...path), 'utf8'));
}

export const FOUNTAIN = `Title: The Lamp
Author: Ada Penn

INT. KITCHEN - NIGHT

A lamp burns. MARA comes in.

MARA
(quietly)
Who left this on?
`;

export const FDX = `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<FinalDraft DocumentType="Script" Template="No" Version="4">
  <Content>
    <Paragraph Type="Scene Heading"><Text>EXT. QUAY - DAY</Text></Paragraph>
    <Paragraph Type="Action"><Text>Gulls.</Text></Paragraph>
    <Paragraph Type="Character"><Text>JON</Text></Paragraph>
    <Paragraph Type="Dialogue"><Text>It is cold.</Text></Paragraph>
  </Content>
</FinalDraft>
`;

/** XML that is no screenplay. */
export const NOT_A_SCRIPT = '<?xml version="1.0"?>\n<recipe><step>Boil.</step></recipe>\n';
