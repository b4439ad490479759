/**
 * A client of the screenplay service in TypeScript, for Node and for browsers: nothing but `fetch`. Take it into your
 * project and change it as you like.
 *
 * @example
 * const service = new ScreenplayClient('http://127.0.0.1:8080');
 * const { document } = await service.convert(await readFile('draft.fdx'), { name: 'draft.fdx' });
 * const { bytes, fileName } = await service.export(document, { format: 'pdf' });
 */

/** A native screenplay document: JSON, by the schema that `screenplay schema` prints. */
export type NativeDocument = Record<string, unknown>;

/** Something that could not be carried over. */
export interface Warning {
  code: string;
  message: string;
  at?: { line?: number; paragraph?: number; page?: number; pointer?: string };
}

export type Validation = { valid: true } | { valid: false; errors: { path: string; message: string }[] };

export interface ExportedFile {
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: string;
  fileName: string | undefined;
}

/** What the service refused, in its own words. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const MOST_TRIES = 5;

export class ScreenplayClient {
  readonly #url: string;
  readonly #token: string | undefined;

  /** `token` is needed for the protected endpoints only, unless the service wants it everywhere. */
  constructor(url: string, token?: string) {
    this.#url = url.replace(/\/$/, '');
    this.#token = token;
  }

  /** The native document of a script; its name tells the format. */
  async convert(
    script: Uint8Array<ArrayBuffer>,
    options: { name: string; lang?: string },
  ): Promise<{ document: NativeDocument; warnings: Warning[] }> {
    const form = new FormData();
    form.set('file', new Blob([script]), options.name);
    if (options.lang !== undefined) form.set('lang', options.lang);
    const answer = await this.#call('/convert?report=true', { method: 'POST', body: form });
    return (await answer.json()) as { document: NativeDocument; warnings: Warning[] };
  }

  /** A document as a file of a format: `fdx`, `fountain`, `pdf` and so on. */
  async export(document: NativeDocument, options: { format: string; lang?: string }): Promise<ExportedFile> {
    const answer = await this.#call(`/export?${new URLSearchParams(options).toString()}`, asJson(document));
    return {
      bytes: new Uint8Array(await answer.arrayBuffer()),
      mimeType: answer.headers.get('Content-Type') ?? '',
      fileName: fileNameOf(answer.headers.get('Content-Disposition') ?? ''),
    };
  }

  /** Whether a document keeps the schema, and where it does not. */
  async validate(document: NativeDocument): Promise<Validation> {
    return (await (await this.#call('/validate', asJson(document))).json()) as Validation;
  }

  /** Calls; when the service is busy, again after as long as it says. */
  async #call(path: string, request: RequestInit): Promise<Response> {
    const headers = new Headers(request.headers);
    if (this.#token !== undefined) headers.set('Authorization', `Bearer ${this.#token}`);
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(this.#url + path, { ...request, headers });
      if (answer.ok) return answer;
      if (answer.status !== 503 || attempt === MOST_TRIES) throw await refusal(answer);
      await answer.body?.cancel();
      const seconds = Number(answer.headers.get('Retry-After') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 30) * 1000));
    }
  }
}

function asJson(document: NativeDocument): RequestInit {
  return { method: 'POST', body: JSON.stringify(document), headers: { 'Content-Type': 'application/json' } };
}

/** The name in a Content-Disposition (RFC 6266); the encoded one where there are both. */
function fileNameOf(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined ? /filename="?([^";]+)/i.exec(disposition)?.[1] : decodeURIComponent(encoded);
}

async function refusal(answer: Response): Promise<ServiceError> {
  const body = (await answer.json().catch(() => ({}))) as { error?: string; code?: string };
  return new ServiceError(answer.status, body.code ?? 'unknown', body.error ?? answer.statusText);
}
