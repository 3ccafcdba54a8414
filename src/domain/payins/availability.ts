import { offeredOptions, type Reference } from '../catalogue/reference-entries.ts';
import type { PayinDeal } from '../invoices/deal.ts';
import { makerOf } from '../makers/maker.ts';
import type { Requisite } from '../makers/requisite.ts';
import {
  type AllocationView,
  choose,
  type DealWish,
  matching,
  type Request,
  type Routed,
  takesAmount,
} from './allocation.ts';

/**
 * Which ways to pay a payer can have now. Settings say which there are for a sum; whether one is free is what `choose` says
 * of the same requisites a moment later, under lock, when the payer takes one. Here nothing is locked: somebody else may be
 * quicker, and then the page proposes another.
 */
export interface Way {
  readonly option: string;
  readonly bank: string;
}

/** A way to pay, with everything that could serve it. */
export interface WayWithRequisites extends Way {
  readonly requisites: readonly Requisite[];
}

/** The ways to pay this sum for which somebody has requisites, each once, in the catalogue's order. */
export function waysToPay(catalogue: Reference & Routed, request: Omit<Request, 'variant'>): WayWithRequisites[] {
  const byWay = new Map<string, Requisite[]>();
  for (const requisite of matching(catalogue, { ...request, variant: { option: null, bank: null } })) {
    if (!takesAmount(requisite, request)) continue;
    const key = `${requisite.option} ${requisite.bank}`;
    const known = byWay.get(key);
    if (known === undefined) byWay.set(key, [requisite]);
    else known.push(requisite);
  }
  const banks = catalogue.banks.filter(({ currency }) => currency === request.currency);
  return offeredOptions(catalogue, request.store)
    .filter(({ currency }) => currency === request.currency)
    .flatMap(({ option }) =>
      banks.flatMap((bank) => {
        const requisites = byWay.get(`${option.code} ${bank.code}`);
        return requisites === undefined ? [] : [{ option: option.code, bank: bank.code, requisites }];
      }),
    );
}

/** Whether one of them would be given for this sum now. */
export function isFree(
  catalogue: Routed,
  view: AllocationView,
  requisites: readonly Requisite[],
  wish: DealWish,
): boolean {
  return choose(catalogue, view, requisites, wish).requisite !== null;
}

/**
 * What the view would be without a running deal of the payer's own: taking another way ends it first. What it was held for
 * is the maker's again and it counts no more; its pair rests all the same.
 */
export function withoutDeal(catalogue: Routed, view: AllocationView, deal: PayinDeal): AllocationView {
  const { requisiteId, makerId } = deal;
  const maker = makerOf(catalogue, makerId);
  return {
    requisiteLoad(id) {
      const load = view.requisiteLoad(id);
      return id === requisiteId ? { ...load, activeDeals: load.activeDeals - 1 } : load;
    },
    occupant: (id, amount) => view.occupant(id, amount),
    balance: (id) => view.balance(id) + (id === maker.availableId ? deal.makerSum : 0n),
  };
}
