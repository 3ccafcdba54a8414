import { describe, expect, it } from 'vitest';
import { maker as aMaker } from '../../../test/engine/support/small-world.ts';
import { actors, decide, noon } from '../../../test/support/situations.ts';
import { readOptionTraits } from '../../domain/catalogue/option-record.ts';
import type { Reference } from '../../domain/catalogue/reference-entries.ts';
import { readRequisite, readRequisiteTable } from '../../domain/makers/requisite-settings.ts';
import { cliActor } from '../../domain/people/audit.ts';
import type { RateFeed, SourceAnswer } from '../../domain/rates/rate-feed.ts';
import { clocksApartMaxMs, rate } from '../../domain/rates/rates.ts';
import { resumeReceiver } from '../notifications/resume-receiver.ts';
import { changeRateFeed } from '../rates/change-rate-feed.ts';
import { createRateFeed } from '../rates/create-rate-feed.ts';
import { removeRateFeed } from '../rates/remove-rate-feed.ts';
import { setRate } from '../rates/set-rate.ts';
import { takeFeedRate } from '../rates/take-feed-rate.ts';
import { advanceClock, aheadMaxMs } from '../sandbox/advance-clock.ts';
import { changeMaker } from './change-maker.ts';
import { changeRequisite } from './change-requisite.ts';
import { createMaker } from './create-maker.ts';
import { createRequisite } from './create-requisite.ts';
import { importRequisites } from './import-requisites.ts';

const { maker, merchant } = actors;
const nothingAgreed = { agreed: { in: null, out: null }, isUsed: false };
const plain = { nameRu: null, isEnabled: true };
const reference: Reference = {
  currencies: new Map([
    ['RUB', { code: 'RUB', name: 'Rouble', subunit: 2, ...plain }],
    ['USDT', { code: 'USDT', name: 'Tether', subunit: 8, ...plain }],
  ]),
  banks: [
    { code: 'alfabank', name: 'Alfa', currency: 'RUB', aliases: [], ...plain },
    { code: 'vtb', name: 'VTB', currency: 'RUB', aliases: [], ...plain },
  ],
  options: [
    { code: 'SBP', name: 'SBP', currencies: ['RUB'], ...plain, ...readOptionTraits({ numberKinds: ['phone'] }) },
    { code: 'TO_CARD', name: 'Card', currencies: ['RUB'], ...plain, ...readOptionTraits({ numberKinds: ['card'] }) },
  ],
};

describe('create-maker', () => {
  it('opens its two accounts, and names them as what they are', () => {
    const rows = { reference, id: 5, accountIds: [51, 52] };
    const decided = decide(createMaker, { name: 'M', settlementCurrency: 'USDT' }, rows);
    expect(decided.change).toEqual({
      maker: { id: 5, name: 'M', settlementCurrency: 'USDT', availableId: 51, heldId: 52 },
      accounts: [
        { id: 51, kind: 'maker_available', ownerId: 5, currency: 'USDT' },
        { id: 52, kind: 'maker_held', ownerId: 5, currency: 'USDT' },
      ],
    });
    const wrong = decide(createMaker, { name: 'M', settlementCurrency: 'ZZZ' }, rows);
    expect(wrong.outcome).toBe('currency_not_allowed');
  });
});

describe('change-maker', () => {
  it('renames one that is there', () => {
    const rows = { reference, maker: aMaker(5), stores: [] };
    expect(decide(changeMaker, { id: 5, name: 'N' }, rows).change).toEqual({ id: 5, change: { name: 'N' } });
    expect(decide(changeMaker, { id: 5, name: 'N' }, { ...rows, maker: null }).outcome).toBe('not_found');
  });
});

describe('requisites', () => {
  const settings = { option: 'SBP', bank: 'vtb', currency: 'RUB', number: '+7 900 000-00-01' };
  const values = readRequisite(reference, settings);
  const rows = { values, maker: aMaker(5), taken: [], id: 8, operators: [] };

  it('are known to the log by their last four digits', () => {
    const { audit } = decide(createRequisite, { makerId: 5, settings }, rows);
    expect(audit[0]?.details).toEqual({ makerId: 5, option: 'SBP', bank: 'vtb', currency: 'RUB', number: '…0001' });
  });

  it('are one place each: a phone per bank', () => {
    const taken = (bank: string) => ({ ...rows, taken: [{ number: '+79000000001', bank }] });
    expect(decide(createRequisite, { makerId: 5, settings }, taken('vtb')).outcome).toBe('requisite_taken');
    expect(decide(createRequisite, { makerId: 5, settings }, taken('alfabank')).outcome).toBe('changed');
    expect(decide(createRequisite, { makerId: 5, settings }, { ...rows, maker: null }).outcome).toBe('not_found');
  });

  it('requisites of a file are created all or none, unless the good ones are asked for', () => {
    const lines = [
      ['option', 'bank', 'currency', 'number'],
      ['SBP', 'vtb', 'RUB', '+79000000001'],
      ['SBP', 'vtb', 'RUB', '+79000000001'],
      ['SBP', 'vtb', 'RUB', 'nonsense'],
      ['SBP', 'alfabank', 'RUB', '+79000000001'],
    ].map((cells, index) => ({ line: index + 1, cells }));
    const read = readRequisiteTable(reference, lines);
    const found = { read, taken: [], ids: [8, 9, 10], operators: [] };
    const whole = decide(importRequisites, { makerId: 5, rows: lines, isPartial: false, isTrial: false }, found);
    expect(whole).toMatchObject({ outcome: 'unchanged', result: { created: 0 } });
    expect(whole.result?.bad.map(({ line }) => line)).toEqual([3, 4]);
    const trial = decide(importRequisites, { makerId: 5, rows: lines, isPartial: true, isTrial: true }, found);
    expect(trial).toMatchObject({ outcome: 'unchanged', result: { created: 2 } });
    expect(trial.result?.bad.map(({ line }) => line)).toEqual([3, 4]);
    const partial = decide(importRequisites, { makerId: 5, rows: lines, isPartial: true, isTrial: false }, found);
    expect(partial.change?.map(({ id, bank }) => [id, bank])).toEqual([
      [8, 'vtb'],
      [9, 'alfabank'],
    ]);
    expect(partial.audit).toHaveLength(2);
    const taken = { ...found, taken: [{ number: '+79000000001', bank: 'vtb' }] };
    const rest = decide(importRequisites, { makerId: 5, rows: lines, isPartial: true, isTrial: false }, taken);
    expect(rest.change?.map(({ bank }) => bank)).toEqual(['alfabank']);
  });

  it('are paused by their own maker, whose limits are for operators to set', () => {
    const requisite = { id: 8, makerId: 5, currency: 'RUB', isPausedByMaker: false, isPausedByOperator: false };
    const change = (actor: typeof maker | typeof merchant, input: object) =>
      decide(changeRequisite, { id: 8, ...input }, { reference, requisite }, { actor }).outcome;
    expect(change(maker, { isPaused: true })).toBe('changed');
    expect(change({ ...maker, makerId: 6 } as unknown as typeof maker, { isPaused: true })).toBe('not_found');
    expect(change(merchant, { isPaused: true })).toBe('not_found');
    expect(change(maker, { settings: { dayMax: '1' } })).toBe('forbidden');
  });

  it('lose a limit that is null and keep one that is not named', () => {
    const requisite = { id: 8, makerId: 5, currency: 'RUB', isPausedByMaker: false, isPausedByOperator: false };
    const settings = { dayMax: null, dealMin: '1.5' };
    const decided = decide(changeRequisite, { id: 8, settings }, { reference, requisite });
    expect(decided.change?.values?.limits).toEqual({ dayMax: null, dealMin: 150n });
    expect(decided.audit[0]?.details).toEqual({ dayMax: null, dealMin: '150' });
    expect(decide(changeRequisite, { id: 8 }, { reference, requisite: null }).outcome).toBe('not_found');
  });
});

describe('rates by hand', () => {
  const pair = { settlementCurrency: 'USDT', fiatCurrency: 'RUB' };
  const before = { ...pair, type: 'in', rate: rate(9_500_000_000n), setAt: 0, ageMaxMs: 5_000 } as const;
  const rows = { reference, before: { in: before, out: null }, ...nothingAgreed };

  it('are logged with what they were, and signed in the history', () => {
    const input = { ...pair, in: rate(9_550_000_000n), out: rate(9_350_000_000n), ageMaxMs: null };
    const agreed = { in: rate(9_400_000_000n), out: null };
    const { change, audit } = decide(setRate, input, { ...rows, agreed });
    expect(change?.by).toEqual({ setBy: 'olga', isAgreed: false });
    expect(change?.rates.map(({ type, setAt }) => [type, setAt])).toEqual([
      ['in', noon],
      ['out', noon],
    ]);
    const details = { in: '95.50', inWas: '95.00', inDayAgo: '94.00', out: '93.50', ageMaxMs: null };
    expect(audit).toEqual([{ subjectKind: 'rate', subjectId: 'USDT/RUB', details }]);
  });

  it('count as agreed from the machine or with a second person', () => {
    const input = { ...pair, in: rate(9_550_000_000n), ageMaxMs: null };
    expect(decide(setRate, input, rows, { actor: cliActor }).change?.by).toEqual({ setBy: 'cli', isAgreed: true });
    expect(decide(setRate, input, rows, { isApproved: true }).change?.by).toEqual({ setBy: 'olga', isAgreed: true });
  });

  it('keep the age limit there was where none is named', () => {
    const input = { ...pair, in: rate(9_500_000_000n), ageMaxMs: undefined };
    expect(decide(setRate, input, rows).change?.rates).toMatchObject([{ type: 'in', ageMaxMs: 5_000 }]);
  });

  it('need a rate, and two currencies that are there and differ', () => {
    const refused = (change: object) => {
      const input = { ...pair, in: rate(9_500_000_000n), ageMaxMs: null, ...change };
      const { outcome, field } = decide(setRate, input, rows);
      return `${outcome} ${field}`;
    };
    expect(refused({ in: undefined })).toBe('blank in');
    expect(refused({ fiatCurrency: 'ZZZ' })).toBe('currency_not_allowed fiatCurrency');
    expect(refused({ settlementCurrency: 'ZZZ' })).toBe('currency_not_allowed settlementCurrency');
    expect(refused({ fiatCurrency: 'USDT' })).toBe('currency_not_allowed fiatCurrency');
  });
});

describe('a rate that looks like a slip of the finger', () => {
  const pair = { settlementCurrency: 'USDT', fiatCurrency: 'RUB', ageMaxMs: null };
  const row = (type: 'in' | 'out', value: bigint) => ({ ...pair, type, rate: rate(value), setAt: 0 });
  const before = { in: row('in', 9_550_000_000n), out: row('out', 9_350_000_000n) };
  const rows = { reference, before, ...nothingAgreed };
  const outcome = (change: object) => decide(setRate, { ...pair, ...change }, rows).outcome;

  it('is refused until a person says that it is meant', () => {
    // 95.50 became 9.60.
    expect(outcome({ in: rate(960_000_000n) })).toBe('rate_jump');
    expect(outcome({ in: rate(960_000_000n), out: rate(940_000_000n), isConfirmed: true })).toBe('changed');
    expect(outcome({ in: rate(10_027_500_000n) })).toBe('changed');
    expect(outcome({ in: rate(10_027_500_001n) })).toBe('rate_jump');
  });

  it('is refused on the wrong side of the other one, whichever is set', () => {
    expect(outcome({ out: rate(9_550_000_001n) })).toBe('rates_crossed');
    expect(outcome({ in: rate(9_349_999_999n) })).toBe('rates_crossed');
    expect(outcome({ out: rate(9_550_000_000n) })).toBe('changed');
    expect(outcome({ out: rate(9_550_000_001n), isConfirmed: true })).toBe('changed');
  });

  it('is not asked about when it is the first one', () => {
    const first = { reference, before: { in: null, out: null }, ...nothingAgreed };
    expect(decide(setRate, { ...pair, in: rate(1n) }, first).outcome).toBe('changed');
  });
});

describe('rate feeds', () => {
  const first = { url: 'https://rates.example/usdt', path: 'price', book: null, time: null };
  const second = { url: 'https://book.example/', path: 'bids', book: { from: 3, to: 5, price: '0' }, time: null };
  const notAsked = { lastAskedAt: null, lastError: null, lastRate: null };
  const given = {
    settlementCurrency: 'USDT',
    fiatCurrency: 'RUB',
    type: 'in',
    sources: [first, second],
    marginBps: 0,
    intervalMs: 60_000,
    ageMaxMs: 5_000,
    isEnabled: true,
  } as const;
  const feed: RateFeed = {
    ...given,
    id: 2,
    sources: given.sources.map((source) => ({ ...source, ...notAsked })),
    usedPlace: null,
    fault: null,
    lastError: null,
    lastRateAt: null,
  };
  const free = { reference, isTaken: false, id: 2 };

  it('are asked at once when they are new or changed', () => {
    const created = decide(createRateFeed, given, free);
    expect(created.change).toEqual({ feed, dueAt: noon });
    expect(created.audit[0]?.details).toMatchObject({
      pair: 'USDT/RUB',
      sources: '1: https://rates.example/usdt price; 2: https://book.example/ bids places 3 to 5 (0)',
    });
    const used = { ...feed, usedPlace: 2 };
    const changed = decide(changeRateFeed, { id: 2, change: { isEnabled: false, ageMaxMs: null } }, used);
    expect(changed.change).toEqual({
      feed: { ...used, isEnabled: false, ageMaxMs: null },
      change: { isEnabled: false, ageMaxMs: null },
      hasNewSources: false,
      dueAt: noon,
    });
    expect(changed.audit[0]?.details).toEqual({ isEnabled: false, ageMaxMs: null });
    expect(decide(changeRateFeed, { id: 2, change: { sources: [second] } }, used).change).toEqual({
      feed: { ...feed, sources: [{ ...second, ...notAsked }] },
      change: {},
      hasNewSources: true,
      dueAt: noon,
    });
  });

  it('stop deals after the usual age where none was set', () => {
    const { ageMaxMs: _, ...silent } = given;
    expect(decide(createRateFeed, silent, free).change?.feed.ageMaxMs).toBe(600_000);
    expect(decide(createRateFeed, { ...given, ageMaxMs: null }, free).change?.feed.ageMaxMs).toBeNull();
  });

  it('are removed with a line of which rate it was', () => {
    const { audit } = decide(removeRateFeed, { id: 2 }, feed);
    expect(audit).toEqual([{ subjectKind: 'rate-feed', subjectId: 2, details: { pair: 'USDT/RUB', type: 'in' } }]);
    expect(decide(removeRateFeed, { id: 2 }, null).outcome).toBe('not_found');
  });

  it('are one for a rate, of currencies that are there, and by https in production', () => {
    expect(decide(createRateFeed, given, { ...free, isTaken: true }).outcome).toBe('feed_taken');
    expect(decide(createRateFeed, { ...given, fiatCurrency: 'ZZZ' }, free).outcome).toBe('currency_not_allowed');
    const sources = [first, { ...second, url: 'http://rates.example/usdt' }];
    expect(decide(createRateFeed, { ...given, sources }, free, { mode: 'production' }).outcome).toBe(
      'invalid_feed_url',
    );
    expect(decide(createRateFeed, { ...given, sources }, free, { mode: 'sandbox' }).outcome).toBe('changed');
    const change = { id: 2, change: { sources } };
    expect(decide(changeRateFeed, change, feed, { mode: 'production' }).outcome).toBe('invalid_feed_url');
    expect(decide(changeRateFeed, { id: 2, change: {} }, null).outcome).toBe('not_found');
  });

  describe('that were asked', () => {
    const pair = { settlementCurrency: 'USDT', fiatCurrency: 'RUB', ageMaxMs: null };
    const rates = { in: { ...pair, type: 'in', rate: rate(10_000n), setAt: 5 }, out: null } as const;
    const answer = (value: bigint) => ({ rate: rate(value), prices: [rate(value)] });
    const failed = { failure: 'gone' };
    const take = (answers: readonly SourceAnswer[], stored: RateFeed | null = feed, askedAt = noon, setAt = 5) =>
      decide(takeFeedRate, { feed, askedAt, answers }, { stored, ...rates, in: { ...rates.in, setAt } });

    it('give their rate, which ages by their own limit, and name the source once', () => {
      const taken = take([failed, answer(10_100n)]);
      expect(taken.change).toMatchObject({
        rate: { rate: 10_100n, ageMaxMs: 5_000, setAt: noon },
        isInHistory: true,
        sources: [
          { error: 'gone', rate: null, askedAt: noon },
          { error: null, rate: 10_100n, askedAt: noon },
        ],
      });
      expect(taken.audit).toMatchObject([{ action: 'use-rate-source', details: { source: 2, rate: '0.000101' } }]);
      const again = take([failed, answer(10_000n)], { ...feed, usedPlace: 2 });
      expect(again).toMatchObject({ result: { isNews: false }, change: { isInHistory: false }, audit: [] });
      // Back to the first one: the same rate, from elsewhere.
      expect(take([answer(10_000n)], { ...feed, usedPlace: 2 })).toMatchObject({
        change: { isInHistory: true },
        audit: [{ action: 'use-rate-source', details: { source: 1 } }],
      });
    });

    it('keep the last rate when they fail or jump, and say so once', () => {
      const jumped = take([failed, answer(10_501n)]);
      expect(jumped.change).toMatchObject({ rate: null, isInHistory: false, verdict: { fault: 'jump' } });
      expect(jumped.audit).toMatchObject([{ action: 'miss-rate', details: { fault: 'jump' } }]);
      expect(take([failed, answer(10_501n)], { ...feed, fault: 'jump' }).audit).toEqual([]);
      expect(take([failed, failed], { ...feed, fault: 'jump' }).audit).toMatchObject([
        { details: { fault: 'no_answer' } },
      ]);
      expect(take([answer(10_000n)], { ...feed, usedPlace: 1, fault: 'jump' }).audit).toMatchObject([
        { action: 'use-rate-source', details: { source: 1 } },
      ]);
    });

    it('change nothing when another person was quicker', () => {
      expect(take([answer(10_100n)], null).outcome).toBe('unchanged');
      expect(take([answer(10_100n)], { ...feed, isEnabled: false }).outcome).toBe('unchanged');
      expect(take([answer(10_100n)], { ...feed, marginBps: 1 }).outcome).toBe('unchanged');
      expect(take([answer(10_100n)], { ...feed, sources: feed.sources.slice(0, 1) }).outcome).toBe('unchanged');
      expect(take([answer(10_100n)], feed, 4).outcome).toBe('unchanged');
      expect(take([answer(10_100n)], feed, 5).outcome).toBe('changed');
    });

    it('replace a rate that a clock which was ahead has set, and leave one that may be of a quicker process', () => {
      const setAt = noon + 3 * 3_600_000;
      expect(take([answer(10_100n)], feed, noon, setAt).change?.rate).toMatchObject({ rate: 10_100n, setAt: noon });
      expect(take([answer(10_100n)], feed, noon, noon + clocksApartMaxMs + 1).outcome).toBe('changed');
      expect(take([answer(10_100n)], feed, noon, noon + clocksApartMaxMs).outcome).toBe('unchanged');
    });
  });
});

describe('advance-clock', () => {
  it('adds to how far the clock is ahead, up to a century, and is not there in production', () => {
    expect(decide(advanceClock, { advanceMs: 5 }, 10).change).toBe(15);
    expect(decide(advanceClock, { advanceMs: 5 }, aheadMaxMs - 5).outcome).toBe('changed');
    expect(decide(advanceClock, { advanceMs: 5 }, aheadMaxMs - 4).outcome).toBe('out_of_range');
    expect(decide(advanceClock, { advanceMs: 5 }, 10, { mode: 'production' }).outcome).toBe('not_found');
  });
});

describe('resume-receiver', () => {
  it('is for operators and the merchant whose notifications go there', () => {
    const receiver = { storeId: 3, merchantId: 7, origin: 'https://shop.example' };
    const stranger = { ...merchant, merchantId: 8 };
    expect(decide(resumeReceiver, { key: 1n }, receiver, { actor: merchant }).outcome).toBe('changed');
    expect(decide(resumeReceiver, { key: 1n }, receiver, { actor: stranger }).outcome).toBe('not_found');
    expect(decide(resumeReceiver, { key: 1n }, null).outcome).toBe('not_found');
  });
});
