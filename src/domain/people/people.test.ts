import { describe, expect, it } from 'vitest';
import type { AppError } from '../../errors/app-error.ts';
import type { AccessRules } from './access-rules.ts';
import type { Actor, Role } from './audit.ts';
import {
  actorOf,
  endsSoon,
  type FreshProof,
  isAllowed,
  lacksFreshProof,
  lacksSecondFactor,
  loginPattern,
  requireAnother,
  requireOwner,
  requirePerson,
  type Scope,
  type SignedIn,
  scopes,
  scopesOf,
  tokenDays,
  tokenExpiry,
  tokenHash,
  type User,
} from './people.ts';

const user: User = {
  id: 7,
  login: 'anna',
  name: 'Anna',
  role: 'maker',
  makerId: 3,
  merchantId: null,
  hasAuthenticator: false,
  passkeys: 0,
  isDisabled: false,
  trustedSince: 0,
  rights: null,
};
const rules: AccessRules = {
  makersNeedFactor: false,
  merchantsNeedFactor: false,
  operatorIdleMinutes: 30,
  makerIdleMinutes: 0,
  merchantIdleMinutes: 0,
};
const signedIn = (role: Role, ofToken: readonly Scope[] | null): SignedIn => ({
  user: { ...user, role },
  scopes: ofToken,
  csrfToken: null,
  provedAt: null,
  rules,
});

describe('a signed-in user', () => {
  it('acts under the own login, for the own maker or merchant', () => {
    const actor: Actor = { userId: 7, name: 'anna', role: 'maker', makerId: 3, merchantId: null };
    expect(actorOf(signedIn('maker', null))).toEqual(actor);
  });

  it('may do what is for the role, and a token only what is also in its scopes', () => {
    const operation = { roles: ['operator', 'maker'], scope: 'money' } as const;
    expect(isAllowed(signedIn('maker', null), operation)).toBe(true);
    expect(isAllowed(signedIn('merchant', null), operation)).toBe(false);
    expect(isAllowed(signedIn('maker', ['read', 'money']), operation)).toBe(true);
    expect(isAllowed(signedIn('maker', ['read']), operation)).toBe(false);
    expect(isAllowed(signedIn('maker', []), operation)).toBe(false);
    expect(isAllowed(signedIn('merchant', ['money']), operation)).toBe(false);
  });

  it('is known by the hash of a token, never by the token', () => {
    expect(tokenHash('secret')).toBe('2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b');
  });
});

describe('an act for people', () => {
  const now = 1_000_000_000;
  const person = (change: { factors?: Partial<User>; provedAt?: number | null; scopes?: readonly Scope[] | null }) => {
    const { factors = { hasAuthenticator: true }, provedAt = null, scopes: ofToken = null } = change;
    return { ...signedIn('maker', ofToken), user: { ...user, ...factors }, provedAt };
  };
  const outcome = (who: SignedIn, act: { isForPeople?: true; needsFreshProof?: FreshProof }) => {
    try {
      requirePerson(who, act);
      return lacksFreshProof(who, act, now) ? 'fresh_code_needed' : 'open';
    } catch (error) {
      return (error as AppError).code;
    }
  };
  const forPeople = { isForPeople: true } as const;
  const withCode = { ...forPeople, needsFreshProof: true } as const;

  it('is never for a token, whatever its scopes', () => {
    const token = person({ scopes: Object.keys(scopes) as Scope[], provedAt: now });
    expect([outcome(token, {}), outcome(token, forPeople), outcome(token, withCode)]).toEqual([
      'open',
      'people_only',
      'people_only',
    ]);
  });

  it.each([
    ['an authenticator app', { hasAuthenticator: true }],
    ['a passkey', { passkeys: 1 }],
  ])('needs a proof of the last five minutes of a person who has %s, if it is one of those', (_, factors) => {
    const at = (provedAt: number | null) => outcome(person({ factors, provedAt }), withCode);
    expect([at(null), at(now - 300_000), at(now - 299_999), at(now)]).toEqual([
      'fresh_code_needed',
      'fresh_code_needed',
      'open',
      'open',
    ]);
    expect(outcome(person({}), forPeople)).toBe('open');
    expect(outcome(person({ factors: {} }), withCode)).toBe('open');
  });

  it('an act that adds a way in needs it of those who have no second factor, too', () => {
    const always = { ...forPeople, needsFreshProof: 'always' } as const;
    const at = (provedAt: number | null) => outcome(person({ factors: {}, provedAt }), always);
    expect([at(null), at(now - 300_000), at(now - 299_999)]).toEqual([
      'fresh_code_needed',
      'fresh_code_needed',
      'open',
    ]);
  });
});

describe('the term of a token', () => {
  const dayMs = 86_400_000;

  it('is 90 days unless another one is named', () => {
    expect([tokenExpiry(0, null), tokenExpiry(5, 365)]).toEqual([90 * dayMs, 5 + 365 * dayMs]);
    expect(tokenDays).toEqual({ usual: 90, longest: 365 });
  });

  it('is warned of in its last two weeks, while it works', () => {
    const soon = (expiresAt: number, revokedAt: number | null = null) => endsSoon({ expiresAt, revokedAt }, 0);
    expect([soon(14 * dayMs + 1), soon(14 * dayMs), soon(1), soon(0), soon(1, 0)]).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a token', () => {
  it('can do no more than its owner: a merchant only reads, a maker changes no access', () => {
    expect(scopesOf('operator')).toEqual(Object.keys(scopes));
    expect(scopesOf('maker')).toEqual(['read', 'arrivals', 'money', 'settings']);
    expect(scopesOf('merchant')).toEqual(['read']);
  });
});

describe('a second factor', () => {
  it('is asked of operators in production, and an app or a passkey is one', () => {
    const operator: User = { ...user, role: 'operator' };
    expect(lacksSecondFactor(operator, 'production', rules)).toBe(true);
    expect(lacksSecondFactor({ ...operator, hasAuthenticator: true }, 'production', rules)).toBe(false);
    expect(lacksSecondFactor({ ...operator, passkeys: 1 }, 'production', rules)).toBe(false);
    expect(lacksSecondFactor(operator, 'sandbox', rules)).toBe(false);
    expect(lacksSecondFactor(user, 'production', rules)).toBe(false);
  });
});

describe('a user', () => {
  it.each<[Role, number | null, number | null, string | null]>([
    ['operator', null, null, null],
    ['operator', 1, null, 'makerId'],
    ['operator', null, 1, 'merchantId'],
    ['maker', 1, null, null],
    ['maker', null, null, 'makerId'],
    ['maker', 1, 1, 'merchantId'],
    ['merchant', null, 1, null],
    ['merchant', null, null, 'merchantId'],
    ['merchant', 1, 1, 'makerId'],
  ])('%s of maker %s and merchant %s belongs to who it says, or is refused', (role, makerId, merchantId, field) => {
    const act = () => requireOwner(role, { makerId, merchantId });
    if (field === null) expect(act).not.toThrow();
    else
      expect(act).toThrow(
        expect.objectContaining({ code: 'user_owner', faults: [expect.objectContaining({ field })] }),
      );
  });

  it('does not do to oneself what is for another to do', () => {
    const actor = actorOf(signedIn('operator', null));
    expect(() => requireAnother(actor, 7)).toThrow(expect.objectContaining({ code: 'not_on_oneself' }));
    expect(() => requireAnother(actor, 8)).not.toThrow();
  });

  it.each([
    ['ab', true],
    ['anna.b+shop@example-1_x', true],
    ['a'.repeat(100), true],
    ['a', false],
    ['a'.repeat(101), false],
    ['.anna', false],
    ['Anna', false],
    ['an na', false],
  ])('has a login that can be typed: %s is %s', (login, isGood) => {
    expect(new RegExp(loginPattern).test(login)).toBe(isGood);
  });
});
