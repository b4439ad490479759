/**
 * Pushes a job for each object of the input store whose name tells a format, and waits until all have ended:
 *
 *   SCREENPLAY_URL=http://127.0.0.1:8080 SCREENPLAY_TOKEN=... node bulk-ingest.ts in/ out/
 *
 * Run again it pushes nothing twice: the key and the time of an object make the Idempotency-Key of its job.
 */
import { pathToFileURL } from 'node:url';

const TASK_OF: Readonly<Record<string, string>> = {
  fdx: 'convert-fdx-to-screenplay',
  fadein: 'convert-fadein-to-screenplay',
  fountain: 'convert-fountain-to-screenplay',
  pdf: 'convert-pdf-to-screenplay',
};

/** Jobs under way at a time: enough for all workers, and a stop leaves few behind. */
const AT_ONCE = 32;
const PAUSE_MS = 250;

interface StoredObject {
  key: string;
  last_modified: string;
}

export interface Ingested {
  key: string;
  jobId: string;
  status: string;
  error: { code: string; message: string } | null;
}

/** Answers what became of each object. */
export async function ingest(url: string, token: string, from: string, to: string): Promise<Ingested[]> {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` };
    const response = await fetch(`${url}${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };

  const one = async ({ key, last_modified }: StoredObject, task: string): Promise<Ingested> => {
    const body = JSON.stringify({
      input_key: key,
      output_key: `${to}${key.slice(from.length)}`,
      document_id: key,
      tasks: [task, 'validate-screenplay'],
    });
    const idempotency = `${key} ${last_modified}`.slice(-255);
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': encodeURIComponent(idempotency).slice(-255),
    };
    const { job_id: jobId } = (await (await call('/push', { method: 'POST', body, headers })).json()) as {
      job_id: string;
    };
    for (;;) {
      const { status, error } = (await (await call(`/results/${jobId}`)).json()) as Ingested;
      if (status === 'success' || status === 'failed') return { key, jobId, status, error };
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };

  const done: Ingested[] = [];
  const waiting: [StoredObject, string][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ prefix: from, limit: '1000', ...(cursor === '' ? {} : { cursor }) });
    const page = (await (await call(`/storage?${query}`)).json()) as {
      objects: StoredObject[];
      next_cursor: string | null;
    };
    for (const object of page.objects) {
      const task = TASK_OF[/\.([^./]+)$/.exec(object.key)?.[1]?.toLowerCase() ?? ''];
      if (task !== undefined) waiting.push([object, task]);
    }
    cursor = page.next_cursor;
  }
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) done.push(await one(...next));
  });
  await Promise.all(lanes);
  return done;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [from = '', to = 'out/'] = process.argv.slice(2);
  const url = process.env['SCREENPLAY_URL'] ?? 'http://127.0.0.1:8080';
  for (const { key, status, error } of await ingest(url, process.env['SCREENPLAY_TOKEN'] ?? '', from, to))
    console.log(`${status} ${key}${error ? ` ${error.code}: ${error.message}` : ''}`);
}
