import { describe, expect, it } from 'vitest';
import { warningsOf } from './setting-warnings.ts';

const safe = {
  mode: 'production',
  publicUrl: 'https://pay.example.com',
  otherPublicUrls: [],
  trustedProxies: { entries: ['10.0.0.0/8', '127.0.0.1', '10.0.0.20/30'] },
  masterKey: Buffer.from('0123456789abcdef'.repeat(4), 'hex'),
  backupRecipients: ['age1…'],
} as const;

describe('settings of production that are hardly meant', () => {
  it.each([
    ['plain-http', { publicUrl: 'http://pay.example.com' }],
    ['plain-http', { otherPublicUrls: ['https://pay.example.org', 'HTTP://10.0.0.7:3000'] }],
    ['any-proxy', { trustedProxies: { entries: ['127.0.0.1', '0.0.0.0/0'] } }],
    ['any-proxy', { trustedProxies: { entries: ['::/0'] } }],
    ['guessable-key', { masterKey: Buffer.alloc(32) }],
    ['guessable-key', { masterKey: Buffer.alloc(32, 0xc3) }],
    ['plain-backups', { backupRecipients: [] }],
  ])('are warned of: %s for %o', (name, settings) => {
    expect(warningsOf({ ...safe, ...settings })).toEqual([name]);
    expect(warningsOf({ ...safe, ...settings, mode: 'sandbox' })).toEqual([]);
  });

  it('are not what is safe, nor http on this machine itself', () => {
    expect(warningsOf(safe)).toEqual([]);
    for (const host of ['127.0.0.1:3000', 'localhost', '[::1]:3000']) {
      expect(warningsOf({ ...safe, publicUrl: `http://${host}` })).toEqual([]);
    }
  });
});
