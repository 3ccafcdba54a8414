import { describe, expect, test } from 'vitest';
import { receiptTypes } from '../domain/receipts/receipt-type.ts';
import { type ReceiptLinkParts, receiptLink, verifyReceiptLink } from './receipt-links.ts';

const linkKey = Buffer.alloc(32, 1);
const sha256 = 'ab'.repeat(32);
const expiresAtMs = 1_800_000_000_000;
const mediaType = 'image/png';

const partsOf = (link: string): ReceiptLinkParts => {
  const url = new URL(link, 'http://shop');
  const { expires, signature } = Object.fromEntries(url.searchParams);
  return { name: url.pathname.replace('/files/', ''), expires, signature };
};
const good = partsOf(receiptLink(linkKey, { sha256, mediaType, expiresAtMs }));

test('a link is a path and a query', () => {
  expect(receiptLink(linkKey, { sha256, mediaType, expiresAtMs })).toMatch(
    /^\/files\/(ab){32}\.png\?expires=1800000000&signature=[\w-]{43}$/,
  );
});

test.each(Object.keys(receiptTypes) as (keyof typeof receiptTypes)[])('a link to %s leads back', (type) => {
  const link = receiptLink(linkKey, { sha256, mediaType: type, expiresAtMs });
  expect(verifyReceiptLink(linkKey, partsOf(link), expiresAtMs - 1)).toEqual({ sha256, mediaType: type, expiresAtMs });
});

test('a link never outlives its time', () => {
  const link = partsOf(receiptLink(linkKey, { sha256, mediaType, expiresAtMs: expiresAtMs + 999 }));
  expect(verifyReceiptLink(linkKey, link, expiresAtMs - 1)).not.toBeNull();
  expect(verifyReceiptLink(linkKey, link, expiresAtMs)).toBeNull();
});

describe('nobody believes', () => {
  const signature = String(good.signature);
  test.each([
    ['a later expiry', { expires: '1900000000' }],
    ['an expiry written otherwise', { expires: '01800000000' }],
    ['no expiry', { expires: undefined }],
    ['two expiries', { expires: ['1800000000', '1900000000'] }],
    ['another receipt', { name: `${'cd'.repeat(32)}.png` }],
    ['another type', { name: `${sha256}.txt` }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['a signature cut short', { signature: signature.slice(0, -1) }],
    ['a signature that goes on', { signature: `${signature}=` }],
    ['a signature with another last letter', { signature: `${signature.slice(0, -1)}*` }],
    ['a signature that is not ASCII', { signature: 'é'.repeat(43) }],
    ['two signatures', { signature: [signature, signature] }],
  ])('%s', (_, change) => {
    expect(verifyReceiptLink(linkKey, { ...good, ...change }, expiresAtMs - 1)).toBeNull();
  });

  test('the signature of another key', () => {
    expect(verifyReceiptLink(Buffer.alloc(32, 2), good, expiresAtMs - 1)).toBeNull();
  });
});

test('a key of another length, or a name that is no hash, is a mistake of ours', () => {
  expect(() => receiptLink(Buffer.alloc(16), { sha256, mediaType, expiresAtMs })).toThrow();
  expect(() => receiptLink(linkKey, { sha256: '../x', mediaType, expiresAtMs })).toThrow();
});
