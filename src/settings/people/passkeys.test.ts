import { describe, expect, it } from 'vitest';
import { actors, decide, noon } from '../../../test/support/situations.ts';
import type { AccessRules } from '../../domain/people/access-rules.ts';
import type { Passkey, PasskeyChallenge, ShownPasskey } from '../../domain/people/passkeys.ts';
import type { User } from '../../domain/people/people.ts';
import { changeAccessRules } from './change-access-rules.ts';
import { countSignIn, signInByPasskey } from './count-attempt.ts';
import { hearOfDevices, openSession } from './open-session.ts';
import { addPasskey, removePasskey, renamePasskey } from './own-passkeys.ts';
import { confirmByPasskey, confirmPassword } from './prove-presence.ts';

const { maker, operator } = actors;
const user: User = {
  id: maker.userId,
  login: 'mark',
  name: '',
  role: 'maker',
  makerId: 5,
  merchantId: null,
  hasAuthenticator: false,
  passkeys: 1,
  isDisabled: false,
  trustedSince: 0,
  rights: null,
};
const rules: AccessRules = {
  makersNeedFactor: false,
  merchantsNeedFactor: false,
  operatorIdleMinutes: 30,
  makerIdleMinutes: 240,
  merchantIdleMinutes: 240,
};
const passkey: Passkey = {
  id: 4,
  userId: user.id,
  name: 'Laptop',
  counter: 10,
  createdAt: 0,
  lastUsedAt: null,
  suspectedAt: null,
};
const shown: ShownPasskey = {
  passkeyId: 4,
  userId: user.id,
  challengeHash: 'c',
  rpId: 'localhost',
  counter: 11,
  isUserVerified: true,
};
const challenge: PasskeyChallenge = {
  purpose: 'sign-in',
  rpId: 'localhost',
  sessionHash: null,
  actHash: null,
  expiresAt: noon + 1,
};

describe('add-passkey', () => {
  const input = {
    userId: user.id,
    sessionHash: 'mine',
    challengeHash: 'c',
    name: 'Phone',
    rpId: 'localhost',
    credentialId: 'id',
    publicKey: new Uint8Array([1]),
    counter: 0,
    transports: ['internal'],
  };
  const rows = {
    user,
    challenge: { ...challenge, purpose: 'add', sessionHash: 'mine' } as PasskeyChallenge | null,
    isKnown: false,
    id: 8,
  };

  it('uses the challenge of this session up, and logs the name and no key', () => {
    const { outcome, change, audit } = decide(addPasskey, input, rows, { actor: maker });
    expect(outcome).toBe('changed');
    expect(change).toMatchObject({ challengeHash: 'c', isFirst: false, passkey: { id: 8, createdAt: noon } });
    expect(audit).toEqual([{ subjectKind: 'passkey', subjectId: 8, details: { name: 'Phone', userId: user.id } }]);
  });

  it('says of the first one that what was shown elsewhere before does not count any more', () => {
    const first = { ...rows, user: { ...user, passkeys: 0 } };
    expect(decide(addPasskey, input, first, { actor: maker }).change?.isFirst).toBe(true);
  });

  it.each([
    ['a challenge of another session', { challenge: { ...challenge, purpose: 'add', sessionHash: 'theirs' } }],
    ['no challenge', { challenge: null }],
    ['one for signing in', { challenge }],
  ] as const)('refuses %s', (_, change) => {
    expect(decide(addPasskey, input, { ...rows, ...change }, { actor: maker }).outcome).toBe('passkey_refused');
  });

  it('refuses a known one, more than twenty, and one for another user', () => {
    const refuse = (change: object, actor: typeof maker | typeof operator = maker) =>
      decide(addPasskey, input, { ...rows, ...change }, { actor }).outcome;
    expect(refuse({ isKnown: true })).toBe('passkey_known');
    expect(refuse({ user: { ...user, passkeys: 20 } })).toBe('too_many_passkeys');
    expect(refuse({}, operator)).toBe('not_found');
    expect(refuse({ user: null })).toBe('not_found');
  });
});

describe('own passkeys', () => {
  const own = { userId: user.id, passkeyId: 4 };

  it('are renamed by their owner, and twice is once', () => {
    const rename = (name: string, found: Passkey | null, actor: typeof maker | typeof operator = maker) =>
      decide(renamePasskey, { ...own, name }, found, { actor }).outcome;
    expect([rename('Phone', passkey), rename('Laptop', passkey)]).toEqual(['changed', 'unchanged']);
    expect(rename('Phone', { ...passkey, userId: 9 })).toBe('not_found');
    expect(rename('Phone', null)).toBe('not_found');
    expect(rename('Phone', passkey, operator)).toBe('not_found');
  });

  it('are removed by their owner, but not the last second factor where one is needed', () => {
    const remove = (
      change: Partial<User>,
      asked: Partial<AccessRules> = {},
      mode: 'sandbox' | 'production' = 'sandbox',
    ) =>
      decide(
        removePasskey,
        own,
        { user: { ...user, ...change }, passkey, rules: { ...rules, ...asked } },
        { actor: maker, mode },
      ).outcome;
    expect(remove({})).toBe('changed');
    expect(remove({}, { makersNeedFactor: true })).toBe('last_second_factor');
    expect(remove({ passkeys: 2 }, { makersNeedFactor: true })).toBe('changed');
    expect(remove({ hasAuthenticator: true }, { makersNeedFactor: true })).toBe('changed');
    expect(remove({ role: 'operator' }, {}, 'production')).toBe('last_second_factor');
    const theirs = { user, passkey: { ...passkey, userId: 9 }, rules };
    expect(decide(removePasskey, own, theirs, { actor: maker }).outcome).toBe('not_found');
  });
});

describe('a passkey alone', () => {
  const state = { lastUsedStep: null, failures: 0, lockedUntilMs: null };
  const rows = { attempts: { user, state, seed: null }, shown: { challenge, passkey } };
  const signIn = (given: ShownPasskey | null, change: object = {}) =>
    decide(signInByPasskey, { passkey: given }, { ...rows, ...change });

  it('signs its owner in, and uses the challenge up', () => {
    expect(signIn(shown)).toMatchObject({ outcome: 'changed', result: user, change: { verdict: 'accepted' } });
  });

  it('does not sign in a disabled user, nor without a PIN or a signature', () => {
    const disabled = { attempts: { user: { ...user, isDisabled: true }, state, seed: null } };
    expect(signIn(shown, disabled).outcome).toBe('sign_in_failed');
    expect(signIn({ ...shown, isUserVerified: false }).outcome).toBe('sign_in_failed');
    expect(signIn(null)).toMatchObject({ outcome: 'sign_in_failed', change: null });
  });

  it('a passkey that was copied is refused and told of, here and beside a password', () => {
    const copied = { ...shown, counter: 10 };
    expect(signIn(copied)).toMatchObject({ outcome: 'sign_in_failed', change: { verdict: 'copied' } });
    const attempt = { login: 'mark', userId: user.id, isPassword: true, code: '', address: 'a', deviceId: null };
    const beside = { ...rows, counts: new Map() };
    const decision = countSignIn.decide({ ...attempt, passkey: copied }, beside, {
      actor: operator,
      reason: '',
      at: noon,
      askedAt: noon,
      mode: 'sandbox',
      asksSecondPerson: false,
      largeTopUpAbove: '1',
      delayMs: 0,
      rateJumpMaxBps: 1,
      drawn: undefined,
    });
    expect(decision).toMatchObject({
      kind: 'refused',
      news: [{ action: 'suspect-passkey', subjectId: 4, details: { name: 'Laptop', counter: 10 } }],
    });
    expect(decide(countSignIn, { ...attempt, passkey: shown }, beside).outcome).toBe('changed');
    expect(decide(countSignIn, { ...attempt, userId: 9, passkey: shown }, beside).outcome).toBe('sign_in_failed');
  });
});

describe('a fresh proof', () => {
  const present = { userId: user.id, sessionHash: 'mine' };

  it('a proof by passkey is for the request that its challenge was made for', () => {
    const asked: PasskeyChallenge = { ...challenge, purpose: 'act', sessionHash: 'mine', actHash: 'the act' };
    const give = (found: PasskeyChallenge | null) =>
      decide(confirmByPasskey, { ...present, shown }, { challenge: found, passkey });
    expect(give(asked)).toMatchObject({
      outcome: 'changed',
      change: { proof: { sessionHash: 'mine', actHash: 'the act', at: noon } },
    });
    for (const wrong of [null, challenge, { ...asked, sessionHash: 'theirs' }, { ...asked, expiresAt: noon }]) {
      expect(give(wrong)).toMatchObject({ outcome: 'passkey_refused', change: { proof: null } });
    }
  });

  it('a proof by password is for those who have nothing else, and wrong ones are counted', () => {
    const state = { lastUsedStep: null, failures: 4, lockedUntilMs: null };
    const give = (isPassword: boolean, factors: Partial<User> = { passkeys: 0 }) =>
      decide(confirmPassword, { ...present, isPassword }, { user: { ...user, ...factors }, state, seed: null });
    expect(give(true)).toMatchObject({ outcome: 'changed', change: { proved: { sessionHash: 'mine', at: noon } } });
    expect(give(false)).toMatchObject({ outcome: 'password_wrong', change: { proved: null, state: { failures: 5 } } });
    expect(give(true, { passkeys: 1 }).outcome).toBe('fresh_code_needed');
    expect(give(true, { hasAuthenticator: true }).outcome).toBe('fresh_code_needed');
  });
});

describe('a device', () => {
  const session = {
    tokenHash: 't',
    userId: 2,
    csrfToken: 'c',
    userAgent: 'Firefox',
    address: '203.0.113.7',
    createdAt: noon,
    expiresAt: noon + 1,
  };
  const open = (isKnownDevice: boolean, deviceId: number | null, passwordHash: string | null = 'now') =>
    decide(openSession, { session, deviceHash: 'd', isKnownDevice, passwordHash }, { deviceId, passwordHash: 'now' });

  it('a password that was changed while it was compared opens no session', () => {
    expect(open(true, 5, 'before').outcome).toBe('sign_in_failed');
    expect([open(true, 5, 'now').outcome, open(true, 5, null).outcome]).toEqual(['changed', 'changed']);
  });

  it('a device without an earlier sign-in is in the log, once', () => {
    const first = open(false, null);
    expect(first.change?.isNew).toBe(true);
    expect(first.audit).toEqual([
      {
        action: 'notice-device',
        subjectKind: 'user',
        subjectId: 2,
        details: { address: '203.0.113.7', userAgent: 'Firefox' },
      },
    ]);
    expect([open(true, 5).audit, open(false, 5).audit]).toEqual([[], []]);
  });

  it('a device that was known by its cookie before devices were written down is no news', () => {
    expect(open(true, null)).toMatchObject({ change: { isNew: false }, audit: [] });
  });

  it('is told of others until it has said so', () => {
    expect(decide(hearOfDevices, { sessionHash: 's' }, null).change).toEqual({ sessionHash: 's', at: noon });
  });
});

describe('the rules of access', () => {
  it('change by what is given, and the log has what changed', () => {
    const decided = decide(changeAccessRules, { makersNeedFactor: true, operatorIdleMinutes: 30 }, rules);
    expect(decided).toMatchObject({ outcome: 'changed', result: { ...rules, makersNeedFactor: true } });
    expect(decided.audit[0]?.details).toEqual({ makersNeedFactor: true });
    expect(decide(changeAccessRules, { operatorIdleMinutes: 30 }, rules).outcome).toBe('unchanged');
  });

  it('need a second person to be looser', () => {
    const danger = (change: Partial<AccessRules>) => changeAccessRules.danger?.(change, rules, {} as never);
    expect([danger({ makersNeedFactor: true }), danger({ operatorIdleMinutes: 10 })]).toEqual([null, null]);
    expect(danger({ operatorIdleMinutes: 60 })).toBe('access-rules');
  });
});
