import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type ErrorCode } from '../errors/app-error.ts';
import { safeHeaders } from './safe-headers.ts';

/**
 * Answers what never becomes a request: bytes that are no HTTP, headers without end, a body that trickles in too slowly. There
 * is no request and no reply then, only the connection, so the answer is written by hand, in the shape of every other
 * refusal. The connection ends with it: nobody knows where a next request would begin.
 */
export function createClientErrorHandler(refused: (code: ErrorCode) => void) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const refusal = refusalOf(error.code);
    refused(refusal.code);
    if (socket.writable) socket.write(answerOf(refusal));
    socket.destroy(error);
  };
}

/** They come before anybody knows which operation was meant, so no operation of the reference names them. */
export const clientErrorCodes = ['malformed_request', 'request_too_slow', 'headers_too_big'] as const;

function refusalOf(code: string | undefined): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_too_slow');
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_big', { limit: maxHeaderSize });
    default:
      return new AppError('malformed_request');
  }
}

function answerOf({ status, faults }: AppError): string {
  const body = JSON.stringify(faults);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(safeHeaders).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
