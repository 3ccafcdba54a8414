import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

interface FileOfParts {
  readonly name: string;
  readonly type: string;
  readonly parts: AsyncIterable<Buffer>;
}

/** Sends a file as it is made: one of any length needs the memory of a part, and one that nobody reads on is not made further. */
export function sendParts(reply: FastifyReply, { name, type, parts }: FileOfParts): FastifyReply {
  return reply
    .type(type)
    .headers({ 'content-disposition': `attachment; filename="${name}"`, 'x-content-type-options': 'nosniff' })
    .send(Readable.from(parts, { objectMode: false }));
}
