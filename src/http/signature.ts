import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A merchant signs the method in capitals, the full URL as called, for JSON the body exactly as sent, and the time of sending
 * where `X-Timestamp` says it; joined without separators, as an HMAC in Base64. `X-Signature` is one with SHA-1, because the
 * interface says so, and an HMAC over it is still sound; `X-Signature-256` is one with SHA-256.
 */
export interface SignedRequest {
  readonly algorithm: 'sha1' | 'sha256';
  readonly method: string;
  /** The URLs the client may have called: see `domain/called-url.ts`. */
  readonly urls: readonly string[];
  /** Raw bytes, never re-serialised. Empty where the body is not signed. */
  readonly body: Uint8Array;
  /** The header as it came; empty where there is none. */
  readonly timestamp: string;
  readonly signature: string;
}

/**
 * The URL that was signed; null where the signature fits none. Who has no secret always waits for all of them, and the time
 * does not tell which came close.
 */
export function signedUrl(request: SignedRequest, secrets: readonly string[]): string | null {
  const given = Buffer.from(request.signature, 'base64');
  for (const url of request.urls) {
    for (const secret of secrets) {
      const hmac = createHmac(request.algorithm, secret).update(request.method + url);
      if (request.body.length > 0) hmac.update(request.body);
      if (request.timestamp !== '') hmac.update(request.timestamp);
      const expected = hmac.digest();
      if (given.length === expected.length && timingSafeEqual(given, expected)) return url;
    }
  }
  return null;
}

/** What one signed request of a store is known by, when the very same bytes come again. */
export function signedRequestId(
  storeId: number,
  { method, url, body, timestamp }: { method: string; url: string; body: Uint8Array; timestamp: string },
): string {
  return createHash('sha256').update(`${storeId}\n${method}${url}`).update(body).update(timestamp).digest('base64url');
}

export function sign(secret: string, method: string, url: string, body: string | Uint8Array = ''): string {
  return createHmac('sha1', secret)
    .update(method + url)
    .update(body)
    .digest('base64');
}
