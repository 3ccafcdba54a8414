import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Lets a server that closes end as soon as every request it has received is answered. Left alone it waits for its clients as
 * well: for those who keep a connection for later, and for those who opened one and have not asked for anything yet.
 */
export function closeWithLastAnswer(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    // Starts to count when an answer is sent. Zero would mean no limit.
    app.server.keepAliveTimeout = 1;
    // What has arrived, but was not looked at yet, is read in the next turn of the event loop.
    await nextTurn();
    await nextTurn();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
