import { AppError } from '../../errors/app-error.ts';
import { rateOf, type Store } from '../merchants/store.ts';
import { type CurrentRates, formatRate, type Rate } from '../rates/rates.ts';
import type { Instant } from '../text/timestamp.ts';
import { type Deal, standingOf } from './deal.ts';

/**
 * A receipt stops the clock of a deal, and with it keeps the rate at which the deal started. So that a junk receipt does not keep
 * a rate for ever, a confirmed transfer has a deadline. Past it the deal waits at the top of the work queue; and when the
 * rate has moved further than the store's bound by then, the old one is over: an operator settles with the rate of now, or
 * rejects the transfer. Until then the rate is fixed for everyone.
 */

/**
 * When a confirmed payin is overdue; null: it does not wait for a transfer to be seen. A dispute over it stops no clock: it
 * would keep the rate for as long as somebody argues.
 */
export function overdueAt(deal: Deal, { confirmDeadlineMs }: Pick<Store, 'confirmDeadlineMs'>): Instant | null {
  const { type, confirmedAt } = deal;
  if (type !== 'in' || standingOf(deal) !== 'transfer_confirmed' || confirmedAt === null) return null;
  return confirmedAt + confirmDeadlineMs;
}

/** The rate that has replaced the deal's; null while that one holds. */
export function replacedRate(
  deal: Deal,
  store: Store,
  { catalogue, now }: { catalogue: CurrentRates; now: Instant },
): Rate | null {
  const at = overdueAt(deal, store);
  if (at === null || now < at) return null;
  const rate = rateOf(catalogue, store, { currency: deal.currency, type: 'in', now });
  const moved = rate > deal.rate ? rate - deal.rate : deal.rate - rate;
  return moved * 10_000n > deal.rate * BigInt(store.rateBoundBps) ? rate : null;
}

/** With which rate a deal is settled. `now` has to be said, and only counts where the old one is over. */
export function rateToSettle(
  deal: Deal,
  store: Store,
  asked: 'now' | null,
  when: { readonly catalogue: CurrentRates; readonly now: Instant },
): Rate {
  const replaced = replacedRate(deal, store, when);
  if (replaced === null) {
    if (asked === 'now') throw new AppError('rate_fixed', { field: 'rate', rate: formatRate(deal.rate) });
    return deal.rate;
  }
  if (asked === null) {
    throw new AppError('rate_moved', { dealRate: formatRate(deal.rate), rate: formatRate(replaced) });
  }
  return replaced;
}
