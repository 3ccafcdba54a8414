import type { Deal } from '../invoices/deal.ts';
import type { Store } from '../merchants/store.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * A proof is the maker's own word. It credits the maker when the merchant or an operator confirms it, or when the store's hold
 * has passed and nobody has objected. A dispute ends the hold for good, however it is decided: from then on only people credit.
 */

/** When time credits it; null: the deal is no payout that waits for that. */
export function creditAt(deal: Deal, { payoutHoldMs }: Pick<Store, 'payoutHoldMs'>): Instant | null {
  if (!isProven(deal) || deal.confirmedAt === null || wasObjectedTo(deal)) return null;
  return deal.confirmedAt + payoutHoldMs;
}

/** Since when its proof waits for the merchant or an operator to confirm it, or to say that it was not paid; null: it does not. */
export function objectedAt(deal: Deal): Instant | null {
  return isProven(deal) && wasObjectedTo(deal) ? (deal.dispute?.openedAt ?? null) : null;
}

function isProven({ type, status }: Deal): boolean {
  return type === 'out' && status === 'transfer_confirmed';
}

/** The newest dispute is known, and once there is a proof, each one begins with it: no clock has to be compared. */
function wasObjectedTo({ dispute }: Deal): boolean {
  return dispute?.from === 'transfer_confirmed';
}
