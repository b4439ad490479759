import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { call } from './client.js';
import type { Answer } from './client.js';
import { WITH_TOKEN } from './service.js';

export interface Api {
  openapi: string;
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, object> };
}

export interface ApiOperation {
  operationId: string;
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, ApiResponse>;
}

interface ApiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}

/** Headers that everything has, whose absence from the documentation is no fault. */
const ORDINARY =
  /^(?:date|connection|keep-alive|vary|content-(?:type|length|security-policy)|cache-control|access-control-.*|x-content-type-options|x-frame-options|referrer-policy|strict-transport-security|cross-origin-.*-policy|accept-encoding)$/;

/** What a service says of itself. */
export class Documentation {
  readonly api: Api;
  readonly #ajv: Ajv2020;

  private constructor(api: Api) {
    this.api = api;
    this.#ajv = new Ajv2020({ strict: false, allErrors: false, schemas: [{ ...api, $id: 'api' }] });
    addFormats.default(this.#ajv);
    this.#ajv.addFormat('binary', true);
  }

  static async of(url: string): Promise<Documentation> {
    return new Documentation((await call(`${url}/openapi.json`, { headers: WITH_TOKEN })).json() as Api);
  }

  /** A check of values against a schema of the document: what is wrong, or nothing. */
  check(inner: object): (value: unknown) => string {
    const text = JSON.stringify(inner).replaceAll('"#/', '"api#/');
    const check = this.#ajv.compile(JSON.parse(text) as object);
    return (value) => (check(value) ? '' : this.#ajv.errorsText(check.errors));
  }

  operation(method: string, path: string): ApiOperation {
    const operation = this.api.paths[path]?.[method];
    if (!operation) throw new Error(`undocumented: ${method} ${path}`);
    return operation;
  }

  /** What is undocumented about an answer; empty when nothing is. */
  faultsIn(answer: Answer, method: string, path: string): string[] {
    const response = this.operation(method, path).responses[String(answer.status)];
    if (!response) return [`status ${answer.status}`];
    const faults: string[] = [];
    const documented = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
    for (const name of Object.keys(answer.headers)) {
      if (!ORDINARY.test(name) && !documented.has(name)) faults.push(`header ${name}`);
    }
    const type = answer.headers['content-type']?.split(';')[0] ?? '';
    const content = response.content?.[type];
    if (!content) return [...faults, `content ${type}`];
    if (type === 'application/json') {
      const fault = this.check(content.schema)(answer.json());
      if (fault !== '') faults.push(fault);
    }
    return faults;
  }

  /** `post /convert 400 bad_option`, for each code; without a code for each success. */
  answers(): string[] {
    return Object.entries(this.api.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { responses }]) =>
        Object.entries(responses).flatMap(([status, { description }]) => {
          const codes = [...description.matchAll(/`([a-z_]+)`/g)].map(([, code]) => ` ${code}`);
          const own = Number(status) < 300 || (path === '/health' && status === '503') ? [''] : codes;
          return own.map((code) => `${method} ${path} ${status}${code}`);
        }),
      ),
    );
  }
}
