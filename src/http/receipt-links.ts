/**
 * Links to receipts. A link carries all that is needed to serve the file (hash, type, end of life) and a signature over
 * it: no look-up, no session, and nothing to guess. A link lets its holder read the receipt until it expires.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type ReceiptType, receiptTypeOfExtension, receiptTypes } from '../domain/receipts/receipt-type.ts';
import { isSameText } from '../domain/text/same-text.ts';

interface ReceiptReference {
  readonly sha256: string;
  readonly mediaType: ReceiptType;
  readonly expiresAtMs: number;
}

/** What arrived in a request; nothing of it is trusted. */
export interface ReceiptLinkParts {
  readonly name: string;
  readonly expires: unknown;
  readonly signature: unknown;
}

/**
 * Path and query: `/files/<sha256>.<extension>?expires=<unix seconds>&signature=<base64url>`, and `&cell=` where there
 * are several: the proxy in front reads it, and the signature is good in one cell alone.
 */
export function receiptLink(
  linkKey: Uint8Array,
  { sha256, mediaType, expiresAtMs }: ReceiptReference,
  cell = 0,
): string {
  const name = `${sha256}.${receiptTypes[mediaType]}`;
  assert(namePattern.test(name));
  const expires = String(Math.floor(expiresAtMs / 1000));
  return `/files/${name}?expires=${expires}&signature=${sign(linkKey, name, expires)}${cell === 0 ? '' : `&cell=${cell}`}`;
}

/** Null for a link that we did not make, or that has expired. */
export function verifyReceiptLink(
  linkKey: Uint8Array,
  { name, expires, signature }: ReceiptLinkParts,
  nowMs: number,
): ReceiptReference | null {
  if (typeof expires !== 'string' || typeof signature !== 'string') return null;
  // The text as it came is signed again, so that one link has exactly one spelling.
  if (!isSameText(signature, sign(linkKey, name, expires))) return null;
  const [, sha256 = '', extension = ''] = namePattern.exec(name) ?? [];
  const mediaType = receiptTypeOfExtension(extension);
  const expiresAtMs = Number(expires) * 1000;
  // The signature is ours, so only an older version of the service can have made a name that we do not know.
  if (mediaType === null || !(nowMs < expiresAtMs)) return null;
  return { sha256, mediaType, expiresAtMs };
}

const namePattern = /^([0-9a-f]{64})\.([a-z]+)$/;

const linkKeyBytes = 32;

function sign(linkKey: Uint8Array, name: string, expires: string): string {
  assert.equal(linkKey.byteLength, linkKeyBytes);
  // A line break is in neither part of a link that we make: no two links share a signed text.
  return createHmac('sha256', linkKey).update(`${name}\n${expires}`).digest('base64url');
}
