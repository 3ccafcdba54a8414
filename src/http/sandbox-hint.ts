import { createHmac } from 'node:crypto';
import { type SignedRequest, signedUrl } from './signature.ts';

/** What a refused request had, as far as it tells why. */
interface Refused {
  /** The header `X-Identity`; empty where there is none. */
  readonly key: string;
  readonly isKeyKnown: boolean;
  /** One that was replaced ends by itself. */
  readonly isKeyValid: boolean;
  readonly isTime: boolean;
  readonly request: SignedRequest;
  /** Those the key signs with; empty where the key is unknown. */
  readonly secrets: readonly string[];
  /** Every other secret of the sandbox. */
  readonly otherSecrets: readonly string[];
}

/**
 * Which of the reasons for a 401 it was. The body does not say it, because the interface has one 401 for all of them; a sandbox says
 * it in a header, to people who write an integration. Never asked for in production.
 */
export function sandboxHint(refused: Refused): string {
  const { key, isKeyKnown, isKeyValid, isTime, request, secrets, otherSecrets } = refused;
  if (key === '' && request.signature === '') return 'No headers: X-Identity and X-Signature are missing';
  if (key === '') return 'No key: X-Identity is missing';
  if (request.signature === '') return 'No signature: X-Signature is missing';
  if (!isKeyKnown) return 'Wrong key: X-Identity is not an API key of this service, or it was revoked';
  if (!isKeyValid) return 'Wrong key: the API key in X-Identity has ended';
  if (!isTime) return 'Wrong time: X-Timestamp is not a number of seconds';
  if (signedUrl(request, otherSecrets) !== null) return 'Wrong secret: signed with the secret of another key';
  if (isHexadecimal(request, secrets)) return 'Wrong signature: send Base64 of the raw bytes, not hexadecimal digits';
  return 'Wrong secret, or another string was signed: compare yours with stringToSign';
}

/** The usual slip: the digits of the digest, as they are or in Base64. */
function isHexadecimal(
  { algorithm, method, urls, body, timestamp, signature }: SignedRequest,
  secrets: readonly string[],
) {
  return urls.some((url) =>
    secrets.some((secret) => {
      const hmac = createHmac(algorithm, secret).update(method + url);
      const digits = hmac.update(body).update(timestamp).digest('hex');
      return [digits, Buffer.from(digits).toString('base64')].includes(signature);
    }),
  );
}
