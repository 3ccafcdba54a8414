/**
 * A thousand receivers of notifications in one process: every loopback address is one. Those of the first port answer at once;
 * those of the next port take the connection and never say a word, as dead servers behind a live load balancer do.
 */
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSilentServer, type Server } from 'node:net';

const attemptsMax = 50;

for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
  const answering = createServer((request, response) => {
    request.resume().once('end', () => response.end());
  });
  answering.keepAliveTimeout = 30_000;
  const silent = createSilentServer((socket) => socket.on('error', () => undefined));
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

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(port, '0.0.0.0', () => done(true));
  });
}
