import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import {
  isLimited,
  isValidKey,
  isWider,
  possibleScopes,
  readKeyLimits,
  requireFactor,
  requireKeyAddress,
  requireMayHold,
  requireOneScope,
  requireOwnSecret,
  signsAlone,
  unlimited,
} from './api-key.ts';

const refusal = (act: () => void): string => {
  try {
    act();
    return 'allowed';
  } catch (error) {
    return error instanceof AppError ? `${error.code} ${error.faults[0].message}` : String(error);
  }
};

describe('scopes of a key', () => {
  const key = { scopes: ['read', 'payin'] } as const;

  it('allow what they name, and the refusal names what is missing', () => {
    expect(refusal(() => requireOneScope(key, ['payin']))).toBe('allowed');
    expect(refusal(() => requireOneScope(key, ['withdraw']))).toMatch(/^key_scope_missing .* the scope withdraw\.$/);
    expect(refusal(() => requireOneScope({ scopes: ['read'] }, ['payin', 'payout']))).toMatch(/payin or payout\.$/);
  });

  it('are one of two where the type of the invoice decides', () => {
    expect(possibleScopes('type of body')).toEqual(['payin', 'payout']);
    expect(possibleScopes('type of invoice')).toEqual(['payin', 'payout']);
    expect(possibleScopes('withdraw')).toEqual(['withdraw']);
  });
});

describe('addresses of a key', () => {
  it('allow any when there is none, and otherwise only those', () => {
    expect(refusal(() => requireKeyAddress({ addresses: [] }, null))).toBe('allowed');
    const key = { addresses: ['203.0.113.0/24'] };
    expect(refusal(() => requireKeyAddress(key, '203.0.113.9'))).toBe('allowed');
    expect(refusal(() => requireKeyAddress(key, '198.51.100.9'))).toMatch(/^key_address_refused .*198\.51\.100\.9/);
    expect(refusal(() => requireKeyAddress(key, null))).toMatch(/^key_address_refused .*unknown/);
  });
});

describe('limits of a key', () => {
  it('are each once and in one order; a range that is none is named', () => {
    const limits = { scopes: ['payout', 'read', 'read'], addresses: [' 203.0.113.7 ', '203.0.113.7'] } as const;
    expect(readKeyLimits(limits)).toEqual({ scopes: ['read', 'payout'], addresses: ['203.0.113.7'] });
    const wrong = () => readKeyLimits({ scopes: ['read'], addresses: ['203.0.113.0/33'] });
    expect(refusal(wrong)).toMatch(/^invalid_address_range "203\.0\.113\.0\/33"/);
    expect(refusal(() => readKeyLimits({ scopes: [], addresses: [] }))).toMatch(/^blank/);
  });

  it("are given only to a key with a secret of its own: the merchant's signs for others too", () => {
    const [shared, own] = [
      { ...unlimited, hasOwnSecret: false },
      { ...unlimited, hasOwnSecret: true },
    ];
    const reads = { ...unlimited, scopes: ['read'] } as const;
    expect(refusal(() => requireOwnSecret(shared, reads))).toMatch(/^key_shares_secret .* revoke this one\.$/);
    expect(refusal(() => requireOwnSecret(shared, { ...unlimited, addresses: ['::1'] }))).toMatch(/^key_shares_secret/);
    expect(refusal(() => requireOwnSecret(shared, unlimited))).toBe('allowed');
    expect(refusal(() => requireOwnSecret(own, reads))).toBe('allowed');
    // It was limited by an earlier release.
    expect(refusal(() => requireOwnSecret({ ...reads, hasOwnSecret: false }, { ...reads, addresses: ['::1'] }))).toBe(
      'allowed',
    );
    expect([signsAlone(shared), signsAlone(own), signsAlone({ ...shared, ...reads })]).toEqual([false, true, true]);
  });

  it('are limits when a scope is missing or an address is named', () => {
    expect(isLimited(unlimited)).toBe(false);
    expect(isLimited({ ...unlimited, addresses: ['203.0.113.7'] })).toBe(true);
    expect(isLimited({ ...unlimited, scopes: ['read', 'payin', 'payout'] })).toBe(true);
  });

  it.each([
    ['another scope', { scopes: ['read'], addresses: [] }, { scopes: ['read', 'payin'], addresses: [] }, true],
    ['a scope less', { scopes: ['read', 'payin'], addresses: [] }, { scopes: ['read'], addresses: [] }, false],
    ['one scope for another', { scopes: ['read'], addresses: [] }, { scopes: ['payin'], addresses: [] }, true],
    ['another address', { scopes: ['read'], addresses: ['a'] }, { scopes: ['read'], addresses: ['a', 'b'] }, true],
    ['an address less', { scopes: ['read'], addresses: ['a', 'b'] }, { scopes: ['read'], addresses: ['a'] }, false],
    ['no list any more', { scopes: ['read'], addresses: ['a'] }, { scopes: ['read'], addresses: [] }, true],
    ['a first list', { scopes: ['read'], addresses: [] }, { scopes: ['read'], addresses: ['a'] }, false],
  ] as const)('are wider after %s: it depends', (_, before, after, expected) => {
    expect(isWider(before, after)).toBe(expected);
  });

  it('end by the clock', () => {
    expect([
      isValidKey({ validUntil: null }, 5),
      isValidKey({ validUntil: 6 }, 5),
      isValidKey({ validUntil: 5 }, 5),
    ]).toEqual([true, true, false]);
  });
});

describe('a member of a merchant who makes a key', () => {
  const owner = { rights: null, hasFactor: true };

  it('gives it no right that they lack; an owner and an operator have all', () => {
    const member = { rights: ['keys', 'payins'] as const, hasFactor: true };
    expect(refusal(() => requireMayHold(member, ['read', 'payin'], 'sandbox'))).toBe('allowed');
    expect(refusal(() => requireMayHold(member, ['payin', 'payout'], 'sandbox'))).toMatch(/^right_not_yours .*payouts/);
    expect(refusal(() => requireMayHold(member, ['withdraw'], 'sandbox'))).toMatch(/^right_not_yours .*withdrawals/);
    for (const holder of [owner, null]) {
      expect(refusal(() => requireMayHold(holder, unlimited.scopes, 'production'))).toBe('allowed');
    }
  });

  it('needs more than a password in production where money could leave, and nowhere else', () => {
    const alone = { rights: null, hasFactor: false };
    const make = (scope: 'read' | 'payin' | 'payout' | 'withdraw', mode: 'sandbox' | 'production') =>
      refusal(() => requireMayHold(alone, [scope], mode)).split(' ')[0];
    expect([make('read', 'production'), make('payin', 'production')]).toEqual(['allowed', 'allowed']);
    expect([make('payout', 'production'), make('withdraw', 'production')]).toEqual([
      'second_factor_required',
      'second_factor_required',
    ]);
    expect([make('payout', 'sandbox'), make('withdraw', 'sandbox')]).toEqual(['allowed', 'allowed']);
    expect(refusal(() => requireFactor(null, 'production'))).toBe('allowed');
  });
});
