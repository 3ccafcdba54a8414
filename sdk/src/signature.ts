import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * What stands in `X-Signature`: Base64 of the HMAC-SHA1 over the method in capitals, the URL exactly as it is called and,
 * for JSON alone, the body exactly as it is sent. Forms with files are signed without their body.
 */
export function signRequest(
  secret: string,
  request: { method: string; url: string; json?: string | undefined },
): string {
  return createHmac('sha1', secret)
    .update(request.method + request.url + (request.json ?? ''))
    .digest('base64');
}

/** What stands after `v1,` in `webhook-signature` (Standard Webhooks). */
export function signNotificationBody(
  secret: string,
  signed: { id: string; timestamp: string; body: Uint8Array },
): string {
  return createHmac('sha256', secret).update(`${signed.id}.${signed.timestamp}.`).update(signed.body).digest('base64');
}

/** Takes the same time wherever two texts differ. */
export function isSameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
