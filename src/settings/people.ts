import type pg from 'pg';
import { type SignedIn, sessionLifetimeMs, tokenHash, type User } from '../domain/people.ts';
import { chance } from '../storage/settings/chance.ts';
import { nobodysHash, passwordMatches } from '../storage/settings/password-hash.ts';
import { deleteSession, findSession, findToken, insertSession } from '../storage/settings/sessions.ts';
import { findCredentials } from '../storage/settings/users.ts';
import { countPassword, countSignIn } from './count-attempt.ts';
import type { Settings } from './settings.ts';

/** Who is there: signing in and out, sessions, tokens. Secrets are stored as hashes; what a person holds is shown once. */
export class People {
  readonly #pool: pg.Pool;
  readonly #settings: Settings;

  constructor(pool: pg.Pool, settings: Settings) {
    this.#pool = pool;
    this.#settings = settings;
  }

  /** Checks login, password and, where set up, the second factor. */
  async signIn(attempt: SignInAttempt, nowMs: number): Promise<User> {
    const found = await findCredentials(this.#pool, { login: attempt.login });
    const isPassword = await passwordMatches(attempt.password, found?.passwordHash ?? nobodysHash);
    // A login that nobody has goes all the way, too: the same work, the same answer.
    return await this.#settings.routine(countSignIn, { ...attempt, userId: found?.userId ?? null, isPassword }, nowMs);
  }

  /** Whether somebody signed in knows the password. */
  async checkPassword(userId: number, password: string, nowMs: number): Promise<void> {
    const found = await findCredentials(this.#pool, { userId });
    const isPassword = await passwordMatches(password, found?.passwordHash ?? nobodysHash);
    await this.#settings.routine(countPassword, { userId, isPassword }, nowMs);
  }

  /** Who has signed in with a second factor has just given a code. */
  async openSession(
    { id: userId, hasSecondFactor }: Pick<User, 'id' | 'hasSecondFactor'>,
    from: { userAgent: string; address: string },
    nowMs: number,
  ): Promise<Session> {
    const session = {
      token: chance.text(32),
      csrfToken: chance.text(24),
      deviceId: chance.text(16),
      expiresAtMs: nowMs + sessionLifetimeMs,
    };
    await insertSession(this.#pool, {
      tokenHash: tokenHash(session.token),
      userId,
      csrfToken: session.csrfToken,
      userAgent: from.userAgent.slice(0, userAgentCharactersMax),
      address: from.address,
      createdAt: nowMs,
      expiresAt: session.expiresAtMs,
      codeAt: hasSecondFactor ? nowMs : null,
    });
    return session;
  }

  async closeSession(token: string): Promise<void> {
    await deleteSession(this.#pool, tokenHash(token));
  }

  async findSession(token: string, nowMs: number): Promise<SignedIn | null> {
    return await findSession(this.#pool, tokenHash(token), nowMs);
  }

  /** It may have ended. */
  async findToken(token: string) {
    return await findToken(this.#pool, tokenHash(token));
  }
}

const userAgentCharactersMax = 300;

interface SignInAttempt {
  readonly login: string;
  readonly password: string;
  readonly code: string;
  /** What counts as one caller. */
  readonly address: string;
  /** Null: the device has not signed in with this login before. */
  readonly deviceId: string | null;
}

interface Session {
  /** Goes into the cookie, and is not stored. */
  readonly token: string;
  readonly csrfToken: string;
  /** For a device that is not known yet. */
  readonly deviceId: string;
  readonly expiresAtMs: number;
}
