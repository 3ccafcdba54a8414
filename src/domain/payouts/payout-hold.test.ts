import { expect, it } from 'vitest';
import { deal, dispute, noon, payoutDeal } from '../../../test/engine/support/small-world.ts';
import { creditAt, objectedAt } from './payout-hold.ts';

const proven = payoutDeal({ status: 'transfer_confirmed', confirmedAt: noon });
const hold = { payoutHoldMs: 1_000 };

it('a proof credits the maker when the hold has passed; no other deal waits for that', () => {
  expect(creditAt(proven, hold)).toBe(noon + 1_000);
  expect(creditAt(deal({ status: 'transfer_confirmed', confirmedAt: noon }), hold)).toBeNull();
  expect(creditAt({ ...proven, status: 'completed' }, hold)).toBeNull();
  expect(creditAt({ ...proven, confirmedAt: null }, hold)).toBeNull();
});

it('a proof with an objection credits no maker by time, and waits for people since the objection', () => {
  const objected = {
    ...proven,
    dispute: dispute({ from: 'transfer_confirmed', openedAt: noon + 5, result: 'UNKNOWN' }),
  };
  expect([creditAt(objected, hold), objectedAt(objected)]).toEqual([null, noon + 5]);
  expect([creditAt(proven, hold), objectedAt(proven)]).toEqual([noon + 1_000, null]);
  // What was disputed before there was a proof is no objection to it, whatever the clocks said.
  const before = { ...proven, dispute: dispute({ from: 'transfer_waiting', openedAt: noon + 5, result: 'UNKNOWN' }) };
  expect([creditAt(before, hold), objectedAt(before)]).toEqual([noon + 1_000, null]);
  for (const other of [
    { ...objected, status: 'dispute' as const },
    { ...objected, status: 'completed' as const },
  ]) {
    expect(objectedAt(other)).toBeNull();
  }
  const payin = deal({
    status: 'transfer_confirmed',
    confirmedAt: noon,
    dispute: dispute({ from: 'transfer_confirmed' }),
  });
  expect(objectedAt(payin)).toBeNull();
});
