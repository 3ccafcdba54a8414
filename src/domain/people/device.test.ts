import { describe, expect, it } from 'vitest';
import { deviceCookieName, deviceCookieValue, readDevice } from './device.ts';

const key = Buffer.alloc(32, 7);
const id = 'ABCDEFGHIJKLMNOPQRSTUV';
const value = deviceCookieValue(key, 'anna', id);

describe('the cookie of a device', () => {
  it('is known again for its own login', () => {
    expect(readDevice(key, 'anna', value)).toBe(id);
    expect(readDevice(key, 'boris', value)).toBeNull();
    expect(deviceCookieName('anna')).not.toBe(deviceCookieName('boris'));
    expect(deviceCookieName('anna')).not.toContain('anna');
  });

  it('cannot be made without the key, or changed', () => {
    expect(readDevice(Buffer.alloc(32, 8), 'anna', value)).toBeNull();
    const [head, signature] = value.split('.');
    for (const other of [null, '', '.', head ?? '', `${head}.`, `X${value.slice(1)}`, `${value}A`, `.${signature}`]) {
      expect(readDevice(key, 'anna', other)).toBeNull();
    }
  });
});
