import { describe, expect, it } from 'vitest';
import { isPrivate } from './address-guard.ts';
import { fetchJson } from './fetch-json.ts';

describe('addresses of the service itself and its neighbours', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fd00::1',
    'fe80::1',
  ])('%s is private', (address) => {
    expect(isPrivate(address)).toBe(true);
  });

  it.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111'])('%s is not', (address) => {
    expect(isPrivate(address)).toBe(false);
  });

  it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/', 'https://localhost/'])(
    '%s is not asked',
    async (url) => {
      const limits = { timeoutMs: 1000, bytesMax: 1000, allowsPrivate: false };
      await expect(fetchJson(url, limits, new AbortController().signal)).rejects.toThrow('private');
    },
  );
});
