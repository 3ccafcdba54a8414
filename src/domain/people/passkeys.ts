import { createHash } from 'node:crypto';
import type { Instant } from '../text/timestamp.ts';

/**
 * Passkeys (WebAuthn). The service hands out a challenge, an authenticator signs it with a key that never leaves it, for one
 * host alone. A challenge
 *
 *   add      is for a new passkey, of who asks in this session;
 *   sign-in  is for somebody who is not there yet: with the password as its second factor, or alone;
 *   act      is for one request, in this session: method, path and body.
 *
 * Each works once and not for long. Whether a signature is right is found out beforehand (`storage/settings/webauthn.ts`);
 * here is what follows from it.
 */
export const passkeyPurposes = { add: 'add', 'sign-in': 'sign-in', act: 'act' } as const;
type PasskeyPurpose = keyof typeof passkeyPurposes;

export interface Passkey {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  /** 0 where the authenticator does not count. */
  readonly counter: number;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | null;
  /** When its counter went back. From then on it opens nothing. */
  readonly suspectedAt: Instant | null;
}

export interface PasskeyChallenge {
  readonly purpose: PasskeyPurpose;
  readonly rpId: string;
  readonly sessionHash: string | null;
  readonly actHash: string | null;
  readonly expiresAt: Instant;
}

/** A passkey that somebody has shown, with a right signature. */
export interface ShownPasskey {
  readonly passkeyId: number;
  /** Whose it is. */
  readonly userId: number;
  readonly challengeHash: string;
  readonly rpId: string;
  readonly counter: number;
  /** Whether the authenticator has made sure who holds it, by a PIN or a fingerprint. */
  readonly isUserVerified: boolean;
}

/** As long as a form that waits for a phone in another room. */
export const challengeLifetimeMs = 5 * 60_000;

/** Everybody has a few devices; a list without end would be somebody's mistake. */
export const passkeysMax = 20;

export const passkeyNameCharactersMax = 100;

/** Challenges are stored as a hash, as all is that opens something. */
export function challengeHash(challenge: string): string {
  return createHash('sha256').update(challenge).digest('hex');
}

/** What a person agrees to: exactly this request. Pages work it out in the same way. */
export function actHash(request: { readonly method: string; readonly url: string; readonly body: Uint8Array }): string {
  return createHash('sha256').update(`${request.method} ${request.url}\n`).update(request.body).digest('hex');
}

/** How a person is named to authenticators: the bytes of a UUID, as text. */
export function handleText(handle: string): string {
  return Buffer.from(handle.replaceAll('-', ''), 'hex').toString('base64url');
}

/** What the passkey is shown for. */
interface Asked {
  readonly purpose: PasskeyPurpose;
  /** Null where nobody is signed in. */
  readonly sessionHash: string | null;
  /** Whose it has to be; null: that is what it tells. */
  readonly userId: number | null;
  /** It is all there is, so the authenticator must have made sure who holds it. */
  readonly isAlone: boolean;
}

/** `copied`: there are two of it, and nobody knows which is whose. */
export type PasskeyVerdict = 'accepted' | 'refused' | 'copied';

export function judgePasskey(
  shown: ShownPasskey,
  rows: { readonly challenge: PasskeyChallenge | null; readonly passkey: Passkey | null },
  asked: Asked,
  now: Instant,
): PasskeyVerdict {
  const { challenge, passkey } = rows;
  if (challenge === null || !isChallengeFor(challenge, { ...asked, rpId: shown.rpId }, now)) return 'refused';
  if (passkey === null || passkey.suspectedAt !== null) return 'refused';
  if (asked.userId !== null && passkey.userId !== asked.userId) return 'refused';
  if (asked.isAlone && !shown.isUserVerified) return 'refused';
  return isCounterBack(passkey.counter, shown.counter) ? 'copied' : 'accepted';
}

/** A challenge is for what it was made for, in the session and on the host that it was made in. */
export function isChallengeFor(
  challenge: PasskeyChallenge,
  asked: Pick<Asked, 'purpose' | 'sessionHash'> & { readonly rpId: string },
  now: Instant,
): boolean {
  return (
    challenge.purpose === asked.purpose &&
    challenge.sessionHash === asked.sessionHash &&
    challenge.rpId === asked.rpId &&
    now < challenge.expiresAt
  );
}

/** An authenticator that counts never says the same number twice. One that does not always says 0. */
function isCounterBack(stored: number, shown: number): boolean {
  return (stored > 0 || shown > 0) && shown <= stored;
}

/** An origin on which passkeys work, and the name that they are bound to there. */
export interface PasskeySite {
  readonly origin: string;
  readonly rpId: string;
}

/**
 * Where passkeys work: browsers want https, or this very machine, and a name instead of a number. A service that is reached by a
 * loopback address is reached as `localhost`, too.
 */
export function passkeySites(publicUrls: readonly string[]): readonly PasskeySite[] {
  return publicUrls.flatMap((text) => {
    const url = new URL(text);
    if (isLoopback(url.hostname)) url.hostname = 'localhost';
    const { protocol, hostname, origin } = url;
    const isSecure = protocol === 'https:' || hostname === 'localhost';
    return isSecure && !isNumeric(hostname) ? [{ origin, rpId: hostname }] : [];
  });
}

export function findSite(publicUrls: readonly string[], origin: string | undefined): PasskeySite | null {
  return passkeySites(publicUrls).find((site) => site.origin === origin) ?? null;
}

/** As the URL standard writes them: four numbers, or brackets. */
function isNumeric(hostname: string): boolean {
  return /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
}

export function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || (isNumeric(hostname) && hostname.startsWith('127.'));
}
