import {
  type Arrival,
  heldArrivalsPerDealMax,
  waitsForAnyone,
  waitsForOperator,
} from '../../domain/arrivals/arrival.ts';
import type { Deal } from '../../domain/invoices/deal.ts';
import type { FiatMinor } from '../../domain/money/money.ts';
import type { Actor } from '../../domain/people/audit.ts';
import type { Move } from '../../domain/state/move.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Needs, View } from '../command.ts';

/**
 * A person says that this sum came for the deal, and just that is held for it: it is that money. Left as it was, it could be sent back,
 * or matched to another deal, although it has paid this one.
 */
export function seenArrival(deal: Deal, received: FiatMinor, { role }: Actor, view: View): Arrival | null {
  const all = view.arrivalsOf(deal.id);
  if (all.some(({ status }) => status === 'matched')) return null;
  const isSeen = (one: Arrival) => waitsForAnyone(one) || (role === 'operator' && waitsForOperator(one));
  const seen = all.find((one) => one.amount === received && isSeen(one));
  if (seen !== undefined) return seen;
  // Of more than are looked at, that one may be the next.
  const held = all.filter(({ status }) => status === 'held');
  const [first] = held;
  if (first === undefined || held.length <= heldArrivalsPerDealMax) return null;
  throw new AppError('arrival_undecided', { arrivalId: first.id });
}

/** Locked, it cannot be sent back at the same time. Another one that was locked before may have been, by now. */
export function isLocked({ arrivalIds = [] }: Needs, { id }: Arrival): boolean {
  return arrivalIds.includes(id);
}

export function takeSeen(seen: Arrival, move: Move): void {
  move.changes.arrivals.push({ ...seen, status: 'matched', resolvedAt: move.now });
}
