import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was sent from a page of ours. There is no session that another site could misuse, but nobody else has a
 * reason to send a payer's forms. Browsers say where a request comes from in Sec-Fetch-Site; older ones only in Origin,
 * which is `null` for our own pages, because they send no referrer.
 */
export function isFromOurPages(request: FastifyRequest, publicUrls: readonly string[]): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = request.headers;
  if (origin === undefined || origin === 'null') return true;
  const own = [...publicUrls.map((url) => new URL(url).origin), `${request.protocol}://${request.host}`];
  return own.includes(origin);
}
