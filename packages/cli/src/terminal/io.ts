import type { Readable, Writable } from 'node:stream';
import { FailureError } from '../failure.js';

/** A stream that people or programs read; `isTTY` as Node's own terminals have it. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Everything of the process that a command may touch. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths start. */
  readonly cwd: string;
}

const guarded = new WeakSet<OutputStream>();

/**
 * Writes all of it. A reader that has gone away (`| head -1`) has what it wanted, so a broken pipe is no error.
 *
 * @throws FailureError `unavailable` when the stream cannot be written for another reason, such as a full disk
 */
export async function writeTo(stream: OutputStream, data: string | Uint8Array): Promise<void> {
  if (data.length === 0 || stream.destroyed) return;
  if (!guarded.has(stream)) {
    guarded.add(stream);
    // The write's callback has the error; without a listener the event would end the process as well.
    stream.on('error', () => undefined);
  }
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    stream.write(data, (failed) => {
      resolve(failed);
    });
  });
  if (!error || error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
  throw new FailureError({ code: 'unavailable', message: `the output could not be written: ${error.message}` });
}

/** All bytes of standard input. */
export async function readStdin(io: Io): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of io.stdin)
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array));
  return Buffer.concat(chunks);
}
