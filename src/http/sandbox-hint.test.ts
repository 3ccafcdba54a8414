import { expect, it } from 'vitest';
import { sandboxHint } from './sandbox-hint.ts';
import { sign } from './signature.ts';

const url = 'http://127.0.0.1:3000/api/merchant/accounts';
const refused = {
  key: 'a-key',
  isKeyKnown: true,
  isKeyValid: true,
  isTime: true,
  request: {
    algorithm: 'sha1' as const,
    method: 'GET',
    urls: [url],
    body: Buffer.alloc(0),
    timestamp: '',
    signature: sign('of nobody', 'GET', url),
  },
  secrets: ['of the key'],
  otherSecrets: ['of another key'],
};

it('a secret of another key is told from an unknown secret', () => {
  const other = { ...refused.request, signature: sign('of another key', 'GET', url) };
  expect(sandboxHint({ ...refused, request: other })).toBe('Wrong secret: signed with the secret of another key');
  expect(sandboxHint(refused)).toMatch(/^Wrong secret, or another string was signed/);
});

it('a key that has ended is told from one that never was', () => {
  expect(sandboxHint({ ...refused, isKeyValid: false })).toMatch(/has ended$/);
  expect(sandboxHint({ ...refused, isKeyKnown: false, isKeyValid: false })).toMatch(/is not an API key/);
});
