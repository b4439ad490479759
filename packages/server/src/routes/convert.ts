import { formats } from '@screenplay/core';
import type { FormatName, Outcome } from '@screenplay/core';
import type { Exchange } from '../app/exchange.js';
import type { Service } from '../app/service.js';
import { FILE_FIELD, readForm } from '../body/multipart.js';
import type { Form } from '../body/multipart.js';
import { HttpError } from '../errors/http-error.js';
import { inputFormat } from '../request/known-formats.js';
import { language } from '../request/language.js';
import { mediaTypeOf } from '../request/media-type.js';
import { flag, readParameters } from '../request/parameters.js';
import { CONVERTER_FAILURES, runOperation, sendable } from '../request/run-operation.js';
import { secretHeader } from '../request/secret-header.js';
import { WARNINGS_HEADER, warningCount } from './warnings.js';
import type { Route } from './route.js';

const MULTIPART = 'multipart/form-data';
const RAW = ['application/octet-stream', 'text/plain'];
const PASSWORD_HEADER = 'X-Pdf-Password';

const QUERY = {
  format: inputFormat(
    'Format of the file. Required with a raw body. Of a form: outranks the extension of the file name; the form may have it as a field, which outranks this.',
  ),
  lang: language('Language under which the texts of the script are written. A field of the form outranks this.', 'en'),
  report: flag('Whether to answer the warnings along with the document.'),
};

/** POST /convert: a file in, the native document out. */
export function convertRoute(service: Service): Route {
  const limit = service.limits.convert;
  return {
    method: 'POST',
    path: '/convert',
    access: 'open',
    tag: 'Conversion',
    summary: 'Converts a screenplay file into the native document',
    description:
      'Send the file as `file` of a form, or as the body itself with `format`. Without `format` the format of a form’s ' +
      'file is found by the extension of its name, and by its content only when that is unknown.',
    catalogued: true,
    query: QUERY,
    headers: {
      [PASSWORD_HEADER]: {
        description: 'Password of an encrypted PDF, percent-encoded UTF-8.',
        schema: { type: 'string' },
      },
    },
    body: {
      description: 'The file.',
      limit,
      content: {
        [MULTIPART]: { $ref: '#/components/schemas/ConversionForm' },
        ...Object.fromEntries(RAW.map((type) => [type, { type: 'string', format: 'binary' }])),
      },
    },
    replies: {
      200: {
        description: 'The document; with `report` the document and the warnings.',
        headers: WARNINGS_HEADER,
        content: {
          'application/json': {
            anyOf: [
              { $ref: '#/components/schemas/ScreenplayDocument' },
              { $ref: '#/components/schemas/ConversionReport' },
            ],
          },
        },
      },
    },
    failures: [
      'unknown_format',
      'empty_input',
      ['malformed_input', 400],
      'unsupported_format',
      'wrong_format',
      'malformed_input',
      'invalid_document',
      'not_a_screenplay',
      'pdf_no_text',
      'pdf_password_required',
      'pdf_password_wrong',
      ...CONVERTER_FAILURES,
    ],
    async handle(exchange) {
      const type = checkType(exchange);
      // What is wrong with the query is told before the file is sent.
      const query = readParameters(exchange.query, QUERY);
      const password = secretHeader(exchange, PASSWORD_HEADER);
      if (type !== MULTIPART && query.format === undefined) throw formatMissing();
      await service.bodies.hold(exchange, limit, async (body, hold) => {
        const form = type === MULTIPART ? await readForm(exchange, body, hold) : undefined;
        const { format, lang, report } = form ? readParameters({ ...exchange.query, ...form.fields }, QUERY) : query;
        const outcome = await runOperation(
          service,
          exchange,
          {
            operation: 'convert',
            source: form?.file.bytes ?? body,
            options: { from: format, name: form?.file.name, lang, password },
          },
          isNative(format, form) ? { malformed_input: 400 } : {},
        );
        answer(exchange, outcome, report === true);
      });
    },
  };
}

/** @throws HttpError `unsupported_media_type` */
function checkType({ req }: Exchange): string | undefined {
  const type = mediaTypeOf(req.headers['content-type']);
  if (type === undefined || type === MULTIPART || RAW.includes(type)) return type;
  throw new HttpError(
    'unsupported_media_type',
    `Send ${MULTIPART} with the file as \`${FILE_FIELD}\`, or the file itself as ${RAW.join(' or ')}`,
  );
}

function formatMissing(): HttpError {
  return new HttpError('bad_option', `\`format\` is required with a raw body: ${QUERY.format.expected}`, {
    details: { parameter: 'format' },
  });
}

/** Whether the source says that it is a native document; one that cannot be parsed is a bad request then. */
function isNative(format: FormatName | undefined, form: Form | undefined): boolean {
  const fileName = form?.file.name.toLowerCase() ?? '';
  return formats().some(
    ({ native, name, extensions }) =>
      native && (format === undefined ? extensions.some((one) => fileName.endsWith(one)) : name === format),
  );
}

function answer(exchange: Exchange, { bytes, warnings }: Outcome, report: boolean): void {
  exchange.set(warningCount(warnings));
  exchange.type = 'application/json';
  const document = sendable(bytes);
  exchange.body = report
    ? Buffer.concat([Buffer.from('{"document":'), document, Buffer.from(`,"warnings":${JSON.stringify(warnings)}}`)])
    : document;
}
