// @ts-check
/**
 * A receiver of notifications in JavaScript for Node 20 and later, without any library.
 *
 *   TOKEN=my-token SECRET=demo-merchant-secret PORT=4000 node examples/receivers/receiver.mjs
 *
 * In TypeScript it is the same; the SDK brings types, and a listener that does all this.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const token = process.env['TOKEN'] ?? '';
const secret = process.env['SECRET'] ?? '';
if (token === '' || secret === '') throw new Error('Give TOKEN and SECRET: with an empty secret anybody could sign.');
const ageMaxSeconds = 300;
const bodyBytesMax = 1_000_000;

/**
 * In a shop this is a table with a unique key, written in the transaction that acts on the notification.
 * @type {Set<string>}
 */
const seen = new Set();

const server = createServer((request, response) => {
  // Who hangs up in the middle must not end the program; what could not be acted on is sent again.
  take(request, response).catch(() => response.destroy());
});

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function take(request, response) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return response.writeHead(413).end('too long');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end('not from Quittance');
  const id = String(request.headers['webhook-id']);
  if (seen.has(id)) return response.end('seen before');
  const { notificationType, invoice } = JSON.parse(body.toString('utf8'));
  if (notificationType === 'invoice') process.stdout.write(`invoice ${invoice.id} is ${invoice.status}\n`);
  seen.add(id);
  response.end('ok');
}

/**
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {Buffer} body
 */
function isGenuine(headers, body) {
  const timestamp = String(headers['webhook-timestamp'] ?? '');
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= ageMaxSeconds)) return false;
  // Node reads headers as Latin-1; the token was sent as UTF-8.
  const given = Buffer.from(String(headers['x-notification-token'] ?? ''), 'latin1').toString('utf8');
  if (!isEqual(given, token)) return false;
  const expected = createHmac('sha256', secret)
    .update(`${headers['webhook-id']}.${timestamp}.`)
    .update(body)
    .digest('base64');
  // While the secret is being rotated there are two signatures; one good one is enough.
  const signatures = String(headers['webhook-signature'] ?? '').split(' ');
  return signatures.some((one) => isEqual(one, `v1,${expected}`));
}

/**
 * @param {string} left
 * @param {string} right
 */
function isEqual(left, right) {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

server.listen(Number(process.env['PORT'] ?? 4000), '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${process.env['PORT'] ?? 4000}\n`);
});
