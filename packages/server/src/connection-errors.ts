import type { Duplex } from 'node:stream';
import { statusOf } from './errors/status-table.js';
import type { RequestCode } from './errors/status-table.js';
import { STATUS_CODES } from 'node:http';

const CODES: Readonly<Record<string, readonly [code: RequestCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['head_too_large', 'The head of the request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time'],
};

/** Answers what never became a request: a head that cannot be parsed or does not arrive. */
export function answerConnectionError(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: { headersSent: boolean } | null };
  if (!socket.writable || error.code === 'ECONNRESET' || answer?.headersSent) {
    socket.destroy();
    return;
  }
  const [code, message] = CODES[error.code ?? ''] ?? ['bad_request', 'The request cannot be read'];
  const status = statusOf(code);
  const body = JSON.stringify({ error: message, code });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
