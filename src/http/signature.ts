import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A merchant signs the method in capitals, the full URL as called and, for JSON, the body exactly as sent; joined without
 * separators, HMAC-SHA1, Base64. (SHA-1 because the interface says so; an HMAC over it is still sound.)
 */
interface SignedRequest {
  readonly method: string;
  /** The URLs the client may have called: as received, and under the public base URL. */
  readonly urls: readonly string[];
  /** Raw bytes, never re-serialised. Empty where the body is not signed. */
  readonly body: Uint8Array;
  readonly signature: string;
}

/** No early exit: the time taken does not tell which URL or secret came close. */
export function signatureMatches(request: SignedRequest, secrets: readonly string[]): boolean {
  const given = Buffer.from(request.signature, 'base64');
  let isMatch = false;
  for (const url of request.urls) {
    for (const secret of secrets) {
      const expected = createHmac('sha1', secret)
        .update(request.method + url)
        .update(request.body)
        .digest();
      if (given.length === expected.length && timingSafeEqual(given, expected)) isMatch = true;
    }
  }
  return isMatch;
}

export function sign(secret: string, method: string, url: string, body: string | Uint8Array = ''): string {
  return createHmac('sha1', secret)
    .update(method + url)
    .update(body)
    .digest('base64');
}
