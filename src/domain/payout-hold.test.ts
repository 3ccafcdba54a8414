import { expect, it } from 'vitest';
import { deal, noon, payoutDeal } from '../../test/engine/support/small-world.ts';
import { creditAt } from './payout-hold.ts';

it('a proof credits the maker when the hold has passed; no other deal waits for that', () => {
  const proven = payoutDeal({ status: 'transfer_confirmed', confirmedAt: noon });
  const hold = { payoutHoldMs: 1_000 };
  expect(creditAt(proven, hold)).toBe(noon + 1_000);
  expect(creditAt(deal({ status: 'transfer_confirmed', confirmedAt: noon }), hold)).toBeNull();
  expect(creditAt({ ...proven, status: 'completed' }, hold)).toBeNull();
  expect(creditAt({ ...proven, confirmedAt: null }, hold)).toBeNull();
});
