import { dealsPerInvoiceMax } from '../../domain/invoices/invoice.ts';
import { type Dossier, payinTerms, startPayinDeal } from '../../domain/invoices/lifecycle.ts';
import type { Requisite } from '../../domain/makers/requisite.ts';
import { type Store, storeOf } from '../../domain/merchants/store.ts';
import type { FiatMinor } from '../../domain/money/money.ts';
import type { Variant } from '../../domain/money/payment.ts';
import { type AllocationView, choose, type MissReason, matching, takesAmount } from '../../domain/payins/allocation.ts';
import { nudgedSums, toPay } from '../../domain/payins/mispayment.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import type { Changes } from '../../domain/state/changes.ts';
import type { Move } from '../../domain/state/move.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Candidates, Planning, View } from '../command.ts';

/**
 * How many requisites are looked at: one is free nearly always, and each one more locks rows that other batches want. When
 * it is not, a few; and "none is free" is only said after looking at every one that fits, up to the last number.
 */
const candidatesByWidth = [1, 8, 2_000] as const;
export type Width = 0 | 1 | 2;
type Wider = Exclude<Width, 0>;

/** Each of them is looked at with every sum that it could be nudged to. */
const nudgedRequisitesMax = 20;

/** All that fit are busy with this sum: look at these again, with the sums near it. */
export interface Nudge {
  readonly busyIds: readonly number[];
}

/**
 * `done`: with a deal, or without one where nothing is free. Everything else means that other rows have to be locked first: of more
 * requisites, of sums nearby, or of another sum, because a part has come since the candidates were chosen.
 */
type Allocation =
  | { readonly kind: 'done'; readonly dossier: Dossier }
  | { readonly kind: 'wider'; readonly width: Wider }
  | { readonly kind: 'nudge'; readonly nudge: Nudge }
  | { readonly kind: 'other_sum' };

interface DealWish {
  readonly store: Store;
  readonly variant: Variant;
  readonly askedSum: FiatMinor;
  readonly currency: string;
  readonly isRest?: boolean;
}

export function planCandidates(planning: Planning, wish: DealWish, width: Width): Candidates {
  const count = candidatesByWidth[width];
  const requisites = planning.rotation.take(planning.catalogue, wish, count);
  return {
    requisites,
    amount: wish.askedSum,
    wider: width === 2 || requisites.length < count ? null : ((width + 1) as Wider),
  };
}

/** The requisites that are free for anything but this sum, and the sums near it that the store allows. */
export function planNudge({ catalogue }: Planning, wish: DealWish, { busyIds }: Nudge): Candidates {
  const requisites = busyIds.flatMap((id) => catalogue.requisiteById.get(id) ?? []);
  const nudges = nudgedSums(wish.store.policy, wish.askedSum, wish.isRest ?? false);
  return { requisites, amount: wish.askedSum, nudges, wider: null };
}

/** Gives the payer requisites when any are free. When none is, the reason is recorded for the operator. */
export function allocateDeal(
  dossier: Dossier,
  given: { readonly dealId: string; readonly variant: Variant; readonly candidates: Candidates },
  view: View,
  move: Move,
): Allocation {
  const { invoice } = dossier;
  if (invoice.dealCount >= dealsPerInvoiceMax) throw new AppError('too_many_deals', { limit: dealsPerInvoiceMax });
  const store = storeOf(view.catalogue, invoice.storeId);
  const { currency } = invoice;
  const { askedSum, isRest } = toPay(invoice);
  if (given.candidates.amount !== askedSum) return { kind: 'other_sum' };
  const { requisites, nudges, wider } = given.candidates;
  const wishFor = (sum: FiatMinor) => {
    const { rate, makerSum, feeSum, fee } = payinTerms(view.catalogue, store, { askedSum: sum, currency }, view.now);
    return { askedSum: sum, rate, makerSum, feeSum, fee, store, currency, now: view.now };
  };
  const wish = wishFor(askedSum);
  const now = withChanges(view, move.changes);
  const choice = choose(view.catalogue, now, requisites, wish);
  const start = (
    { requisite, reward, frees }: Extract<typeof choice, { requisite: Requisite }>,
    terms: typeof wish,
  ): Allocation => {
    const started = startPayinDeal(dossier, { id: given.dealId, requisite, terms, reward, frees }, move);
    return { kind: 'done', dossier: started };
  };
  if (choice.requisite !== null) return start(choice, wish);
  if (wider !== null) return { kind: 'wider', width: wider };
  for (const sum of nudges ?? []) {
    const nudged = wishFor(sum);
    const fitting = requisites.filter((requisite) => takesAmount(requisite, { askedSum: sum }));
    const found = choose(view.catalogue, now, fitting, nudged);
    if (found.requisite !== null) return start(found, nudged);
  }
  const busyIds = nudges === undefined ? busyWith(view.catalogue, now, requisites, wish) : [];
  if (busyIds.length > 0 && nudgedSums(store.policy, askedSum, isRest).length > 0) {
    return { kind: 'nudge', nudge: { busyIds } };
  }
  move.changes.misses.push({
    invoiceId: invoice.id,
    storeId: invoice.storeId,
    option: given.variant.option,
    bank: given.variant.bank,
    amount: askedSum,
    currency,
    reason: requisites.length === 0 ? whyNoCandidate(view, store, dossier, given.variant) : choice.reason,
    at: view.now,
  });
  return { kind: 'done', dossier };
}

/** A deal that has given way to this one, or run out, holds nothing any more, and does not count on its requisite. */
function withChanges(view: AllocationView, { transfers, requisiteUses }: Changes): AllocationView {
  const movedTo = (accountId: number) =>
    transfers.reduce((sum, { amount, debitId, creditId }) => {
      return sum + (creditId === accountId ? amount : debitId === accountId ? -amount : 0n);
    }, 0n);
  return {
    balance: (accountId) => view.balance(accountId) + movedTo(accountId),
    occupant: (requisiteId, amount) => view.occupant(requisiteId, amount),
    requisiteLoad(requisiteId) {
      const load = view.requisiteLoad(requisiteId);
      const uses = requisiteUses.filter((use) => use.requisiteId === requisiteId);
      return { ...load, activeDeals: uses.reduce((count, { activeDelta }) => count + activeDelta, load.activeDeals) };
    },
  };
}

/** Those that only this sum keeps from being given out. */
function busyWith(
  catalogue: Catalogue,
  view: AllocationView,
  requisites: readonly Requisite[],
  wish: Parameters<typeof choose>[3],
): number[] {
  const busy: number[] = [];
  for (const requisite of requisites) {
    if (busy.length === nudgedRequisitesMax) break;
    const choice = choose(catalogue, view, [requisite], wish);
    if (choice.requisite === null && choice.reason === 'amount_busy') busy.push(requisite.id);
  }
  return busy;
}

function whyNoCandidate(view: View, store: Store, { invoice }: Dossier, variant: Variant): MissReason {
  const fitting: readonly Requisite[] = matching(view.catalogue, { store, variant, ...invoice });
  return fitting.some((requisite) => !takesAmount(requisite, toPay(invoice))) ? 'amount_out_of_bounds' : 'no_requisite';
}
