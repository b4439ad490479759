import { formats } from '@screenplay/core';
import type { FormatName, Outcome } from '@screenplay/core';
import { create as contentDisposition } from 'content-disposition';
import type { Exchange } from '../app/exchange.js';
import type { Service } from '../app/service.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { nativeFormats, outputFormat } from '../request/known-formats.js';
import { language } from '../request/language.js';
import { mediaTypeOf } from '../request/media-type.js';
import { NATIVE_FAILURES, NATIVE_STATUSES, nativeContent, nativeFormatOf } from '../request/native-body.js';
import { choice, flag, readParameters, required } from '../request/parameters.js';
import { CONVERTER_FAILURES, runOperation, sendable } from '../request/run-operation.js';
import { secretHeader } from '../request/secret-header.js';
import type { Route } from './route.js';
import { WARNINGS_HEADER, warningCount } from './warnings.js';

const KEY_HEADER = 'X-Encrypt-Key';

const QUERY = {
  format: required(outputFormat('Format to write.')),
  lang: language('Language to pick from each map of languages. Default: the document’s own.'),
  paper: choice(['letter', 'a4'], 'Paper of printed pages. Default: the script’s own, else letter.'),
  font: choice(['courier-prime'], 'Font of printed pages. Default: courier-prime, the one on board.'),
  scene_numbers: choice(
    ['none', 'left', 'right', 'both'],
    'Where scene numbers print. Default: as the script’s settings say.',
  ),
  report: flag('Whether to answer the warnings instead of the file.'),
};

/** POST /export: a native document in, a file out. */
export function exportRoute(service: Service): Route {
  const limit = service.limits.export;
  const accepted = nativeFormats();
  return {
    method: 'POST',
    path: '/export',
    access: 'open',
    tag: 'Conversion',
    summary: 'Writes a native document as a screenplay file',
    description: 'The document is validated first, and decrypted before that when a key is given.',
    catalogued: true,
    query: QUERY,
    headers: {
      [KEY_HEADER]: {
        description: 'The secret of an encrypted document, percent-encoded UTF-8.',
        schema: { type: 'string' },
      },
    },
    body: { description: 'The native document.', limit, content: nativeContent(accepted) },
    replies: {
      200: {
        description: 'The file, to be saved under the name that it brings; with `report` the warnings.',
        headers: {
          ...WARNINGS_HEADER,
          'Content-Disposition': {
            description: 'The name of the file: a slug of the title, or the document’s id.',
            schema: { type: 'string' },
          },
        },
        content: exportedContent(),
      },
    },
    failures: [
      'unknown_format',
      ...NATIVE_FAILURES,
      'invalid_document',
      'encrypted_document',
      'unauthenticated_document',
      'wrong_key',
      ...CONVERTER_FAILURES,
    ],
    async handle(exchange) {
      const from = nativeFormatOf(exchange, accepted);
      const { format, lang, paper, scene_numbers: sceneNumbers, report } = readParameters(exchange.query, QUERY);
      const key = secretHeader(exchange, KEY_HEADER);
      await service.bodies.hold(exchange, limit, async (source) => {
        const options = { from, to: format, lang, paper, sceneNumbers, key };
        const outcome = await runOperation(
          service,
          exchange,
          { operation: 'export', source, options },
          NATIVE_STATUSES,
        );
        answer(exchange, format, outcome, report === true);
      });
    },
  };
}

/** What each format's file is sent as; text says in which charset. */
function contentTypeOf(format: FormatName): string {
  const type = formats().find(({ name }) => name === format)?.mimeTypes[0] ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

function exportedContent(): Record<string, JsonSchema> {
  const warnings = { $ref: '#/components/schemas/ExportReport' };
  const natives = new Set(nativeFormats().map(({ name }) => name));
  const document = { $ref: '#/components/schemas/ScreenplayDocument' };
  const content: Record<string, JsonSchema> = {};
  for (const { name, canEncode } of formats()) {
    if (!canEncode) continue;
    const type = mediaTypeOf(contentTypeOf(name)) ?? '';
    content[type] = natives.has(name) ? document : { type: 'string', format: 'binary' };
  }
  content['application/json'] = { anyOf: [document, warnings] };
  return content;
}

function answer(
  exchange: Exchange,
  format: FormatName,
  { bytes, warnings, facts }: Outcome<'export'>,
  report: boolean,
): void {
  exchange.set(warningCount(warnings));
  if (report) {
    exchange.body = { warnings };
    return;
  }
  exchange.set('Content-Disposition', contentDisposition(facts.fileName));
  exchange.set('Content-Type', contentTypeOf(format));
  exchange.body = sendable(bytes);
}
