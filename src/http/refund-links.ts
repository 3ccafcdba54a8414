/**
 * The link to a payer's page of a refund. Its ticket is the refund's ID with a signature: who knows the ID alone, as everybody
 * does who works with the merchant, cannot say where the money goes. Nothing of it is stored, and it can be shown again.
 */
import { createHmac } from 'node:crypto';
import { isSameText } from '../domain/text/same-text.ts';
import { isUuid } from '../domain/text/uuid.ts';

export function refundTicket(linkKey: Uint8Array, refundId: string): string {
  return `${refundId}.${sign(linkKey, refundId)}`;
}

/** The refund that a ticket is for; null for one that we did not make. */
export function readRefundTicket(linkKeys: readonly Uint8Array[], ticket: string): string | null {
  const [refundId = '', signature = '', ...more] = ticket.split('.');
  if (!isUuid(refundId) || more.length > 0) return null;
  return linkKeys.some((key) => isSameText(signature, sign(key, refundId))) ? refundId : null;
}

/** 128 bits of it: nobody guesses that, and the link stays short enough to be read out. */
const signatureCharacters = 22;

function sign(linkKey: Uint8Array, refundId: string): string {
  // Links to receipts are signed with the same key, but none of their names begins so.
  const whole = createHmac('sha256', linkKey).update(`refund\n${refundId}`).digest('base64url');
  return whole.slice(0, signatureCharacters);
}
