import type { FastifyRequest } from 'fastify';
import { deviceCookieName, deviceCookieValue, deviceKeptMs, readDevice } from '../../../domain/people/device.ts';
import { tokenHash } from '../../../domain/people/people.ts';
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

/** By which the session is known. No session has the one of a request without a cookie. */
export function sessionHashOf(request: FastifyRequest): string {
  return tokenHash(readSessionCookie(request) ?? '');
}

/** Null where there is none. */
function readCookie(request: FastifyRequest, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value !== undefined) return value;
  }
  return null;
}

/** Sent where somebody signs in and nowhere else. */
const signInPath = '/api/operator/session';

export function setDeviceCookie({ context, reply }: OpenCall, login: string, deviceId: string): void {
  const secure = context.publicUrl().startsWith('https:') ? '; Secure' : '';
  const value = deviceCookieValue(context.deviceKey, login, deviceId);
  const maxAgeSeconds = deviceKeptMs / 1000;
  reply.header(
    'set-cookie',
    `${deviceCookieName(login)}=${value}; Path=${signInPath}; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`,
  );
}

/** The device, if it has signed in with this login before. */
export function readDeviceCookie(context: OpenCall['context'], request: FastifyRequest, login: string): string | null {
  const value = readCookie(request, deviceCookieName(login));
  const keys = [context.deviceKey, ...context.formerDeviceKeys];
  return keys.map((key) => readDevice(key, login, value)).find((deviceId) => deviceId !== null) ?? null;
}
