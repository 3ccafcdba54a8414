import type { FastifyRequest } from 'fastify';
import { deviceCookieName, deviceCookieValue, deviceKeptMs, readDevice } from '../../../domain/device.ts';
import type { OpenCall } from '../endpoint.ts';
import { readCookie } from './session-cookie.ts';

/** Sent where somebody signs in and nowhere else. */
const path = '/api/operator/session';

export function setDeviceCookie({ context, reply }: OpenCall, login: string, deviceId: string): void {
  const secure = context.publicUrl().startsWith('https:') ? '; Secure' : '';
  const value = deviceCookieValue(context.deviceKey, login, deviceId);
  const maxAgeSeconds = deviceKeptMs / 1000;
  reply.header(
    'set-cookie',
    `${deviceCookieName(login)}=${value}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`,
  );
}

/** The device, if it has signed in with this login before. */
export function readDeviceCookie(context: OpenCall['context'], request: FastifyRequest, login: string): string | null {
  const value = readCookie(request, deviceCookieName(login));
  const keys = [context.deviceKey, ...context.formerDeviceKeys];
  return keys.map((key) => readDevice(key, login, value)).find((deviceId) => deviceId !== null) ?? null;
}
