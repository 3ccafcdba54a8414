import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A device that has signed in is known again by a cookie, for that login alone: strangers who try the login cannot lock it out.
 * The cookie opens nothing by itself. It holds a random ID, by which the device's own wrong attempts are counted, and a
 * signature over the ID and the login.
 */
export const deviceKeptMs = 400 * 24 * 3_600_000;

/** One for each login, so that several people can use one browser. What the login is cannot be read from it. */
export function deviceCookieName(login: string): string {
  return `quittance_device_${createHash('sha256').update(login).digest('hex').slice(0, 16)}`;
}

export function deviceCookieValue(key: Uint8Array, login: string, deviceId: string): string {
  return `${deviceId}.${signatureOf(key, login, deviceId).toString('base64url')}`;
}

/** The ID of a device that was given this value for this login; null for anything else. */
export function readDevice(key: Uint8Array, login: string, value: string | null): string | null {
  const [, deviceId, signature] = /^([\w-]{16,64})\.([\w-]{43})$/.exec(value ?? '') ?? [];
  if (deviceId === undefined || signature === undefined) return null;
  const expected = signatureOf(key, login, deviceId);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? deviceId : null;
}

function signatureOf(key: Uint8Array, login: string, deviceId: string): Buffer {
  return createHmac('sha256', key).update(`${deviceId} ${login}`).digest();
}
