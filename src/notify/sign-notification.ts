import { createHmac } from 'node:crypto';
import type { Instant } from '../domain/text/timestamp.ts';

/**
 * The headers of Standard Webhooks (standardwebhooks.com): a receiver can tell who sent it, when, and whether it has seen it
 * before. Signed with the store's secret or, where it has none, the merchant's; while that is being rotated, with both, and one
 * good signature is enough.
 */
export function webhookHeaders(
  { id, body, sentAt }: { readonly id: string; readonly body: string; readonly sentAt: Instant },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${hmac(secret, signed)}`).join(' '),
  };
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64');
}
