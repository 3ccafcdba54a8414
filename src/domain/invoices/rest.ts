import assert from 'node:assert/strict';
import type { Instant } from '../text/timestamp.ts';
import { type Deal, mattersNow, type PayinDeal } from './deal.ts';
import type { InvoiceMove } from './invoice-move.ts';

/** The requisite is free for other sums at once; for this sum only after its rest, so that late money finds one deal. */
export function rest(deal: PayinDeal, move: InvoiceMove): { restsUntil: Instant } {
  move.changes.requisiteUses.push({ requisiteId: deal.requisiteId, activeDelta: -1, started: null });
  return restAnew(deal, move);
}

/**
 * Of a deal that runs no more: what was said of its money is decided now, and something may still be on its way. A process whose clock
 * is behind does not make the rest shorter than it was.
 */
export function restAnew(
  { requisiteId, endedAt }: PayinDeal,
  { catalogue, now }: InvoiceMove,
): { restsUntil: Instant } {
  const requisite = catalogue.requisiteById.get(requisiteId);
  assert(requisite !== undefined);
  return { restsUntil: Math.max(now, endedAt ?? now) + requisite.restMs };
}

/**
 * A payer or a merchant claims that money came for a deal that has ended. Until that is decided its pair stays unused: money that
 * still comes would pay the next deal of the pair.
 */
export function restWhileClaimed<One extends Deal>(deal: One, until: Instant): One {
  return deal.restsUntil === null || mattersNow(deal)
    ? deal
    : { ...deal, restsUntil: Math.max(deal.restsUntil, until) };
}
