import { describe, expect, it } from 'vitest';
import { isLooser } from '../money/setting-fields.ts';
import { type AccessRules, accessFields, idleEnd, isSeenAnew, needsSecondFactor } from './access-rules.ts';
import type { Role } from './audit.ts';

const rules: AccessRules = {
  makersNeedFactor: false,
  merchantsNeedFactor: false,
  operatorIdleMinutes: 30,
  makerIdleMinutes: 240,
  merchantIdleMinutes: 0,
};
const minuteMs = 60_000;

describe('a second factor', () => {
  it.each<[Role, Partial<AccessRules>, boolean, boolean]>([
    ['operator', {}, false, true],
    ['operator', { makersNeedFactor: true, merchantsNeedFactor: true }, false, true],
    ['maker', {}, false, false],
    ['maker', { makersNeedFactor: true }, true, true],
    ['maker', { merchantsNeedFactor: true }, false, false],
    ['merchant', { makersNeedFactor: true }, false, false],
    ['merchant', { merchantsNeedFactor: true }, true, true],
  ])(
    'a second factor of a %s with %j is needed in a sandbox: %s, in production: %s',
    (role, change, sandbox, production) => {
      const asked = { ...rules, ...change };
      expect(needsSecondFactor(role, 'sandbox', asked)).toBe(sandbox);
      expect(needsSecondFactor(role, 'production', asked)).toBe(production);
    },
  );
});

describe('an idle session', () => {
  it('ends after the minutes of the role, and never where there are none', () => {
    expect(idleEnd('operator', rules, 5)).toBe(5 + 30 * minuteMs);
    expect(idleEnd('maker', rules, 5)).toBe(5 + 240 * minuteMs);
    expect(idleEnd('merchant', rules, 5)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is written down as seen once a minute', () => {
    expect([isSeenAnew(0, minuteMs - 1), isSeenAnew(0, minuteMs)]).toEqual([false, true]);
  });
});

describe('a change of the rules', () => {
  it.each<[Partial<AccessRules>, boolean]>([
    [{}, false],
    [{ makersNeedFactor: true, merchantsNeedFactor: true }, false],
    [{ operatorIdleMinutes: 29, makerIdleMinutes: 1, merchantIdleMinutes: 720 }, false],
    [{ operatorIdleMinutes: 31 }, true],
    [{ makerIdleMinutes: 241 }, true],
    [{ operatorIdleMinutes: 0 }, true],
  ])('a change to %j is looser: %s', (change, expected) => {
    expect(isLooser(accessFields, rules, { ...rules, ...change })).toBe(expected);
  });

  it.each(['makersNeedFactor', 'merchantsNeedFactor'] as const)('a change that no longer asks %s is looser', (name) => {
    expect(isLooser(accessFields, { ...rules, [name]: true }, rules)).toBe(true);
  });
});
