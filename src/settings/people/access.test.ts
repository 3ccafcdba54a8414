import { describe, expect, it } from 'vitest';
import { codeAt, wrongCodeAt } from '../../../test/engine/support/totp.ts';
import { actors, decide, noon } from '../../../test/support/situations.ts';
import { demoSecrets } from '../../domain/installation/demo-secrets.ts';
import { tokenHash, type User } from '../../domain/people/people.ts';
import { changePassword } from './change-password.ts';
import { changeUser } from './change-user.ts';
import { closeSessions } from './close-sessions.ts';
import { countPassword, countSignIn } from './count-attempt.ts';
import { createToken } from './create-token.ts';
import { createUser } from './create-user.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { revokeToken } from './revoke-token.ts';
import { setMerchantSecondFactor, setOwnSecondFactor } from './set-second-factor.ts';
import { spendCode } from './spend-code.ts';

const seed = demoSecrets.totpSeed;
const user: User & { readonly isMakerInUse: boolean } = {
  id: 9,
  login: 'nina',
  name: 'Nina',
  role: 'maker',
  makerId: 5,
  merchantId: null,
  hasAuthenticator: false,
  passkeys: 0,
  isDisabled: false,
  trustedSince: noon,
  rights: null,
  isMakerInUse: false,
};
const { operator, maker, merchant } = actors;
const unbound = { addresses: [], dayMax: null, dayCurrency: null, requisiteIds: null };
const tokenRows = { reference: { currencies: new Map(), banks: [], options: [] }, requisites: [] };

describe('create-user', () => {
  const input = { login: 'nina', name: 'Nina', role: 'maker', makerId: 5, merchantId: null, password: 'x' } as const;
  const rows = {
    id: 9,
    isLoginTaken: false,
    owner: { hasMaker: true, hasMerchant: true, isMerchantInUse: false, isMakerInUse: false },
  };
  const drawn = { passwordHash: 'a hash' };

  it('makes the user with the hash that was drawn, and logs neither password nor hash', () => {
    const decided = decide(createUser, input, rows, { drawn });
    const { isMakerInUse: _, ...made } = user;
    expect(decided).toMatchObject({ outcome: 'changed', result: made, change: { user: made, passwordHash: 'a hash' } });
    expect(decided.audit).toEqual([
      {
        subjectKind: 'user',
        subjectId: 9,
        details: { login: 'nina', role: 'maker', makerId: 5, merchantId: null },
      },
    ]);
  });

  it('tells a merchant that has something, and makes its withdrawals wait', () => {
    const ofMerchant = { ...input, role: 'merchant', makerId: null, merchantId: 7 } as const;
    const change = (isMerchantInUse: boolean) =>
      decide(createUser, ofMerchant, { ...rows, owner: { ...rows.owner, isMerchantInUse } }, { drawn }).change;
    expect([change(true)?.accessChangedAt, change(false)?.accessChangedAt]).toEqual([noon, null]);
  });

  it.each([
    ['a login that is taken', {}, { isLoginTaken: true }, 'login_taken'],
    ['a login that the log uses for others', { login: 'payer' }, {}, 'login_reserved'],
    ['a maker without a maker', { makerId: null }, {}, 'user_owner'],
    ['a maker with a merchant', { merchantId: 7 }, {}, 'user_owner'],
    ['a maker that does not exist', {}, { owner: { ...rows.owner, hasMaker: false } }, 'not_found'],
    ['a merchant that does not exist', {}, { owner: { ...rows.owner, hasMerchant: false } }, 'not_found'],
  ])('refuses %s', (_, change, found, outcome) => {
    expect(decide(createUser, { ...input, ...change }, { ...rows, ...found }, { drawn }).outcome).toBe(outcome);
  });
});

describe('change-user', () => {
  it('changes what is given and ends no session for a name', () => {
    const { change, audit } = decide(changeUser, { id: 9, name: 'N' }, user, { drawn: { passwordHash: null } });
    expect(change).toEqual({
      user: { ...user, name: 'N' },
      passwordHash: null,
      endsAccess: false,
      isLetIn: false,
      at: noon,
      by: operator.name,
      enrolment: null,
    });
    expect(audit[0]?.details).toEqual({ name: 'N' });
  });

  it.each([
    ['a new password', { password: 'another' }, 'a hash', { password: 'changed' }],
    ['being disabled', { isDisabled: true }, null, { isDisabled: true }],
  ])('ends all sessions with %s', (_, change, passwordHash, details) => {
    const decided = decide(changeUser, { id: 9, ...change }, user, { drawn: { passwordHash } });
    expect(decided.change?.endsAccess).toBe(true);
    expect(decided.audit[0]?.details).toEqual(details);
  });

  it.each([
    ['disable themselves', { isDisabled: true }, null],
    ['reset the own password', { password: 'another' }, 'a hash'],
  ])('lets nobody %s, but the command line anybody', (_, change, passwordHash) => {
    const drawn = { passwordHash };
    const own = { ...user, id: operator.userId };
    const input = { id: operator.userId, ...change };
    expect(decide(changeUser, input, own, { drawn }).outcome).toBe('not_on_oneself');
    expect(decide(changeUser, input, own, { drawn, actor: { ...operator, userId: null } }).outcome).toBe('changed');
    const harmless = { id: operator.userId, name: 'N', isDisabled: false };
    expect(decide(changeUser, harmless, own, { drawn: { passwordHash: null } }).outcome).toBe('changed');
  });

  it('makes a user new who is let in anew: a password, or a way back', () => {
    const later = { at: noon + 1, drawn: { passwordHash: null } };
    const disabled = { ...user, isDisabled: true };
    const since = (change: object, before: typeof user) =>
      decide(changeUser, { id: 9, ...change }, before, later).result?.trustedSince;
    expect(since({ name: 'N', isDisabled: false }, user)).toBe(noon);
    expect(since({ password: 'x' }, user)).toBe(noon + 1);
    expect(since({ isDisabled: false }, disabled)).toBe(noon + 1);
    expect(since({ isDisabled: true }, user)).toBe(noon);
  });

  it('does not find a user who is not there', () => {
    expect(decide(changeUser, { id: 9 }, null, { drawn: { passwordHash: null } }).outcome).toBe('not_found');
  });
});

describe('what people do about their own access', () => {
  const sessions = ['1', '2'].map((id) => ({ id, tokenHash: `hash ${id}` }));

  it('keeps the session that changes the password, and no other', () => {
    const input = { userId: maker.userId, password: 'x', sessionToken: 'cookie', keepsTokens: false };
    const { change } = decide(changePassword, input, user, { actor: maker, drawn: { passwordHash: 'h' } });
    const keptSession = tokenHash('cookie');
    expect(change).toEqual({ user, passwordHash: 'h', keptSession, keepsTokens: false, at: noon });
  });

  it('is for nobody else, operators included', () => {
    const [drawn, userId] = [{ passwordHash: 'h' }, user.id];
    const enrolment = { seed, expiresAtMs: noon + 1 };
    const factor = { userId, ticket: '', code: codeAt(noon) };
    const outcomes = [
      decide(changePassword, { userId, password: 'x', sessionToken: '', keepsTokens: false }, user, { drawn }),
      decide(closeSessions, { userId, which: 'all' }, sessions),
      decide(setOwnSecondFactor, factor, { user, enrolment }),
      decide(
        createToken,
        { userId, name: 'n', scopes: ['read'], lifetimeDays: null, ...unbound },
        { id: 1, ...tokenRows },
        { drawn: { secret: 's' } },
      ),
    ].map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['not_found', 'not_found', 'not_found', 'not_found']);
  });

  it('ends all sessions, all others or one, and counts them', () => {
    const close = (which: 'all' | { except: string } | { id: string }, among = sessions) => {
      const { outcome, change, result } = decide(closeSessions, { userId: 2, which }, among, { actor: maker });
      return [outcome, change, result];
    };
    expect(close('all')).toEqual(['changed', ['hash 1', 'hash 2'], 2]);
    expect(close({ except: 'hash 2' })).toEqual(['changed', ['hash 1'], 1]);
    expect(close({ except: 'hash 1' }, sessions.slice(0, 1))).toEqual(['unchanged', undefined, 0]);
    expect(close({ id: '2' })).toEqual(['changed', ['hash 2'], 1]);
    expect(close({ id: '3' })).toEqual(['not_found', undefined, undefined]);
  });

  it('sets up a second factor with the right code of a ticket in time, once', () => {
    const enrolment = { seed, expiresAtMs: noon + 1 };
    const input = { userId: maker.userId, ticket: '', code: codeAt(noon), sessionHash: 'a session' };
    const actor = maker;
    const decided = decide(setOwnSecondFactor, input, { user, enrolment }, { actor });
    const factor = { seed, step: Math.floor(noon / 30_000) };
    expect(decided.change).toEqual({ user, factor, sessionHash: 'a session', at: noon });
    const wrong = { ...input, code: wrongCodeAt(noon) };
    const has = { ...user, hasAuthenticator: true };
    expect(decide(setOwnSecondFactor, wrong, { user, enrolment }, { actor }).outcome).toBe('enrolment_failed');
    expect(decide(setOwnSecondFactor, input, { user, enrolment: null }, { actor }).outcome).toBe('enrolment_failed');
    expect(decide(setOwnSecondFactor, input, { user, enrolment }, { actor, at: noon + 1 }).outcome).toBe(
      'enrolment_failed',
    );
    expect(decide(setOwnSecondFactor, input, { user: has, enrolment }, { actor }).outcome).toBe(
      'second_factor_present',
    );
  });
});

describe('second factors of others', () => {
  it("is removed by another operator only: one's own would be a way around it", () => {
    const has = { ...user, hasAuthenticator: true, passkeys: 2 };
    const removed = decide(removeSecondFactor, { userId: 9 }, has);
    expect(removed).toMatchObject({ outcome: 'changed', result: user });
    expect(removed.audit[0]?.details).toEqual({ passkeys: 2 });
    expect(decide(removeSecondFactor, { userId: operator.userId }, has).outcome).toBe('not_on_oneself');
    expect(decide(removeSecondFactor, { userId: 9 }, null).outcome).toBe('not_found');
  });

  it('is set up by the merchant itself once, and replaced by an operator only', () => {
    const input = { merchantId: 7, ticket: '', code: codeAt(noon) };
    const enrolment = { seed, expiresAtMs: noon + 1 };
    const rows = (hasSecondFactor: boolean) => ({
      merchant: { id: 7, name: 'M', hasSecondFactor },
      by: null,
      enrolment,
    });
    const by = (actor: typeof operator | typeof merchant | typeof maker, has: boolean) =>
      decide(setMerchantSecondFactor, input, rows(has), { actor }).outcome;
    expect([by(merchant, false), by(merchant, true)]).toEqual(['changed', 'second_factor_present']);
    expect([by(operator, false), by(operator, true)]).toEqual(['changed', 'changed']);
    expect(by(maker, false)).toBe('not_found');
    const stranger = { ...merchant, merchantId: 8 };
    expect(decide(setMerchantSecondFactor, input, rows(false), { actor: stranger }).outcome).toBe('not_found');
  });
});

describe('tokens', () => {
  const drawn = { secret: 'qt_secret' };
  const token = {
    userId: merchant.userId,
    name: 'report',
    scopes: ['read', 'read'] as const,
    lifetimeDays: 2,
    ...unbound,
  };

  it('are stored as a hash, with each scope once and an end', () => {
    const decided = decide(createToken, token, { id: 4, ...tokenRows }, { actor: merchant, drawn });
    expect(decided.result).toEqual({ id: 4, token: 'qt_secret', expiresAt: noon + 172_800_000 });
    expect(decided.change).toMatchObject({
      tokenHash: tokenHash('qt_secret'),
      token: { scopes: ['read'], createdAt: noon, expiresAt: noon + 172_800_000 },
    });
    expect(JSON.stringify(decided.audit)).not.toContain('qt_secret');
  });

  it('work for 90 days when nothing else is said', () => {
    const wish = { ...token, lifetimeDays: null };
    const { change } = decide(createToken, wish, { id: 4, ...tokenRows }, { actor: merchant, drawn });
    expect(change?.token.expiresAt).toBe(noon + 90 * 86_400_000);
  });

  it('have no scope that their owner has not', () => {
    const wish = { ...token, scopes: ['money'] as const };
    expect(decide(createToken, wish, { id: 4, ...tokenRows }, { actor: merchant, drawn }).outcome).toBe(
      'invalid_choice',
    );
  });

  it('name in production from where they are used and how much they move, where they move money', () => {
    const wish = { ...token, userId: operator.userId, scopes: ['money'] as const };
    const made = (mode: 'sandbox' | 'production') =>
      decide(createToken, wish, { id: 4, ...tokenRows }, { actor: operator, drawn, mode }).outcome;
    expect([made('sandbox'), made('production')]).toEqual(['changed', 'token_bounds_needed']);
  });

  it('are revoked by their owner or an operator, and twice is once', () => {
    const live = { userId: merchant.userId, revokedAt: null };
    const revoke = (actor: typeof operator | typeof merchant | typeof maker, found: typeof live | null) =>
      decide(revokeToken, { tokenId: 4 }, found, { actor }).outcome;
    expect([revoke(merchant, live), revoke(operator, live), revoke(maker, live)]).toEqual([
      'changed',
      'changed',
      'not_found',
    ]);
    expect(decide(revokeToken, { tokenId: 4 }, { ...live, revokedAt: noon }).outcome).toBe('unchanged');
    expect(revoke(operator, null)).toBe('not_found');
  });
});

describe('attempts', () => {
  const state = { lastUsedStep: null, failures: 4, lockedUntilMs: null };
  const from = { address: '203.0.113.7', deviceId: null };
  const attempt = { login: 'anna', userId: 9, isPassword: true, code: '', passkey: null, ...from };
  const shown = { challenge: null, passkey: null };
  const count = { failures: 4, waitsUntil: null, lastAt: noon };
  const counts = new Map([
    ['login:anna', count],
    ['address:203.0.113.7', count],
  ] as const);
  const attempts = { user, state, seed: null };

  it('attempts that are right clear the count of the login', () => {
    const decided = decide(countSignIn, attempt, { counts, attempts, shown });
    expect(decided).toMatchObject({ outcome: 'changed', result: user });
    expect(decided.change?.counts).toEqual(new Map([['login:anna', null]]));
  });

  it('wrong attempts are counted, though they are refused, also when no user has the login', () => {
    for (const rows of [
      { counts, attempts, shown },
      { counts, attempts: null, shown },
    ]) {
      const decided = decide(countSignIn, { ...attempt, isPassword: rows.attempts === null }, rows);
      expect(decided.outcome).toBe('sign_in_failed');
      expect([...(decided.change?.counts.values() ?? [])].map((one) => one?.failures)).toEqual([5, 5]);
    }
  });

  it('attempts of a known device are counted by the device alone', () => {
    const device = { ...attempt, isPassword: false, deviceId: 'mine' };
    const known = new Map([['device:mine', count]] as const);
    const decided = decide(countSignIn, device, { counts: known, attempts, shown });
    expect([...(decided.change?.counts.keys() ?? [])]).toEqual(['device:mine']);
  });

  it('need the code beside the password where there is a second factor, and the password beside the code', () => {
    const signIn = (isPassword: boolean, code: string) =>
      decide(countSignIn, { ...attempt, isPassword, code }, { counts, attempts: { ...attempts, seed }, shown });
    expect(signIn(true, codeAt(noon))).toMatchObject({ outcome: 'changed', change: { used: { userId: user.id } } });
    expect(signIn(true, '').outcome).toBe('sign_in_failed');
    expect(signIn(false, codeAt(noon)).outcome).toBe('sign_in_failed');
  });

  it("attempts at one's own password need the password alone", () => {
    expect(decide(countPassword, { userId: 9, isPassword: true }, { user, state, seed }).outcome).toBe('changed');
    const wrong = decide(countPassword, { userId: 9, isPassword: false }, { user, state, seed });
    expect([wrong.outcome, wrong.change?.state.failures]).toEqual(['password_wrong', 5]);
  });

  it("attempts at a merchant's code spend a right one, count a wrong one, and need none where there is no second factor", () => {
    const factor = { state, seed };
    expect(decide(spendCode, { merchantId: 7, code: codeAt(noon) }, factor).change?.state.failures).toBe(0);
    const wrong = decide(spendCode, { merchantId: 7, code: wrongCodeAt(noon) }, factor);
    expect([wrong.outcome, wrong.change?.state.failures]).toEqual(['two_factor_wrong', 5]);
    expect(decide(spendCode, { merchantId: 7, code: null }, factor).outcome).toBe('blank');
    expect(decide(spendCode, { merchantId: 7, code: null }, { state, seed: null }).outcome).toBe('unchanged');
    const locked = { state: { ...state, lockedUntilMs: noon + 1 }, seed };
    expect(decide(spendCode, { merchantId: 7, code: codeAt(noon) }, locked).outcome).toBe('two_factor_locked');
  });
});
