import { type Catalogue, makerOf, type Requisite, requisiteKey, type Store } from './catalogue.ts';
import type { MissReason } from './changes.ts';
import type { FiatMinor, SettlementMinor } from './money.ts';
import { unknownBank, type Variant } from './payment.ts';
import { dayOf, type Instant } from './timestamp.ts';

/**
 * Which requisite a payer gets. Money that arrives must point to one deal, so a requisite never carries two deals over the
 * same amount, and after a deal the pair rests. Limits and the maker's balance are looked at under lock, in `choose`;
 * what never changes during a batch is filtered before, in `eligible`.
 */
export interface Request {
  readonly store: Store;
  readonly variant: Variant;
  readonly amount: FiatMinor;
  readonly currency: string;
}

/** How a requisite is used right now; read under lock. */
export interface RequisiteLoad {
  readonly requisiteId: number;
  readonly activeDeals: number;
  readonly day: number;
  readonly daySum: bigint;
}

/** What `choose` may look at. */
export interface AllocationView {
  requisiteLoad(requisiteId: number): RequisiteLoad;
  /** The deal that occupies the pair, and until when; undefined when the pair is free. */
  occupant(requisiteId: number, amount: FiatMinor): { dealId: string; restsUntil: Instant | null } | undefined;
  balance(accountId: number): bigint;
}

type Choice =
  | { readonly requisite: Requisite; readonly frees: string | null }
  | { readonly requisite: null; readonly reason: MissReason };

/** Requisites that fit the variant and belong to a maker of the store's settlement currency, whatever their load. */
export function matching(catalogue: Catalogue, request: Request): readonly Requisite[] {
  const bank = request.variant.method === unknownBank ? null : request.variant.method;
  const { settlementCurrency, optionsOff } = request.store;
  const { option } = request.variant;
  const key = requisiteKey({ currency: request.currency, settlementCurrency, option, bank });
  const found = catalogue.requisites.get(key) ?? [];
  // Also of an invoice that was made before the store switched the way off.
  return optionsOff.length === 0 ? found : found.filter((requisite) => !optionsOff.includes(requisite.option));
}

export function takesAmount(requisite: Requisite, amount: FiatMinor): boolean {
  return (
    (requisite.dealMin === null || amount >= requisite.dealMin) &&
    (requisite.dealMax === null || amount <= requisite.dealMax)
  );
}

/** The first candidate that is free, within its limits and covered by its maker; or the reason that was met most late. */
export function choose(
  catalogue: Catalogue,
  view: AllocationView,
  candidates: readonly Requisite[],
  wish: { readonly amount: FiatMinor; readonly makerSum: SettlementMinor; readonly now: Instant },
): Choice {
  let reason: MissReason = 'no_requisite';
  for (const requisite of candidates) {
    if (!withinLimits(requisite, view.requisiteLoad(requisite.id), wish)) {
      reason = 'limits';
      continue;
    }
    if (view.balance(makerOf(catalogue, requisite.makerId).availableId) < wish.makerSum) {
      reason = 'maker_balance';
      continue;
    }
    const occupant = view.occupant(requisite.id, wish.amount);
    if (occupant === undefined) return { requisite, frees: null };
    if (occupant.restsUntil !== null && occupant.restsUntil <= wish.now) return { requisite, frees: occupant.dealId };
    reason = 'amount_busy';
  }
  return { requisite: null, reason };
}

function withinLimits(
  requisite: Requisite,
  load: RequisiteLoad,
  wish: { readonly amount: FiatMinor; readonly now: Instant },
): boolean {
  if (requisite.activeDealsMax !== null && load.activeDeals >= requisite.activeDealsMax) return false;
  if (requisite.dayMax === null) return true;
  const usedToday = load.day === dayOf(wish.now) ? load.daySum : 0n;
  return usedToday + wish.amount <= requisite.dayMax;
}

/**
 * Spreads load evenly: each list of requisites is walked round and round, one step per deal. The cursor lives in memory
 * and is not a rule; losing it costs nothing. (An index on "last used" would be rewritten by every deal.)
 */
export class Rotation {
  readonly #cursors = new Map<string, number>();

  /** Up to `count` requisites that take the amount, from where the last call for this list stopped. */
  take(catalogue: Catalogue, request: Request, count: number): Requisite[] {
    const list = matching(catalogue, request);
    const { currency, store, variant } = request;
    const { settlementCurrency } = store;
    const key = requisiteKey({ currency, settlementCurrency, option: variant.option, bank: variant.method });
    const start = (this.#cursors.get(key) ?? 0) % Math.max(list.length, 1);
    const taken: Requisite[] = [];
    let next = start;
    for (let step = 0; step < list.length && taken.length < count; step++) {
      const requisite = list[(start + step) % list.length];
      if (requisite === undefined || !takesAmount(requisite, request.amount)) continue;
      // Behind the first one taken, not behind where the walk began: who follows one that does not fit would come twice.
      if (taken.length === 0) next = start + step + 1;
      taken.push(requisite);
    }
    this.#cursors.set(key, next);
    return taken;
  }
}
