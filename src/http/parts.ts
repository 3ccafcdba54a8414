import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

interface FileOfParts {
  readonly name: string;
  readonly type: string;
  readonly parts: AsyncIterable<Buffer>;
}

/** A slow reader takes something all the time; who takes nothing keeps others from what is made for a few at once. */
const readerIdleMs = 30_000;

/** Sends a file as it is made: one of any length needs the memory of a part, and one that nobody reads on is not made further. */
export function sendParts(
  reply: FastifyReply,
  { name, type, parts }: FileOfParts,
  idleMs = readerIdleMs,
): FastifyReply {
  // Node looks whether the last write still shrinks, and sets the time anew with the next request of the connection.
  reply.raw.setTimeout(idleMs, () => reply.raw.destroy());
  return reply
    .type(type)
    .headers({ 'content-disposition': `attachment; filename="${name}"`, 'x-content-type-options': 'nosniff' })
    .send(Readable.from(parts, { objectMode: false }));
}
