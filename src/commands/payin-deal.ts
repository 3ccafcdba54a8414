import { AppError } from '../errors.ts';
import { choose, matching, takesAmount } from '../domain/allocation.ts';
import { type Requisite, type Store, storeOf } from '../domain/catalogue.ts';
import type { MissReason } from '../domain/changes.ts';
import { dealsPerInvoiceMax } from '../domain/invoice.ts';
import { type Dossier, type Move, payinTerms, startPayinDeal } from '../domain/lifecycle.ts';
import type { FiatMinor } from '../domain/money.ts';
import type { Variant } from '../domain/payment.ts';
import { pairName } from '../domain/rates.ts';
import type { Candidates, Planning, View } from './command.ts';

/** Two are enough nearly always; each one more would lock rows that other batches want. */
const firstCandidates = 2;
/** "None is free" is only said after looking at every requisite that fits, up to this many. */
const allCandidatesMax = 2_000;

export interface DealWish {
  readonly store: Store;
  readonly variant: Variant;
  readonly amount: FiatMinor;
  readonly currency: string;
}

export function planCandidates(planning: Planning, wish: DealWish, wide: boolean): Candidates {
  const count = wide ? allCandidatesMax : firstCandidates;
  const requisites = planning.rotation.take(planning.catalogue, wish, count);
  return { requisites, amount: wish.amount, complete: wide || requisites.length < count };
}

/**
 * Gives the payer requisites when any are free. Null means: look again with all candidates. When none fits, the dossier
 * comes back without a deal and the reason is recorded for the operator.
 */
export function allocateDeal(
  dossier: Dossier,
  given: { readonly dealId: string; readonly variant: Variant; readonly candidates: Candidates },
  view: View,
  move: Move,
): Dossier | null {
  const { invoice } = dossier;
  if (invoice.dealCount >= dealsPerInvoiceMax) throw new AppError('too_many_deals', { limit: dealsPerInvoiceMax });
  const store = storeOf(view.catalogue, invoice.storeId);
  const terms = payinTerms(view.catalogue, store, invoice);
  if (terms === null) {
    throw new AppError('rate_unavailable', { pair: pairName(store.settlementCurrency, invoice.currency) });
  }
  const wish = { amount: invoice.amount, makerSum: terms.makerSum, now: view.now };
  const choice = choose(view.catalogue, view, given.candidates.requisites, wish);
  if (choice.requisite !== null) {
    const { requisite, frees } = choice;
    return startPayinDeal(dossier, { id: given.dealId, requisite, terms, frees }, move);
  }
  if (!given.candidates.complete) return null;
  move.changes.misses.push({
    invoiceId: invoice.id,
    storeId: invoice.storeId,
    option: given.variant.option,
    method: given.variant.method,
    amount: invoice.amount,
    currency: invoice.currency,
    reason: given.candidates.requisites.length === 0 ? whyNoCandidate(view, store, dossier, given.variant) : choice.reason,
    at: view.now,
  });
  return dossier;
}

function whyNoCandidate(view: View, store: Store, { invoice }: Dossier, variant: Variant): MissReason {
  const fitting: readonly Requisite[] = matching(view.catalogue, { store, variant, ...invoice });
  return fitting.some((requisite) => !takesAmount(requisite, invoice.amount)) ? 'amount_out_of_bounds' : 'no_requisite';
}
