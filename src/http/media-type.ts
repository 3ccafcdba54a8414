import type { FastifyRequest } from 'fastify';

/** What the body is said to be, without parameters such as the character set; undefined where nothing is said. */
export function mediaTypeOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
}
