import { describe, expect, it } from 'vitest';
import type { DealStatus } from '../invoices/deal.ts';
import { fiat } from '../money/money.ts';
import {
  type ArrivalException,
  arrivalExceptions,
  clockDriftMaxMs,
  latestOf,
  matchArrival,
  matchHandSettled,
  type OccupyingDeal,
  olderMaxMs,
  waitsForAnyone,
} from './arrival.ts';

const noon = Date.UTC(2026, 10, 14, 12);
const sum = fiat(100_000n);

function deal(status: DealStatus, change: Partial<OccupyingDeal> = {}): OccupyingDeal {
  return { dealId: 'a', invoiceId: 'a', storeId: 1, amount: sum, status, startedAt: noon, ...change };
}

const came = (arrivedAt: number, amount = sum) => ({ amount, arrivedAt });
const nobody = { kind: 'exception', exception: 'nobody', deal: null };

describe('money that came to a requisite', () => {
  it.each([
    ['transfer_waiting', { kind: 'deal' }],
    ['transfer_confirmed', { kind: 'deal' }],
    ['completed', { kind: 'exception', exception: 'twice' }],
    ['canceled', { kind: 'exception', exception: 'late' }],
    ['expired', { kind: 'exception', exception: 'late' }],
    ['dispute', { kind: 'exception', exception: 'late' }],
  ] as const)('points to the deal over its sum, which is %s', (status, match) => {
    expect(matchArrival(came(noon + 1), deal(status), 'none')).toEqual({ ...match, deal: deal(status) });
  });

  it('money of another sum points to the one deal that ran, and to none when there were several or none', () => {
    const only = deal('transfer_waiting');
    const short = came(noon + 1, fiat(99_999n));
    expect(matchArrival(short, undefined, only)).toEqual({ kind: 'exception', exception: 'short', deal: only });
    expect(matchArrival(came(noon + 1, fiat(100_001n)), undefined, only)).toMatchObject({ exception: 'over' });
    expect(matchArrival(short, undefined, 'several')).toEqual(nobody);
    expect(matchArrival(short, undefined, 'none')).toEqual(nobody);
    // Begun between two looks: there was no pair yet.
    expect(matchArrival(came(noon + 1), undefined, only)).toEqual(nobody);
  });

  it.each(['completed', 'canceled', 'expired', 'dispute'] as const)(
    'money of another sum is nobody’s where the one deal that ran when it came is %s by now',
    (status) => {
      expect(matchArrival(came(noon + 1, fiat(99_999n)), undefined, deal(status))).toEqual(nobody);
    },
  );

  it('is the money of a deal settled by hand, unless another one was settled with it as well', () => {
    const settled = deal('completed');
    const twice = { kind: 'exception', exception: 'twice', deal: settled };
    expect(matchHandSettled({ deal: settled, isOnly: true })).toEqual(twice);
    expect(matchHandSettled({ deal: settled, isOnly: false })).toEqual({ ...twice, isOneOfSeveral: true });
    expect(matchHandSettled({ deal: deal('dispute'), isOnly: true })).toMatchObject({ exception: 'late' });
  });

  it.each(['transfer_waiting', 'transfer_confirmed', 'completed', 'expired'] as const)(
    'pays no deal that began later, by more than clocks differ: a person looks, also where it is %s',
    (status) => {
      const over = deal(status);
      const earliest = noon - clockDriftMaxMs;
      const older = { kind: 'exception', exception: 'before_deal', deal: over };
      const match = (arrivedAt: number) => matchArrival(came(arrivedAt), over, 'none');
      expect(latestOf(earliest)).toBe(noon);
      expect(match(earliest)).not.toMatchObject({ exception: 'before_deal' });
      expect(match(earliest - 1)).toEqual(older);
      expect(matchArrival({ ...came(earliest - 1), isOfPairOnly: true }, over, 'none')).toEqual(older);
      expect(match(earliest - olderMaxMs)).toEqual(older);
      expect(match(earliest - olderMaxMs - 1)).toEqual(nobody);
    },
  );

  it('is not a deal’s that began after the latest that it can have come, where that is known', () => {
    const older = { kind: 'exception', exception: 'before_deal', deal: deal('transfer_waiting') };
    const told = (cameBy: number) => matchArrival({ ...came(noon - 5), cameBy }, deal('transfer_waiting'), 'none');
    expect(told(noon)).toMatchObject({ kind: 'deal' });
    expect(told(noon - 1)).toEqual(older);
    // Of a day alone, the beginning is what the arrival is entered with.
    const wholeDay = { ...came(noon - 25 * 3_600_000), cameBy: noon };
    expect(matchArrival(wholeDay, deal('transfer_waiting'), 'none')).toMatchObject({ kind: 'deal' });
  });

  it('is of the pair or of no deal, where another sum says nothing about the deal', () => {
    const running = deal('transfer_waiting');
    const ofPair = (amount = sum) => ({ ...came(noon + 1, amount), isOfPairOnly: true });
    expect(matchArrival(ofPair(), running, 'none')).toMatchObject({ kind: 'deal' });
    expect(matchArrival(ofPair(fiat(1n)), undefined, running)).toEqual(nobody);
  });

  it('points to a transfer whose receipt is there as well as to one that is awaited', () => {
    const confirmed = deal('transfer_confirmed');
    const match = matchArrival(came(noon + 1, fiat(1n)), undefined, confirmed);
    expect(match).toMatchObject({ exception: 'short', deal: confirmed });
  });

  it('is money: a sum of zero, and a payout without a maker, fail an assertion', () => {
    expect(() => matchArrival(came(noon, fiat(0n)), undefined, 'none')).toThrow('an arrival is money');
    expect(() => matchArrival(came(noon, fiat(1n)), deal('completed'), 'none')).toThrow('its pair is over this sum');
    expect(() => matchArrival(came(noon), deal('new'), 'none')).toThrow('occupies no requisite');
  });

  it('may be a day older by the clock of another machine', () => {
    expect(olderMaxMs).toBe(86_400_000);
  });

  it('is a deal’s that runs on, days after it began', () => {
    const match = matchArrival(came(noon + 5 * 86_400_000), deal('transfer_confirmed'), 'none');
    expect(match).toMatchObject({ kind: 'deal' });
  });
});

it('money whose deal is found waits for anyone while it is held, any other for who decides about it', () => {
  const waiting = (Object.keys(arrivalExceptions) as ArrivalException[]).filter((exception) =>
    waitsForAnyone({ status: 'held', exception }),
  );
  expect(waiting).toEqual(['automation_off', 'deal_limit', 'day_limit', 'balance_break', 'balance_unchecked']);
  expect(waitsForAnyone({ status: 'held', exception: null })).toBe(false);
  expect(waitsForAnyone({ status: 'matched', exception: 'automation_off' })).toBe(false);
});
