/**
 * A thousand receivers of notifications in one process: every loopback address is one. Those of the first port answer at once;
 * those of the next port take the connection and never say a word, as dead servers behind a live load balancer do.
 *
 * Real receivers run on machines of their own. These share the cores with the service, so they do as little as they can: raw
 * sockets, as the load generator has, and of a request only its length is read.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const attemptsMax = 50;
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\nKeep-Alive: timeout=30\r\n\r\n';
const headEnd = Buffer.from('\r\n\r\n');

for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
  const answering = createServer({ noDelay: true }, answerAll);
  const silent = createServer((socket) => socket.on('error', () => undefined));
  if (!(await listens(answering, 0))) continue;
  const { port } = answering.address() as AddressInfo;
  if (await listens(silent, port + 1)) {
    process.stdout.write(`http://127.0.0.1:${port}\n`);
    break;
  }
  // Somebody has the next port: another pair.
  answering.close();
}
process.once('SIGTERM', () => process.exit(0));

/** Each request is answered when all of it is there, one after the other. */
function answerAll(socket: Socket): void {
  let received: Buffer = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    for (let length = requestLength(received); length !== null; length = requestLength(received)) {
      received = received.subarray(length);
      socket.write(answer);
    }
  });
}

/** Null while a part is still on its way. */
function requestLength(received: Buffer): number | null {
  const end = received.indexOf(headEnd);
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  const length = end + headEnd.length + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return received.length < length ? null : length;
}

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(port, '0.0.0.0', () => done(true));
  });
}
