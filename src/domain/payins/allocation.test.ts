import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueOf, maker, noon, requisite, store } from '../../../test/engine/support/small-world.ts';
import type { Maker } from '../makers/maker.ts';
import type { Requisite } from '../makers/requisite.ts';
import type { RewardRule } from '../makers/rewards.ts';
import { fiat, settlement } from '../money/money.ts';
import { dayOf, monthOf } from '../text/timestamp.ts';
import { type AllocationView, choose, matching, takesAmount, unusedLoad } from './allocation.ts';

const today = dayOf(noon);
const month = monthOf(noon);
const minuteMs = 60_000;
const amount = fiat(100_000n);
const makerSum = settlement(1_000n);
const feeSum = settlement(25n);
const saturdays = { zone: 'UTC', spans: [{ day: 6, from: 0, to: 1440 }] };
const sundays = { zone: 'UTC', spans: [{ day: 7, from: 0, to: 1440 }] };

/** A requisite with all that can stand in its way. */
const anyCandidate = fc.record({
  makerId: fc.integer({ min: 1, max: 3 }),
  activeDealsMax: fc.option(fc.integer({ min: 0, max: 3 })),
  dayMax: fc.option(fc.bigInt({ min: 50_000n, max: 250_000n }).map(fiat)),
  monthMax: fc.option(fc.bigInt({ min: 50_000n, max: 450_000n }).map(fiat)),
  dayDealsMax: fc.option(fc.integer({ min: 1, max: 3 })),
  gapMs: fc.option(fc.integer({ min: 1, max: 5 }).map((minutes) => minutes * minuteMs)),
  hours: fc.constantFrom(null, null, saturdays, sundays),
  activeDeals: fc.integer({ min: 0, max: 3 }),
  day: fc.constantFrom(today, today, today - 1, today + 1, 0),
  daySum: fc.bigInt({ min: 0n, max: 200_000n }),
  dayDeals: fc.integer({ min: 0, max: 3 }),
  month: fc.constantFrom(month, month, month - 1, month + 1),
  monthSum: fc.bigInt({ min: 0n, max: 400_000n }),
  lastStartedAt: fc.option(fc.integer({ min: -6, max: 1 }).map((minutes) => noon + minutes * minuteMs)),
  /** Undefined: the pair is free. Null: a deal runs. Otherwise how long the pair still rests. */
  restMs: fc.constantFrom(undefined, undefined, null, -1, 0, 1, 60_000),
});
type Candidate = typeof anyCandidate extends fc.Arbitrary<infer C> ? C : never;

const anyBalances = fc.array(fc.constantFrom(0n, 999n, 1_000n, 5_000n), { minLength: 3, maxLength: 3 });

function situation(candidates: readonly Candidate[], balances: readonly bigint[], change: Partial<Maker> = {}) {
  const requisites = candidates.map(({ makerId, activeDealsMax, dayMax, monthMax, dayDealsMax, gapMs, hours }, index) =>
    requisite(index + 1, { makerId, activeDealsMax, dayMax, monthMax, dayDealsMax, gapMs, hours }),
  );
  const at = (id: number): Candidate => candidates[id - 1] as Candidate;
  const balanceOf = (makerId: number) => balances[makerId - 1] ?? 0n;
  const view: AllocationView = {
    requisiteLoad: (requisiteId) => ({ ...at(requisiteId), requisiteId }),
    occupant(requisiteId, asked) {
      const { restMs } = at(requisiteId);
      if (restMs === undefined || asked !== amount) return undefined;
      return { dealId: `deal ${requisiteId}`, restsUntil: restMs === null ? null : noon + restMs };
    },
    balance: (accountId) => balanceOf([1, 2, 3].find((id) => maker(id).availableId === accountId) ?? 0),
  };
  /** The rules once more, each as a person would say it. */
  const isFree = ({ id, makerId }: Requisite): boolean => {
    const { activeDeals, activeDealsMax, day, daySum, dayMax, restMs, ...more } = at(id);
    const underActiveLimit = activeDealsMax === null || activeDeals < activeDealsMax;
    const underDayLimit = dayMax === null || (day <= today && (day === today ? daySum : 0n) + amount <= dayMax);
    const { dayDeals, dayDealsMax, month: counted, monthSum, monthMax, gapMs, lastStartedAt, hours } = more;
    const underDealLimit = dayDealsMax === null || (day <= today && (day === today ? dayDeals : 0) < dayDealsMax);
    const underMonthLimit =
      monthMax === null || (counted <= month && (counted === month ? monthSum : 0n) + amount <= monthMax);
    const hasRested = gapMs === null || lastStartedAt === null || noon - lastStartedAt >= gapMs;
    const pairIsFree = restMs === undefined || (restMs !== null && restMs <= 0);
    return (
      underActiveLimit &&
      underDayLimit &&
      underDealLimit &&
      underMonthLimit &&
      hasRested &&
      hours !== sundays &&
      pairIsFree &&
      balanceOf(makerId) >= makerSum
    );
  };
  const makers = new Map([1, 2, 3].map((id) => [id, maker(id, 'USDT', change)]));
  return { requisites, view, isFree, at, catalogue: catalogueOf(requisites, { makers }) };
}

/** Nothing stands in its way. */
const free: Candidate = {
  makerId: 1,
  activeDealsMax: null,
  dayMax: null,
  monthMax: null,
  dayDealsMax: null,
  gapMs: null,
  hours: null,
  ...unusedLoad(1),
  day: today,
  month,
  restMs: undefined,
};

const reward = (bps: number): RewardRule => ({
  direction: 'in',
  option: null,
  storeId: null,
  currency: null,
  from: null,
  to: null,
  bps,
});

describe('choose', () => {
  const wish = { store, askedSum: amount, currency: 'RUB', makerSum, feeSum, now: noon };

  it('gives the first candidate that is free, and one whenever any is', () => {
    fc.assert(
      fc.property(fc.array(anyCandidate, { maxLength: 8 }), anyBalances, (candidates, balances) => {
        const { requisites, view, isFree, catalogue } = situation(candidates, balances);
        const choice = choose(catalogue, view, requisites, wish);
        expect(choice.requisite).toBe(requisites.find(isFree) ?? null);
      }),
      { numRuns: 500 },
    );
  });

  it('takes a pair over from the deal whose rest has passed, and from no other', () => {
    fc.assert(
      fc.property(fc.array(anyCandidate, { maxLength: 8 }), anyBalances, (candidates, balances) => {
        const { requisites, view, at, catalogue } = situation(candidates, balances);
        const choice = choose(catalogue, view, requisites, wish);
        if (choice.requisite === null) return;
        const { id } = choice.requisite;
        expect(choice.frees).toBe(at(id).restMs === undefined ? null : `deal ${id}`);
      }),
    );
  });

  it('gives a reason that holds for one of the candidates when none is free', () => {
    const reasonOf = (change: Partial<Candidate>, balance = 5_000n, terms: Partial<Maker> = {}) => {
      const { requisites, view, catalogue } = situation([{ ...free, ...change }], [balance], terms);
      const choice = choose(catalogue, view, requisites, wish);
      return choice.requisite === null ? choice.reason : null;
    };
    expect(reasonOf({})).toBeNull();
    expect(reasonOf({ activeDealsMax: 2, activeDeals: 2 })).toBe('limits');
    expect(reasonOf({ dayMax: fiat(150_000n), daySum: 50_001n })).toBe('limits');
    expect(reasonOf({ dayMax: fiat(150_000n), daySum: 50_001n, day: today - 1 })).toBeNull();
    expect(reasonOf({ dayMax: fiat(150_000n), daySum: 50_000n })).toBeNull();
    expect(reasonOf({ dayDealsMax: 2, dayDeals: 2 })).toBe('limits');
    expect(reasonOf({ dayDealsMax: 2, dayDeals: 2, day: today - 1 })).toBeNull();
    expect(reasonOf({ monthMax: fiat(150_000n), monthSum: 50_001n })).toBe('limits');
    expect(reasonOf({ monthMax: fiat(150_000n), monthSum: 50_001n, month: month - 1 })).toBeNull();
    expect(reasonOf({ gapMs: 60_000, lastStartedAt: noon - 59_999 })).toBe('limits');
    expect(reasonOf({ gapMs: 60_000, lastStartedAt: noon - 60_000 })).toBeNull();
    expect(reasonOf({ hours: sundays })).toBe('hours');
    expect(reasonOf({ hours: saturdays })).toBeNull();
    expect(reasonOf({}, 999n)).toBe('maker_balance');
    expect(reasonOf({}, 1_000n)).toBeNull();
    expect(reasonOf({}, 5_000n, { balanceMin: settlement(5_000n) })).toBeNull();
    expect(reasonOf({}, 4_999n, { balanceMin: settlement(5_000n) })).toBe('maker_balance');
    expect(reasonOf({}, 5_000n, { rewards: [reward(250)] })).toBeNull();
    expect(reasonOf({}, 5_000n, { rewards: [reward(260)] })).toBe('reward_above_fee');
    expect(reasonOf({ restMs: null })).toBe('amount_busy');
    expect(reasonOf({ restMs: 1 })).toBe('amount_busy');
    expect(reasonOf({ restMs: 0 })).toBeNull();
    const none = situation([], [0n]);
    expect(choose(none.catalogue, none.view, [], wish)).toEqual({ requisite: null, reason: 'no_requisite' });
  });
});

describe('matching', () => {
  const requisites = [
    requisite(1, { option: 'SBP', bank: 'sberbank' }),
    requisite(2, { option: 'SBP', bank: 'tinkoff' }),
    requisite(3, { option: 'TO_CARD', bank: 'sberbank' }),
    requisite(4, { option: 'SBP', bank: 'sberbank', currency: 'KZT' }),
    requisite(5, { option: 'SBP', bank: 'sberbank', makerId: 9 }),
  ];
  const makers = new Map([
    [1, maker(1)],
    [9, maker(9, 'USD')],
  ]);
  const catalogue = catalogueOf(requisites, { makers });
  const ids = (option: string | null, bank: string | null) =>
    matching(catalogue, { store, variant: { option, bank }, askedSum: amount, currency: 'RUB' }).map(({ id }) => id);

  it.each([
    [null, null, [1, 2, 3]],
    ['SBP', null, [1, 2]],
    [null, 'sberbank', [1, 3]],
    ['SBP', 'sberbank', [1]],
    ['SBP', 'unknown', [1, 2]],
    [null, 'unknown', [1, 2, 3]],
    ['TO_CARD', 'tinkoff', []],
    ['CROSS_BORDER', null, []],
  ])('finds for %s and %s the requisites %j, of makers of the same settlement currency', (option, method, found) => {
    expect(ids(option, method)).toEqual(found);
  });
});

it('leaves out what the store has switched off, whether the way was named or not', () => {
  const catalogue = catalogueOf([requisite(1, { option: 'SBP' }), requisite(2, { option: 'TO_CARD' })]);
  const ids = (optionsOff: readonly string[], option: string | null = null) =>
    matching(catalogue, {
      store: { ...store, optionsOff },
      variant: { option, bank: null },
      askedSum: amount,
      currency: 'RUB',
    }).map(({ id }) => id);
  expect(ids([])).toEqual([1, 2]);
  expect(ids(['SBP'])).toEqual([2]);
  expect(ids(['SBP'], 'SBP')).toEqual([]);
  expect(ids(['SBP', 'TO_CARD'])).toEqual([]);
});

it('takesAmount takes what lies between the limits, both included', () => {
  const limited = requisite(1, { dealMin: fiat(100n), dealMax: fiat(200n) });
  expect([99n, 100n, 150n, 200n, 201n].map((sum) => takesAmount(limited, { askedSum: fiat(sum) }))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(takesAmount(requisite(1), { askedSum: fiat(1n) })).toBe(true);
});

it('takesAmount takes the rest of an invoice however small it is, and never too much', () => {
  const limited = requisite(1, { dealMin: fiat(100n), dealMax: fiat(200n) });
  expect([1n, 200n, 201n].map((sum) => takesAmount(limited, { askedSum: fiat(sum), isRest: true }))).toEqual([
    true,
    true,
    false,
  ]);
});
