import { describe, expect, it } from 'vitest';
import type { Actor, Role } from './audit.ts';
import {
  actorOf,
  isAllowed,
  lacksSecondFactor,
  loginPattern,
  requireAnother,
  requireOwner,
  type Scope,
  type SignedIn,
  scopes,
  scopesOf,
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
  hasSecondFactor: false,
  isDisabled: false,
  trustedSince: 0,
};
const signedIn = (role: Role, ofToken: readonly Scope[] | null): SignedIn => ({
  user: { ...user, role },
  scopes: ofToken,
  csrfToken: null,
});

describe('somebody who is signed in', () => {
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

describe('a token', () => {
  it('can do no more than its owner: a merchant only reads, a maker changes no access', () => {
    expect(scopesOf('operator')).toEqual(Object.keys(scopes));
    expect(scopesOf('maker')).toEqual(['read', 'arrivals', 'money', 'settings']);
    expect(scopesOf('merchant')).toEqual(['read']);
  });
});

describe('a second factor', () => {
  it('is asked of operators in production, and of nobody else', () => {
    const operator: User = { ...user, role: 'operator' };
    expect(lacksSecondFactor(operator, 'production')).toBe(true);
    expect(lacksSecondFactor({ ...operator, hasSecondFactor: true }, 'production')).toBe(false);
    expect(lacksSecondFactor(operator, 'sandbox')).toBe(false);
    expect(lacksSecondFactor(user, 'production')).toBe(false);
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
