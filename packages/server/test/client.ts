import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** Whether to send the body in chunks, without saying how long it is. */
  chunked?: boolean;
}

/** Whatever was answered. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
  json(): Json;
}

const PIECE = 60_000;

/** Makes a request as told, with nothing added but what HTTP asks for. */
export function call(url: string, { method, headers = {}, body, chunked = false }: Call = {}): Promise<Answer> {
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : body && Buffer.from(body.buffer, body.byteOffset, body.length);
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false });
    const outgoing = request(url, {
      agent,
      method: method ?? (bytes ? 'POST' : 'GET'),
      headers: { ...(bytes && !chunked ? { 'content-length': String(bytes.length) } : {}), ...headers },
    });
    outgoing.on('response', (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const whole = Buffer.concat(pieces);
        const text = whole.toString();
        const json = (): Json => JSON.parse(text);
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: whole, text, json });
      });
    });
    outgoing.on('error', reject);
    if (!bytes || !chunked) {
      outgoing.end(bytes);
      return;
    }
    for (let at = 0; at < bytes.length; at += PIECE) outgoing.write(bytes.subarray(at, at + PIECE));
    outgoing.end();
  });
}

/** Sends a native document. */
export function sendDocument(url: string, document: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const body = typeof document === 'string' ? document : JSON.stringify(document);
  return call(url, { body, headers: { 'content-type': 'application/json', ...headers } });
}

export interface Part {
  name: string;
  fileName?: string;
  content: string | Uint8Array;
  head?: string;
}

const BOUNDARY = 'boundary-of-these-tests';

/** A multipart/form-data body, byte by byte as said. */
export function formOf(parts: readonly Part[], boundary = BOUNDARY): { headers: Record<string, string>; body: Buffer } {
  const pieces = parts.flatMap(({ name, fileName, content, head = '' }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
        `${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${head}` +
        `${fileName === undefined ? '' : 'Content-Type: application/octet-stream\r\n'}\r\n`,
    ),
    Buffer.from(content as Uint8Array),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** Uploads a form. */
export function sendForm(url: string, parts: readonly Part[], more: Partial<Call> = {}): Promise<Answer> {
  const { headers, body } = formOf(parts);
  return call(url, { body, ...more, headers: { ...headers, ...more.headers } });
}
