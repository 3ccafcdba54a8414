import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { challengeHash, handleText, type PasskeySite } from '../../../domain/people/passkeys.ts';
import type { PasskeyKey } from './passkeys.ts';

/** What a browser gives back, as JSON: bytes are base64url. */
export interface GivenAssertion {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null | undefined;
  };
}

export interface GivenAttestation {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

/** The library brings a certificate reader along, half a second and 30 MB of it: loaded when somebody has a passkey. */
async function library() {
  return await import('@simplewebauthn/server');
}

/** The challenge that was signed, by its hash; null for anything that is not from a browser. */
export function challengeHashOf({ response }: GivenAssertion | GivenAttestation): string | null {
  const challenge = clientDataOf(response.clientDataJSON)?.challenge;
  return typeof challenge === 'string' ? challengeHash(challenge) : null;
}

interface CheckedAssertion {
  readonly counter: number;
  readonly isUserVerified: boolean;
}

/** Whether the passkey has signed, on this site, whatever challenge is in there. Null when it has not. */
export async function checkAssertion(
  given: GivenAssertion,
  { publicKey, handle }: PasskeyKey,
  { origin, rpId }: PasskeySite,
): Promise<CheckedAssertion | null> {
  const { userHandle } = given.response;
  if (userHandle != null && userHandle !== handleText(handle)) return null;
  if (!isOnOurPage(given.response.clientDataJSON)) return null;
  try {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: responseOf(given) as AuthenticationResponseJSON,
      expectedChallenge: () => true,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // Counted where the passkey is locked, so that two at once do not both pass.
      credential: { id: given.id, publicKey, counter: 0 },
      requireUserVerification: false,
    });
    if (!verified) return null;
    return { counter: authenticationInfo.newCounter, isUserVerified: authenticationInfo.userVerified };
  } catch {
    // It throws at the first thing that is wrong, which is nobody's business but the sender's.
    return null;
  }
}

interface CheckedAttestation {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
}

/** The new passkey's public key; null when the browser's answer does not hold. */
export async function checkAttestation(
  given: GivenAttestation,
  { origin, rpId }: PasskeySite,
): Promise<CheckedAttestation | null> {
  if (!isOnOurPage(given.response.clientDataJSON)) return null;
  try {
    if (!(await isPlain(given.response.attestationObject))) return null;
    const { verifyRegistrationResponse } = await library();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: responseOf(given) as RegistrationResponseJSON,
      expectedChallenge: () => true,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return { credentialId, publicKey, counter };
  } catch {
    return null;
  }
}

/**
 * No certificate of a manufacturer was asked for. One that comes all the same is refused, not checked: it would make the
 * library ask addresses that stand in it whether it was revoked, past the one room that may call others.
 */
async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

function responseOf({ id, response }: GivenAssertion | GivenAttestation): object {
  return { id, rawId: id, response, type: 'public-key', clientExtensionResults: {} };
}

/** A page of ours is never in somebody else's frame. */
function isOnOurPage(clientDataJSON: string): boolean {
  return clientDataOf(clientDataJSON)?.crossOrigin !== true;
}

function clientDataOf(text: string): { readonly challenge?: unknown; readonly crossOrigin?: unknown } | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
