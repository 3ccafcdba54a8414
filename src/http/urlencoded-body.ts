import type { FastifyRequest } from 'fastify';

/** The fields of a form without a file. As in one with a file, the last of several fields of one name counts. */
export function readUrlencoded({ rawBody }: FastifyRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(rawBody?.toString('utf8') ?? ''));
}
