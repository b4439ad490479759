import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Exchange } from '../app/exchange.js';
import { HttpError } from '../errors/http-error.js';
import { BodyMemory } from './body-memory.js';
import type { Hold } from './body-reader.js';
import { ByteCollector } from './byte-collector.js';
import { boundaryOf, guardParts } from './multipart-guard.js';

/** The part that holds the file. */
export const FILE_FIELD = 'file';

export interface Form {
  file: { bytes: Uint8Array; name: string };
  /** Every other field by its name; a name that comes twice has both values. */
  fields: Readonly<Record<string, string | string[]>>;
}

/** What the parser is given at a time, so that other requests get their turn in between. */
const SLICE = 65_536;
const LONGEST_FIELD = 65_536;

/** A part as the parser tells it. */
interface Part {
  name: string | null;
  file: string | null;
  content: ByteCollector;
}

/**
 * The file and the fields of a multipart/form-data body that is in memory. Nothing is written anywhere, so that there
 * is nothing to clear away, and no name that a client gives is ever a path.
 *
 * @throws HttpError `bad_request`, `busy`
 */
export async function readForm(exchange: Exchange, body: Uint8Array, hold: Hold): Promise<Form> {
  const boundary = boundaryOf(exchange.req.headers['content-type'] ?? '');
  if (body.length === 0) throw new HttpError('empty_input', 'The body is empty');
  guardParts(body, boundary);
  // The parts are copies.
  hold(body.length);
  return formOf(await readParts(exchange, body, boundary));
}

async function readParts(exchange: Exchange, body: Uint8Array, boundary: string): Promise<Part[]> {
  const parts: Part[] = [];
  const memory = new BodyMemory();
  // Loaded for the first form: it is as large as all the rest, and raw bodies do without.
  const { koaBody } = await import('koa-body');
  const parse = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      onPart(part) {
        // Nothing here may throw: the parser would not hear of it.
        const { name, originalFilename } = part as unknown as { name: string | null; originalFilename: string | null };
        const content = new ByteCollector(memory, body.length);
        parts.push({ name, file: originalFilename, content });
        part.on('data', (piece: Buffer) => content.add(piece));
      },
    },
  });
  const source = Object.assign(Readable.from(slicesOf(body), { objectMode: false }), {
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"`, 'content-length': String(body.length) },
  });
  try {
    // The parser reads from `req` of what it is given.
    await parse(Object.create(exchange, { req: { value: source } }) as never, () => Promise.resolve());
  } catch (cause) {
    throw new HttpError('bad_request', 'The body is no multipart/form-data, or was cut off', { cause });
  } finally {
    source.destroy();
  }
  return parts;
}

async function* slicesOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += SLICE) {
    yield body.subarray(at, at + SLICE);
    await setImmediate();
  }
}

function formOf(parts: readonly Part[]): Form {
  const files = parts.filter(({ name, file }) => name === FILE_FIELD && file !== null);
  const [first, second] = files;
  if (first?.file === undefined || first.file === null) {
    const asText = parts.some(({ name }) => name === FILE_FIELD);
    const message = asText
      ? `\`${FILE_FIELD}\` must be a file with a file name`
      : `The form has no file \`${FILE_FIELD}\``;
    throw new HttpError('bad_request', message, { details: { parameter: FILE_FIELD } });
  }
  if (second) {
    throw new HttpError('bad_request', 'The form has more than one file: send them one by one', {
      details: { parameter: FILE_FIELD },
    });
  }
  return { file: { bytes: first.content.bytes(), name: first.file.slice(-255) }, fields: fieldsOf(parts) };
}

function fieldsOf(parts: readonly Part[]): Form['fields'] {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const { name, file, content } of parts) {
    if (name === null || name === '' || file !== null) continue;
    // What is longer is no value of a field that there is.
    const value = new TextDecoder().decode(content.bytes().subarray(0, LONGEST_FIELD));
    const before = fields[name];
    fields[name] = before === undefined ? value : [...(typeof before === 'string' ? [before] : before), value];
  }
  return fields;
}
