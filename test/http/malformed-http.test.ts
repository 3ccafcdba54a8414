import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

/** What never becomes a request is refused in the same shape as all else. */
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ REQUEST_TIMEOUT_MS: '1000' });
});
afterAll(() => service.stop());

/** Sends these bytes and nothing more, and reads until the service ends the connection. */
function answerTo(bytes: string): Promise<{ status: number; headers: string; body: string }> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.on('error', reject).on('close', () => {
      const [headers = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body });
    });
  });
}

it.each([
  ['nonsense', 'nonsense\r\n\r\n', 400, 'malformed_request'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'malformed_request',
  ],
  ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_big'],
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\n', 408, 'request_too_slow'],
  [
    'a body that never comes',
    'POST /api/operator/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    408,
    'request_too_slow',
  ],
])('refuses %s', async (_name, bytes, status, code) => {
  const before = await refusals(code);
  const answer = await answerTo(bytes);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toEqual([{ code, message: expect.not.stringContaining('{') }]);
  expect(answer.headers).toContain('content-type: application/json; charset=utf-8');
  expect(answer.headers).toContain(`content-length: ${Buffer.byteLength(answer.body)}`);
  expect(answer.headers).toContain('connection: close');
  expect(await refusals(code)).toBe(before + 1);
});

it.each([
  ['/statement-imports/0193f000-0000-7000-8000-00000000dead/pieces?at=0', 'application/octet-stream', 4 * 1024 * 1024],
  ['/makers/1/requisites/import?reason=x', 'text/csv', 1024 * 1024],
])('refuses a stranger at %s without waiting for a body that is large', async (path, type, length) => {
  const lines = [`POST /api/operator${path} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Type: ${type}`];
  const answer = await answerTo(`${[...lines, `Content-Length: ${length}`].join('\r\n')}\r\n\r\n`);
  expect(answer.status).toBe(401);
  expect(JSON.parse(answer.body)).toMatchObject([{ code: 'unauthorized' }]);
});

/** How often the service says that it has refused so. */
async function refusals(code: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(new RegExp(`^quittance_refusals_total\\{[^}]*"${code}"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}
