import { createHash } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import { type AccessRules, needsSecondFactor } from './access-rules.ts';
import { type Actor, isReservedName, type Role } from './audit.ts';

import type { BoundToken, TokenBounds } from './token.ts';

/**
 * What a member of a merchant's team may do. All of them may look at everything of the merchant. An owner, whose `rights` are
 * null, may do everything, is changed by operators alone, and so cannot be locked out by the team.
 */
const memberRights = {
  /** Payment links, disputes, evidence, notifications sent again, what happens to other sums than were asked for, and to payers who play. */
  payins: 'payins',
  /** Refunds, and saying that a payout was received. */
  payouts: 'payouts',
  withdrawals: 'withdrawals',
  /** API keys, secrets, the second factor of the business. */
  keys: 'keys',
  /** The members of the team and their rights. */
  team: 'team',
} as const;
export type MemberRight = keyof typeof memberRights;
export const allMemberRights = Object.values(memberRights);

/** What a script's token may do. A person who signs in may do all that the role allows. */
export const scopes = {
  /** Look at things. */
  read: 'read',
  /** Enter money that arrived: what a maker's bank program needs. */
  arrivals: 'arrivals',
  /** Settle, decide, top up. */
  money: 'money',
  /** Change stores, makers, requisites, rates. */
  settings: 'settings',
  /** Create merchants, revoke keys of stores. Users, secrets, new keys and endpoints are for people, not for tokens. */
  access: 'access',
} as const;
export type Scope = keyof typeof scopes;

export interface User {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly role: Role;
  readonly makerId: number | null;
  readonly merchantId: number | null;
  /** An authenticator app that makes codes. */
  readonly hasAuthenticator: boolean;
  /** How many of them. */
  readonly passkeys: number;
  readonly isDisabled: boolean;
  /** Since when the account is trusted: created, or access last given back by somebody else. */
  readonly trustedSince: number;
  /** Of a member of a merchant's team. Null: all, as owners have; of operators and makers always. */
  readonly rights: readonly MemberRight[] | null;
}

/** Something to have beside the password: codes of an app, or a passkey. */
export function hasSecondFactor({ hasAuthenticator, passkeys }: Pick<User, 'hasAuthenticator' | 'passkeys'>): boolean {
  return hasAuthenticator || passkeys > 0;
}

/** What a script shows instead of a password. The token itself is stored nowhere. */
export interface ApiToken {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly bounds: TokenBounds;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

/** Cookies and tokens are known by their hash, so that a stolen database signs nobody in. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

const dayMs = 24 * 3_600_000;

/** A token that nobody remembers must not work for ever: it ends by itself. */
export const tokenDays = { usual: 90, longest: 365 } as const;

/** Time enough to make another one and to put it where the script reads it. */
const tokenWarnMs = 14 * dayMs;

export function tokenExpiry(now: number, lifetimeDays: number | null): number {
  return now + (lifetimeDays ?? tokenDays.usual) * dayMs;
}

/** From when on its owner is told. */
export function tokensEndingUntil(now: number): number {
  return now + tokenWarnMs;
}

/** It still works, and not for long. */
export function endsSoon({ expiresAt, revokedAt }: Pick<ApiToken, 'expiresAt' | 'revokedAt'>, now: number): boolean {
  return revokedAt === null && now < expiresAt && expiresAt <= tokensEndingUntil(now);
}

/** A working day. */
export const sessionLifetimeMs = 12 * 3_600_000;

/** A person or a script that has shown who it is. */
export interface SignedIn {
  readonly user: User;
  /** Null for a person's session: everything the role allows. */
  readonly scopes: readonly Scope[] | null;
  /** Of a token: how much it may move, and for which requisites it is. */
  readonly token?: BoundToken;
  /** What a session's changes have to come with; null for a token. */
  readonly csrfToken: string | null;
  /** When the person last showed in this session to be there: by signing in, by a code, by the password again. */
  readonly provedAt: number | null;
  /** How strict the service is now. */
  readonly rules: AccessRules;
}

/**
 * Long enough to work through a queue of approvals, each code works once; short enough that a session which somebody left
 * open, or lost, lets nobody in and no money out.
 */
const proofFreshMs = 5 * 60_000;

/** Since when a proof still counts. */
export function provedSince(now: number): number {
  return now - proofFreshMs;
}

/**
 * `true`: of everybody who has a second factor. `always`: also of those who have none, who give the password again: what they
 * add opens the account from then on.
 */
export type FreshProof = true | 'always';

interface ForPeople {
  readonly isForPeople?: true;
  readonly needsFreshProof?: FreshProof;
}

/** Acts on people, second factors and approvals are for people. */
export function requirePerson(signedIn: SignedIn, act: ForPeople): void {
  if (act.isForPeople === true && signedIn.scopes !== null) throw new AppError('people_only');
}

/**
 * A session alone is not enough for those acts. A passkey shown for this very request would be. A script has nothing to show: what
 * it may is bound by its token.
 */
export function lacksFreshProof(
  { user, scopes, provedAt }: SignedIn,
  { needsFreshProof }: ForPeople,
  now: number,
): boolean {
  if (needsFreshProof === undefined || scopes !== null) return false;
  if (needsFreshProof !== 'always' && !hasSecondFactor(user)) return false;
  return provedAt === null || provedAt <= provedSince(now);
}

export function actorOf({ user, token }: SignedIn): Actor {
  return {
    userId: user.id,
    name: user.login,
    role: user.role,
    makerId: user.makerId,
    merchantId: user.merchantId,
    ...(token === undefined ? {} : { token }),
  };
}

export function isAllowed(
  signedIn: SignedIn,
  operation: { readonly roles: readonly Role[]; readonly scope: Scope },
): boolean {
  const isRole = operation.roles.includes(signedIn.user.role);
  return isRole && (signedIn.scopes === null || signedIn.scopes.includes(operation.scope));
}

/** Short enough to type, long enough that guessing despite the lock-out is hopeless. */
export const passwordCharactersMin = 12;
export const passwordCharactersMax = 200;

/**
 * A login as it is kept: in small letters, which people need not know. Only of ASCII: other letters that become one of those, such
 * as the sign of Kelvin, are no way to write a login.
 */
export function spelledLogin(typed: string): string {
  return typed.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export const loginPattern = '^[a-z0-9][a-z0-9._@+-]{1,99}$';

/** The scopes a token of somebody with this role may have: no token can do more than its owner. */
export function scopesOf(role: Role): readonly Scope[] {
  switch (role) {
    case 'operator':
      return ['read', 'arrivals', 'money', 'settings', 'access'];
    case 'maker':
      return ['read', 'arrivals', 'money', 'settings'];
    case 'merchant':
      return ['read'];
  }
}

/** Nothing is open to somebody who lacks it but the way to one. */
export function lacksSecondFactor(user: User, mode: 'sandbox' | 'production', rules: AccessRules): boolean {
  return needsSecondFactor(user.role, mode, rules) && !hasSecondFactor(user);
}

export interface Owner {
  readonly makerId: number | null;
  readonly merchantId: number | null;
}

/** A maker's user belongs to a maker, a merchant's to a merchant, an operator to nobody. */
export function requireOwner(role: Role, { makerId, merchantId }: Owner): void {
  if ((role === 'maker') !== (makerId !== null)) throw new AppError('user_owner', { field: 'makerId' });
  if ((role === 'merchant') !== (merchantId !== null)) throw new AppError('user_owner', { field: 'merchantId' });
}

/** A new user's login is nobody else's, and no word that the audit log has for somebody else. */
export function requireFreeLogin(login: string, isTaken: boolean): void {
  if (isReservedName(login)) throw new AppError('login_reserved', { field: 'login' });
  if (isTaken) throw new AppError('login_taken', { field: 'login' });
}

/** Some acts on oneself would be a way around the second factor, or lock the last operator out. */
export function requireAnother(actor: Actor, userId: number): void {
  if (actor.userId === userId) throw new AppError('not_on_oneself');
}
