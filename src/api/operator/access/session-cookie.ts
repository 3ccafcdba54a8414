import type { FastifyRequest } from 'fastify';
import type { OpenCall } from '../endpoint.ts';

export const sessionCookie = 'quittance_session';

/** Scripts cannot read it, other sites cannot make the browser send it, and over https it never travels in the clear. */
export function setSessionCookie({ context, reply }: OpenCall, value: string, maxAgeSeconds: number): void {
  const secure = context.publicUrl().startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${sessionCookie}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`,
  );
}

export function readSessionCookie(request: FastifyRequest): string | null {
  return readCookie(request, sessionCookie);
}

/** Null where there is none. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value !== undefined) return value;
  }
  return null;
}
