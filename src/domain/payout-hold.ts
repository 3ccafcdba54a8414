import type { Store } from './catalogue.ts';
import type { Deal } from './deal.ts';
import type { Instant } from './timestamp.ts';

/**
 * A proof is the maker's own word. It credits the maker when the merchant or an operator confirms it, or when the store's hold
 * has passed and nobody has objected. Null: the deal is no payout that waits for that.
 */
export function creditAt(deal: Deal, { payoutHoldMs }: Pick<Store, 'payoutHoldMs'>): Instant | null {
  if (deal.type !== 'out' || deal.status !== 'transfer_confirmed' || deal.confirmedAt === null) return null;
  return deal.confirmedAt + payoutHoldMs;
}
