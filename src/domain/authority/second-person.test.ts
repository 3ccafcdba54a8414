import { describe, expect, it } from 'vitest';
import { actors } from '../../../test/support/situations.ts';
import { AppError } from '../../errors/app-error.ts';
import { type StoreValues, storeFields, storeTerms } from '../merchants/store-settings.ts';
import { usualSettings } from '../money/setting-fields.ts';
import type { User } from '../people/people.ts';
import type { RateFeed } from '../rates/rate-feed.ts';
import { rate } from '../rates/rates.ts';
import {
  type AllowedMovement,
  dangerOfFeed,
  dangerOfNewStore,
  dangerOfNewUser,
  dangerOfPayerRules,
  dangerOfRates,
  dangerOfStore,
  dangerOfUser,
  isAlone,
  isLargeMovement,
  isSameMovement,
  type Movement,
  type PendingAct,
  requireApprover,
  requireSameApprover,
  requireWaiting,
  secondPersonFor,
  withdrawalWaitsUntil,
} from './second-person.ts';

const noon = Date.UTC(2026, 10, 14, 12);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const operator = (id: number, trustedSince = 0, disabledAt: number | null = null) => ({
  id,
  login: `operator-${id}`,
  trustedSince,
  disabledAt,
});
const rules = { isOn: true, delayMs: hourMs };

const codeOf = (act: () => void) => {
  try {
    act();
    return 'fine';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

describe('a second person', () => {
  it('is asked where there is one, and the request stands in plain sight for a while', () => {
    const asked = secondPersonFor(rules, [operator(1), operator(2)], { userId: 1, danger: 'refund', now: noon });
    expect(asked).toEqual({ approvableAt: noon + hourMs, expiresAt: noon + hourMs + 7 * dayMs });
  });

  it('may agree to a rate at once and only within a day, because a rate that has to wait is an old one', () => {
    const asked = secondPersonFor(rules, [operator(1), operator(2)], { userId: 1, danger: 'rate', now: noon });
    expect(asked).toEqual({ approvableAt: noon, expiresAt: noon + dayMs });
  });

  it.each([
    ['the rules are off', { ...rules, isOn: false }, [operator(1), operator(2)], 1],
    ['there is one operator', rules, [operator(1)], 1],
    ['the command line acts', rules, [operator(1), operator(2)], null],
  ])('is not asked where %s', (_, given, operators, userId) => {
    expect(secondPersonFor(given, operators, { userId, danger: 'refund', now: noon })).toBeNull();
  });

  it('counts a disabled operator for a week, so that disabling the others does not help', () => {
    const operators = (disabledAt: number) => [operator(1), operator(2, 0, disabledAt)];
    expect(isAlone(operators(noon - 7 * dayMs + 1), noon)).toBe(false);
    expect(isAlone(operators(noon - 7 * dayMs), noon)).toBe(true);
  });
});

describe('an approver', () => {
  const pending: PendingAct = {
    id: 'a request',
    name: 'create-user',
    danger: 'operator-access',
    subjectKind: 'user',
    subjectId: '9',
    details: null,
    requestedBy: 1,
    requestedAt: noon,
    reason: '',
    approvableAt: noon + hourMs,
    expiresAt: noon + dayMs,
    status: 'waiting',
    decidedBy: null,
    decidedAt: null,
  };
  const approve = (change: Partial<PendingAct>, approver: ReturnType<typeof operator> | undefined, now: number) =>
    codeOf(() => requireApprover({ ...pending, ...change }, approver, now));

  it('is another operator who was there before, after the delay and before the end', () => {
    expect(approve({}, operator(2, noon - 1), noon + hourMs)).toBe('fine');
    expect(approve({}, operator(2, noon - 1), noon + dayMs - 1)).toBe('fine');
  });

  it.each([
    ['its author', {}, operator(1), noon + hourMs, 'own_request'],
    ['who was let in at the same moment', {}, operator(2, noon), noon + hourMs, 'approver_too_new'],
    ['anybody too early', {}, operator(2), noon + hourMs - 1, 'request_too_young'],
    ['anybody too late', {}, operator(2), noon + dayMs, 'request_expired'],
    ['who is disabled', {}, operator(2, 0, noon), noon + hourMs, 'forbidden'],
    ['who is no operator', {}, undefined, noon + hourMs, 'forbidden'],
    ['anybody a second time', { status: 'approved' }, operator(2), noon + hourMs, 'request_decided'],
  ] as const)('is not %s', (_, change, approver, now, code) => {
    expect(approve(change, approver, now)).toBe(code);
  });

  it('may say again what was approved, alone and for a day', () => {
    const approved: PendingAct = { ...pending, status: 'approved', decidedBy: 2, decidedAt: noon };
    const again = (userId: number | null, now: number, of = approved) =>
      codeOf(() => requireSameApprover(of, userId, now));
    expect([again(2, noon), again(2, noon + dayMs - 1), again(2, noon + dayMs)]).toEqual([
      'fine',
      'fine',
      'request_expired',
    ]);
    for (const other of [1, 3, null]) expect(again(other, noon)).toBe('request_decided');
    expect(again(null, noon, { ...approved, decidedBy: null })).toBe('request_decided');
  });

  it('is not needed to reject, at any time before the end', () => {
    expect(codeOf(() => requireWaiting(pending, noon))).toBe('fine');
    expect(codeOf(() => requireWaiting({ ...pending, status: 'rejected' }, noon))).toBe('request_decided');
    expect(codeOf(() => requireWaiting(pending, noon + dayMs))).toBe('request_expired');
  });
});

describe('what is dangerous', () => {
  const before = { ...usualSettings(storeFields, 8), withdrawalFee: 2n };
  const danger = (figures: object, more: object = {}) => dangerOfStore(before, { figures, ...more } as StoreValues);

  it('a change of the terms of a store is dangerous if it moves money', () => {
    const { twoApprovalsAbove: _, ...terms } = storeTerms;
    for (const name of Object.keys(terms) as (keyof typeof terms)[]) {
      const value = before[name];
      expect(danger({ [name]: value })).toBeNull();
      const more = typeof value === 'bigint' ? value + 1n : value + 1;
      expect([name, danger({ [name]: more })]).toEqual([name, 'store-terms']);
    }
    expect([danger({}, { withdrawalFee: 2n }), danger({}, { withdrawalFee: 1n })]).toEqual([null, 'store-terms']);
    expect(danger({ payinEnabled: false }, { name: 'Another' })).toBeNull();
  });

  it('is a higher limit for single approvals, and not a lower one', () => {
    expect(danger({ twoApprovalsAbove: before.twoApprovalsAbove + 1n })).toBe('store-terms');
    expect(danger({ twoApprovalsAbove: before.twoApprovalsAbove - 1n })).toBeNull();
  });

  const demands = {
    payoutsNeedInternalId: true,
    needsSha256: true,
    needsTimestamp: true,
    repeatWindowMs: 60_000,
    payoutHoldMs: 60_000,
    payoutProofMs: 60_000,
    confirmDeadlineMs: 60_000,
    rateBoundBps: 300,
  };
  const none = { ...demands, payoutsNeedInternalId: false, needsSha256: false, needsTimestamp: false };
  const dangerAfter = (was: typeof demands, figures: object) =>
    dangerOfStore({ ...before, ...was }, { figures } as StoreValues);

  it.each([
    ['payoutsNeedInternalId', false, true],
    ['needsSha256', false, true],
    ['needsTimestamp', false, true],
    ['repeatWindowMs', 59_999, 60_001],
    ['payoutHoldMs', 59_999, 60_001],
    ['confirmDeadlineMs', 60_001, 59_999],
    ['rateBoundBps', 301, 299],
  ] as const)('a demand of a store is dangerous to loosen, and not to tighten: %s', (name, looser, tighter) => {
    expect(dangerAfter(demands, { [name]: looser })).toBe('store-demands');
    expect(dangerAfter(demands, { [name]: demands[name] })).toBeNull();
    expect(dangerAfter(none, { [name]: tighter })).toBeNull();
  });

  const limits = { pendingMax: 2, countMax: 5, countMinutes: 60, failuresMax: 3, blockMinutes: 180 };
  const open = { pendingMax: 0, countMax: 0, countMinutes: 60, failuresMax: 0, blockMinutes: 180 };
  const rules = { known: limits, fresh: limits, address: limits, needsUserId: true };
  const dangerOfFigure = (group: 'known' | 'fresh' | 'address', before: object, after: object) =>
    dangerOfPayerRules(
      actors.operator,
      { ...rules, [group]: { ...limits, ...before } },
      { ...rules, [group]: { ...limits, ...before, ...after } },
    );

  it.each([
    ['pendingMax', 3, 1],
    ['pendingMax', 0, 1],
    ['countMax', 6, 4],
    ['countMax', 0, 4],
    ['countMinutes', 59, 61],
    ['failuresMax', 4, 2],
    ['failuresMax', 0, 2],
    ['blockMinutes', 179, 181],
  ] as const)('a limit for payers is dangerous to widen, and not to narrow: %s to %s', (name, wider, narrower) => {
    for (const group of ['known', 'fresh', 'address'] as const) {
      expect(dangerOfFigure(group, {}, { [name]: wider })).toBe('store-demands');
      expect(dangerOfFigure(group, {}, { [name]: narrower })).toBeNull();
      expect(dangerOfFigure(group, {}, {})).toBeNull();
      expect(dangerOfFigure(group, open, { [name]: narrower })).toBeNull();
      expect(dangerOfFigure(group, open, { [name]: wider })).toBeNull();
    }
  });

  it('payers without a userId are let in by two operators, or by the merchant alone', () => {
    const after = { ...rules, needsUserId: false };
    expect(dangerOfPayerRules(actors.operator, rules, after)).toBe('store-demands');
    expect(dangerOfPayerRules(actors.operator, after, rules)).toBeNull();
    expect(dangerOfPayerRules(actors.merchant, rules, after)).toBeNull();
    expect(dangerOfPayerRules(actors.merchant, rules, { ...rules, fresh: open })).toBeNull();
  });

  it('a looser demand is not hidden by a tighter one beside it, and what is not given stays', () => {
    expect(dangerAfter(demands, { repeatWindowMs: 120_000, needsSha256: false })).toBe('store-demands');
    expect(dangerAfter(demands, { name: 'Another' })).toBeNull();
    expect(dangerAfter(none, { needsSha256: false })).toBeNull();
  });

  it('a change of a user is dangerous by whom the user could act as', () => {
    expect(dangerOfUser({ role: 'operator', isMakerInUse: false })).toBe('operator-access');
    expect(dangerOfUser({ role: 'merchant', isMakerInUse: false })).toBe('merchant-access');
    expect(dangerOfUser({ role: 'maker', isMakerInUse: true })).toBe('maker-access');
    expect(dangerOfUser({ role: 'maker', isMakerInUse: false })).toBeNull();
  });

  it('a new user is so too, but for a merchant or a maker that has nothing', () => {
    const danger = (role: User['role'], isInUse: boolean) =>
      dangerOfNewUser({ role }, { isMerchantInUse: isInUse, isMakerInUse: isInUse });
    expect([danger('merchant', true), danger('merchant', false)]).toEqual(['merchant-access', null]);
    expect([danger('maker', true), danger('maker', false)]).toEqual(['maker-access', null]);
    expect(danger('operator', false)).toBe('operator-access');
  });
});

describe('a new store', () => {
  const danger = (figures: object) => dangerOfNewStore({ figures } as StoreValues, { subunit: 8 });

  it('is made at once with any fees, and with what is as strict as usual or stricter', () => {
    expect(danger({ payinFeeBps: 0, payoutFeeBps: 0, payinFeeFixed: 0n })).toBeNull();
    expect(danger({ payinSpreadBps: 1, payoutSpreadBps: -1, twoApprovalsAbove: 100_000_000_000n })).toBeNull();
    expect(danger({ payoutHoldMs: 3_600_000, repeatWindowMs: 86_400_001, rateBoundBps: 300 })).toBeNull();
  });

  it('needs a second person for a rate that is better than the common one, which makers would pay for', () => {
    expect([danger({ payinSpreadBps: -1 }), danger({ payoutSpreadBps: 1 })]).toEqual(['store-terms', 'store-terms']);
  });

  it('needs a second person for what a change of a store would need one for', () => {
    expect(danger({ twoApprovalsAbove: 100_000_000_001n })).toBe('store-terms');
    const inCents = (twoApprovalsAbove: bigint) =>
      dangerOfNewStore({ figures: { twoApprovalsAbove } } as StoreValues, { subunit: 2 });
    expect([inCents(100_000n), inCents(100_001n)]).toEqual([null, 'store-terms']);
    expect(danger({ payoutHoldMs: 3_599_999 })).toBe('store-demands');
    expect(danger({ repeatWindowMs: 0 })).toBe('store-demands');
    expect(danger({ confirmDeadlineMs: 86_400_001 })).toBe('store-demands');
    expect(danger({ rateBoundBps: 301 })).toBe('store-demands');
  });
});

describe('a rate', () => {
  const [hundred, around] = [rate(100n), { isUsed: true, jumpMaxBps: 500 }];
  const danger = (last: bigint | null, base: bigint | null, next: bigint, other: bigint | null = null) => {
    const rateOf = (value: bigint | null) => (value === null ? null : rate(value));
    const step = { last: rateOf(last), base: rateOf(base), next: rate(next) };
    return dangerOfRates([step], { ...around, next: { in: rate(next), out: rateOf(other) } });
  };

  it('moves alone up to the bound, from the last one and from what held a day ago', () => {
    expect([danger(100n, 100n, 105n), danger(100n, 100n, 95n), danger(100n, null, 105n)]).toEqual([null, null, null]);
    expect([danger(100n, 100n, 106n), danger(100n, 100n, 94n), danger(100n, null, 94n)]).toEqual(Array(3).fill('rate'));
    expect([danger(96n, 100n, 95n), danger(96n, 100n, 94n)]).toEqual([null, 'rate']);
    expect(danger(106n, 100n, 101n)).toBeNull();
  });

  it('needs a second person above the other one, and as the first one of a pair in use', () => {
    expect([danger(100n, 100n, 99n, 99n), danger(100n, 100n, 98n, 99n)]).toEqual([null, 'rate']);
    expect(danger(null, null, 100n)).toBe('rate');
    const first = [{ last: null, base: null, next: hundred }];
    expect(dangerOfRates(first, { ...around, isUsed: false, next: { in: hundred, out: null } })).toBeNull();
  });

  it('can be set again as it is, whatever others agreed to', () => {
    expect(danger(90n, 100n, 90n, 95n)).toBeNull();
  });

  it('comes from other places, or counts for longer, only with a second person', () => {
    const source = { url: 'https://a.example', path: 'p', book: { from: 1, to: 2, price: '' }, time: null };
    const feed = {
      sources: [source],
      marginBps: 0,
      intervalMs: 1,
      ageMaxMs: 10,
      isEnabled: true,
    } as unknown as RateFeed;
    const after = (change: object) => dangerOfFeed(feed, { ...feed, ...change });
    const same = {
      sources: [{ time: null, book: { price: '', to: 2, from: 1 }, path: 'p', url: 'https://a.example' }],
    };
    expect([same, { isEnabled: false }, { ageMaxMs: 9 }, { intervalMs: 5 }].map(after)).toEqual(Array(4).fill(null));
    const moved = [{ ...source, url: 'https://b.example' }];
    const bait = [{ ...source, book: { from: 1, to: 1, price: '' } }];
    const dangerous = [{ sources: moved }, { sources: bait }, { marginBps: 1 }, { ageMaxMs: 11 }, { ageMaxMs: null }];
    expect(dangerous.map(after)).toEqual(Array(5).fill('rate'));
    expect(dangerOfFeed({ ...feed, isEnabled: false }, feed)).toBe('rate');
  });
});

describe('top-ups', () => {
  const topUp = (amount: string, id = 'new', owner: Movement['owner'] = { kind: 'maker', id: '5' }): Movement => ({
    id,
    owner,
    availableId: 51,
    currency: 'USDT',
    subunit: 2,
    amount,
  });
  const allowed = (amount: string, change: Partial<AllowedMovement> = {}): AllowedMovement => ({
    id: 'earlier',
    ownerKind: 'maker',
    ownerId: '5',
    amount,
    isApproved: false,
    ...change,
  });

  it('are dangerous if they exceed the limit together, to the unit', () => {
    expect(isLargeMovement(topUp('60'), [allowed('40')], '100')).toBe(false);
    expect(isLargeMovement(topUp('60'), [allowed('40.01')], '100')).toBe(true);
    expect(isLargeMovement(topUp('100.01'), [], '100')).toBe(true);
    expect(isLargeMovement(topUp('nonsense'), [], '100')).toBe(false);
  });

  it('count together for whichever owner, and not where a second person has approved them', () => {
    const others = [allowed('30', { ownerId: '6' }), allowed('30', { ownerKind: 'store' })];
    expect(isLargeMovement(topUp('40'), others, '100')).toBe(false);
    expect(isLargeMovement(topUp('40.01'), others, '100')).toBe(true);
    expect(isLargeMovement(topUp('40'), [...others, allowed('5000', { isApproved: true })], '100')).toBe(false);
  });

  it('are the same if ID, owner and sum are, however the sum is written', () => {
    expect(isSameMovement(allowed('60'), topUp('60.0', 'earlier'))).toBe(true);
    expect(isSameMovement(allowed('60'), topUp('60.01', 'earlier'))).toBe(false);
    expect(isSameMovement(allowed('60'), topUp('60', 'another'))).toBe(false);
    expect(isSameMovement(allowed('60'), topUp('60', 'earlier', { kind: 'maker', id: '6' }))).toBe(false);
    expect(isSameMovement(allowed('60'), topUp('60', 'earlier', { kind: 'store', id: '5' }))).toBe(false);
  });
});

describe('withdrawals after a change by an operator', () => {
  it('wait a day, if they were asked for after it', () => {
    expect(withdrawalWaitsUntil({ createdAt: noon }, noon)).toBe(noon + dayMs);
    expect(withdrawalWaitsUntil({ createdAt: noon + 1 }, noon)).toBe(noon + dayMs);
    expect(withdrawalWaitsUntil({ createdAt: noon }, null)).toBeNull();
  });

  it('wait until they are a day old, if they were asked for before it: it may not have been the first', () => {
    expect(withdrawalWaitsUntil({ createdAt: noon - 1 }, noon)).toBe(noon - 1 + dayMs);
  });
});
