import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import type { Body } from '../../../support/merchant-client.ts';

export interface RawAnswer {
  readonly status: number;
  readonly body: Body;
}

/**
 * Sends exactly these header lines and bytes. `fetch` is too tidy for what clients do in the wild: it mends header names,
 * adds lengths and types, and has no bodies where none belong.
 */
export async function sendRaw(
  serviceUrl: string,
  request: { method: string; path: string; headers: Record<string, string>; body?: string | Uint8Array },
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(serviceUrl);
  const body = Buffer.from(request.body ?? '');
  const headers: Record<string, string> = { Host: host, Connection: 'close', ...request.headers };
  const isChunked = 'Transfer-Encoding' in headers;
  if (request.body !== undefined && !isChunked) headers['Content-Length'] ??= String(body.byteLength);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  socket.write(`${request.method} ${request.path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  if (body.byteLength > 0) socket.write(body);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return parseAnswer(Buffer.concat(chunks).toString('utf8'));
}

/** Base64 of an HMAC with SHA-1 over method, URL and body, joined without separators. */
export function signatureOf(secret: string, stringToSign: string | Uint8Array): string {
  return createHmac('sha1', secret).update(stringToSign).digest('base64');
}

export const demoKey = 'demo-store-key';
export const demoSecret = 'demo-merchant-secret';

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  const body = text.slice(end + 4);
  return { status, body: body === '' ? null : JSON.parse(body) };
}
