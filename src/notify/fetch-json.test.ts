import { expect, it } from 'vitest';
import { fetchJson } from './fetch-json.ts';

it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/', 'https://localhost/'])(
  'does not ask %s',
  async (url) => {
    const limits = { timeoutMs: 1000, bytesMax: 1000, allowsPrivate: false };
    await expect(fetchJson(url, limits, new AbortController().signal)).rejects.toThrow('private');
  },
);
