import type pg from 'pg';
import { idleEnd, idleMinutes, isSeenAnew } from '../../domain/people/access-rules.ts';
import {
  challengeHash,
  challengeLifetimeMs,
  type PasskeyChallenge,
  type PasskeySite,
  type ShownPasskey,
} from '../../domain/people/passkeys.ts';
import { provedSince, type SignedIn, sessionLifetimeMs, tokenHash, type User } from '../../domain/people/people.ts';
import { AppError } from '../../errors/app-error.ts';
import { chance } from '../../storage/settings/chance.ts';
import { ownTurn } from '../../storage/settings/people/hash-queue.ts';
import { findPasskeyKey, insertChallenge, isProved } from '../../storage/settings/people/passkeys.ts';
import { nobodysHash, passwordMatches } from '../../storage/settings/people/password-hash.ts';
import { deleteSession, findSession, findToken, updateSeen } from '../../storage/settings/people/sessions.ts';
import { findCredentials } from '../../storage/settings/people/users.ts';
import {
  challengeHashOf,
  checkAssertion,
  checkAttestation,
  type GivenAssertion,
  type GivenAttestation,
} from '../../storage/settings/people/webauthn.ts';
import type { Settings } from '../settings.ts';
import { countPassword, countSignIn, signInByPasskey } from './count-attempt.ts';
import { openSession } from './open-session.ts';
import { confirmByPasskey, confirmPassword, type Present } from './prove-presence.ts';

/** Who is there: signing in and out, sessions, tokens. Secrets are stored as hashes; what a person holds is shown once. */
export class People {
  readonly #pool: pg.Pool;
  readonly #settings: Settings;

  constructor(pool: pg.Pool, settings: Settings) {
    this.#pool = pool;
    this.#settings = settings;
  }

  /** Checks login, password and, where set up, the second factor. */
  async signIn({ passkey, isGone, ...attempt }: SignInAttempt, nowMs: number): Promise<Entering> {
    const found = await findCredentials(this.#pool, { login: attempt.login });
    // Strangers wait for each other, and not for a device that is known; its cookie is good for this login alone.
    const isKnown = attempt.deviceId !== null;
    const turn = { isKnown, name: isKnown ? `login:${attempt.login}` : `address:${attempt.address}`, isGone };
    const isPassword = await passwordMatches(attempt.password, found?.passwordHash ?? nobodysHash, turn);
    const shown = passkey === null ? null : await this.#check(passkey);
    // A login that nobody has goes all the way, too: the same work, the same answer.
    const tried = { ...attempt, userId: found?.userId ?? null, isPassword, passkey: shown };
    const user = await this.#settings.routine(countSignIn, tried, nowMs);
    return { user, passwordHash: found?.passwordHash ?? null };
  }

  /** A passkey alone says who it is. */
  async signInByPasskey(passkey: PasskeyOnSite, nowMs: number): Promise<Entering> {
    const user = await this.#settings.routine(signInByPasskey, { passkey: await this.#check(passkey) }, nowMs);
    return { user, passwordHash: null };
  }

  /** Whether somebody signed in knows the password. */
  async checkPassword(userId: number, password: string, nowMs: number): Promise<void> {
    const isPassword = await this.#isPassword(userId, password);
    await this.#settings.routine(countPassword, { userId, isPassword }, nowMs);
  }

  /** The password again, as a fresh proof of somebody who has no second factor. */
  async confirmPassword(present: Present & { readonly password: string }, nowMs: number): Promise<void> {
    const { userId, sessionHash, password } = present;
    const isPassword = await this.#isPassword(userId, password);
    await this.#settings.routine(confirmPassword, { userId, sessionHash, isPassword }, nowMs);
  }

  /** A passkey as a fresh proof for the request that its challenge is for. */
  async confirmByPasskey(present: Present, passkey: PasskeyOnSite, nowMs: number): Promise<void> {
    await this.#settings.routine(confirmByPasskey, { ...present, shown: await this.#check(passkey) }, nowMs);
  }

  /** Whether a passkey has lately been shown for this request, in this session. */
  async isProved(asked: { readonly sessionHash: string; readonly actHash: string }, nowMs: number): Promise<boolean> {
    return await isProved(this.#pool, { ...asked, since: provedSince(nowMs) });
  }

  /** The key of a new passkey, if the browser's answer holds. What it was made for is looked at with the rows. */
  async checkNewPasskey(given: GivenAttestation, site: PasskeySite) {
    const hash = challengeHashOf(given);
    const checked = hash === null ? null : await checkAttestation(given, site);
    if (hash === null || checked === null) throw new AppError('passkey_refused');
    return { challengeHash: hash, rpId: site.rpId, transports: given.response.transports ?? [], ...checked };
  }

  /** Something new for a passkey to sign. */
  async challenge(asked: Omit<PasskeyChallenge, 'expiresAt'>, nowMs: number): Promise<string> {
    const challenge = chance.text(32);
    await insertChallenge(this.#pool, challengeHash(challenge), { ...asked, expiresAt: nowMs + challengeLifetimeMs });
    return challenge;
  }

  async openSession({ user: { id: userId }, passwordHash }: Entering, from: Machine, nowMs: number): Promise<Session> {
    const session = {
      token: chance.text(32),
      csrfToken: chance.text(24),
      deviceId: from.deviceId ?? chance.text(16),
      expiresAtMs: nowMs + sessionLifetimeMs,
    };
    const opened = {
      tokenHash: tokenHash(session.token),
      userId,
      csrfToken: session.csrfToken,
      userAgent: from.userAgent.slice(0, userAgentCharactersMax),
      address: from.address,
      createdAt: nowMs,
      expiresAt: session.expiresAtMs,
    };
    const device = { deviceHash: tokenHash(session.deviceId), isKnownDevice: from.deviceId !== null };
    await this.#settings.routine(openSession, { session: opened, passwordHash, ...device }, nowMs);
    return session;
  }

  async closeSession(token: string): Promise<void> {
    await deleteSession(this.#pool, tokenHash(token));
  }

  /** `isByPerson`: the request shows that somebody is at work, not just that a page is open. */
  async findSession(
    token: string,
    { now, isByPerson }: { readonly now: number; readonly isByPerson: boolean },
  ): Promise<SignedIn | null> {
    const hash = tokenHash(token);
    const found = await findSession(this.#pool, hash, now);
    if (found === null) return null;
    const { lastSeenAt, ...signedIn } = found;
    const { user, rules } = signedIn;
    if (now >= idleEnd(user.role, rules, lastSeenAt)) {
      throw new AppError('session_idle', { minutes: idleMinutes(user.role, rules) });
    }
    if (isByPerson && isSeenAnew(lastSeenAt, now)) await updateSeen(this.#pool, hash, now);
    return signedIn;
  }

  /** It may have ended. */
  async findToken(token: string) {
    return await findToken(this.#pool, tokenHash(token));
  }

  async #isPassword(userId: number, password: string): Promise<boolean> {
    const found = await findCredentials(this.#pool, { userId });
    const turn = { ...ownTurn, name: `user:${userId}` };
    return await passwordMatches(password, found?.passwordHash ?? nobodysHash, turn);
  }

  /** Null where its signature does not hold, or nobody has it. What it was signed for is looked at with the rows. */
  async #check({ given, site }: PasskeyOnSite): Promise<ShownPasskey | null> {
    const hash = challengeHashOf(given);
    const key = hash === null ? null : await findPasskeyKey(this.#pool, given.id);
    if (hash === null || key === null || key.rpId !== site.rpId) return null;
    const checked = await checkAssertion(given, key, site);
    if (checked === null) return null;
    return { passkeyId: key.id, userId: key.userId, challengeHash: hash, rpId: site.rpId, ...checked };
  }
}

/** Somebody who has shown who it is. */
export interface Entering {
  readonly user: User;
  /** Of the password that was shown; null where none was. Another one by now: they have not shown who it is. */
  readonly passwordHash: string | null;
}

const userAgentCharactersMax = 300;

/** What a browser has given back, and on which site. */
interface PasskeyOnSite {
  readonly given: GivenAssertion;
  readonly site: PasskeySite;
}

interface SignInAttempt {
  readonly login: string;
  readonly password: string;
  readonly code: string;
  /** Null: none was shown. */
  readonly passkey: PasskeyOnSite | null;
  /** What counts as one caller. */
  readonly address: string;
  /** Null: the device has not signed in with this login before. */
  readonly deviceId: string | null;
  /** Nobody waits for the answer any more. */
  readonly isGone: () => boolean;
}

/** From where somebody signs in. */
interface Machine {
  readonly userAgent: string;
  readonly address: string;
  /** Null: not known yet. */
  readonly deviceId: string | null;
}

interface Session {
  /** Goes into the cookie, and is not stored. */
  readonly token: string;
  readonly csrfToken: string;
  /** By which the device is known from now on. */
  readonly deviceId: string;
  readonly expiresAtMs: number;
}
