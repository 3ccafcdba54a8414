import { describe, expect, it } from 'vitest';
import {
  type ArrivalException,
  arrivalExceptions,
  clockDriftMaxMs,
  matchArrival,
  type OccupyingDeal,
  olderMaxMs,
  waitsForAnyone,
} from './arrival.ts';
import type { DealStatus } from './deal.ts';
import { fiat } from './money.ts';

const noon = Date.UTC(2026, 10, 14, 12);
const sum = fiat(100_000n);

function deal(status: DealStatus, change: Partial<OccupyingDeal> = {}): OccupyingDeal {
  return { dealId: 'a', invoiceId: 'a', storeId: 1, amount: sum, status, startedAt: noon, ...change };
}

const came = (arrivedAt: number, amount = sum) => ({ amount, arrivedAt });

describe('money that came to a requisite', () => {
  it.each([
    ['transfer_waiting', { kind: 'deal' }],
    ['transfer_confirmed', { kind: 'deal' }],
    ['completed', { kind: 'exception', exception: 'twice' }],
    ['canceled', { kind: 'exception', exception: 'late' }],
    ['expired', { kind: 'exception', exception: 'late' }],
    ['dispute', { kind: 'exception', exception: 'late' }],
  ] as const)('points to the deal over its sum, which is %s', (status, match) => {
    expect(matchArrival(came(noon + 1), [deal(status)])).toEqual({ ...match, deal: deal(status) });
  });

  it('money of another sum points to the one deal that runs, and to none when there are several or none', () => {
    const [first, second] = [deal('transfer_waiting'), deal('transfer_waiting', { dealId: 'b', amount: fiat(300n) })];
    const short = came(noon + 1, fiat(99_999n));
    expect(matchArrival(short, [first])).toEqual({ kind: 'exception', exception: 'short', deal: first });
    expect(matchArrival(came(noon + 1, fiat(100_001n)), [first])).toMatchObject({ exception: 'over' });
    const nobody = { kind: 'exception', exception: 'nobody', deal: null };
    expect(matchArrival(short, [first, second])).toEqual(nobody);
    expect(matchArrival(short, [deal('expired')])).toEqual(nobody);
  });

  it.each(['transfer_waiting', 'transfer_confirmed', 'completed', 'expired'] as const)(
    'pays no deal that began later, by more than clocks differ: a person looks, also where it is %s',
    (status) => {
      const over = deal(status);
      const running = deal('transfer_waiting');
      const nobody = { kind: 'exception', exception: 'nobody', deal: null };
      const earliest = noon - clockDriftMaxMs;
      const older = { kind: 'exception', exception: 'before_deal', deal: over };
      expect(matchArrival(came(earliest), [over])).not.toMatchObject({ exception: 'before_deal' });
      expect(matchArrival(came(earliest - 1), [over])).toEqual(older);
      expect(matchArrival({ ...came(earliest - 1), isOfPairOnly: true }, [over])).toEqual(older);
      expect(matchArrival(came(earliest - olderMaxMs), [over])).toEqual(older);
      expect(matchArrival(came(earliest - olderMaxMs - 1), [over])).toEqual(nobody);
      expect(matchArrival(came(earliest, fiat(1n)), [running])).toMatchObject({ exception: 'short' });
      expect(matchArrival(came(earliest - 1, fiat(1n)), [running])).toEqual(nobody);
    },
  );

  it('is not a deal’s that began after the latest that it can have come, where that is known', () => {
    const nobody = { kind: 'exception', exception: 'nobody', deal: null };
    const older = { kind: 'exception', exception: 'before_deal', deal: deal('transfer_waiting') };
    const told = (cameBy: number, amount = sum) => ({ ...came(noon - 5, amount), cameBy });
    expect(matchArrival(told(noon), [deal('transfer_waiting')])).toMatchObject({ kind: 'deal' });
    expect(matchArrival(told(noon, fiat(1n)), [deal('transfer_waiting')])).toMatchObject({ exception: 'short' });
    expect(matchArrival(told(noon - 1), [deal('transfer_waiting')])).toEqual(older);
    expect(matchArrival(told(noon - 1, fiat(1n)), [deal('transfer_waiting')])).toEqual(nobody);
    // Of a day alone, the beginning is what the arrival is entered with.
    const wholeDay = { ...came(noon - 25 * 3_600_000), cameBy: noon };
    expect(matchArrival(wholeDay, [deal('transfer_waiting')])).toMatchObject({ kind: 'deal' });
  });

  it('is of the pair or of nobody, where another sum says nothing about the deal', () => {
    const running = deal('transfer_waiting');
    const ofPair = (amount = sum) => ({ ...came(noon + 1, amount), isOfPairOnly: true });
    expect(matchArrival(ofPair(), [running])).toMatchObject({ kind: 'deal' });
    expect(matchArrival(ofPair(fiat(1n)), [running])).toEqual({ kind: 'exception', exception: 'nobody', deal: null });
  });

  it('points to a transfer whose receipt is there as well as to one that is awaited', () => {
    const confirmed = deal('transfer_confirmed');
    expect(matchArrival(came(noon + 1, fiat(1n)), [confirmed])).toMatchObject({ exception: 'short', deal: confirmed });
  });

  it('is money: nothing, and a payout that nobody has taken, are mistakes of ours', () => {
    expect(() => matchArrival(came(noon, fiat(0n)), [])).toThrow('an arrival is money');
    expect(() => matchArrival(came(noon), [deal('new')])).toThrow('occupies no requisite');
  });

  it('may be a day older by the clock of another machine', () => {
    expect(olderMaxMs).toBe(86_400_000);
  });

  it('is a deal’s that runs on, days after it began', () => {
    expect(matchArrival(came(noon + 5 * 86_400_000), [deal('transfer_confirmed')])).toMatchObject({
      kind: 'deal',
    });
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
