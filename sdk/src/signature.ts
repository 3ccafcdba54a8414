import { createHmac, timingSafeEqual } from 'node:crypto';

interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly json?: string | undefined;
  /** What stands in `X-Timestamp`, seconds since 1970; absent where the header is. */
  readonly timestamp?: string | undefined;
}

/**
 * What stands in `X-Signature`: Base64 of the HMAC-SHA1 over the method in capitals, the URL exactly as it is called, for
 * JSON alone the body exactly as it is sent, and the time of sending where `X-Timestamp` says it. Forms with files are signed
 * without their body.
 */
export function signRequest(secret: string, request: SignedRequest): string {
  return signed('sha1', secret, request);
}

/** What stands in `X-Signature-256`: the same with HMAC-SHA256. */
export function signRequest256(secret: string, request: SignedRequest): string {
  return signed('sha256', secret, request);
}

function signed(algorithm: string, secret: string, { method, url, json = '', timestamp = '' }: SignedRequest): string {
  return createHmac(algorithm, secret)
    .update(method + url + json + timestamp)
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
