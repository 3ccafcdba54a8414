import assert from 'node:assert/strict';
import { AppError } from '../../errors/app-error.ts';
import type { Deal, PayinDeal, PayoutDeal } from '../invoices/deal.ts';
import type { Invoice } from '../invoices/invoice.ts';
import type { InvoiceMove } from '../invoices/invoice-move.ts';
import { type Dossier, putRow, returnedPart } from '../invoices/lifecycle.ts';
import type { Store } from '../merchants/store.ts';
import { type FiatMinor, fiat, type SettlementMinor, settlement } from '../money/money.ts';
import type { ServiceAccounts } from '../money/service-accounts.ts';
import type { RefundState } from '../refunds/refund.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * What a payer has sent above the sum asked for, where the store keeps that apart. It stands on an account of its own, in the
 * settlement currency, at the rate of the deal: the maker has it and owes it, and it is not the store's, which can neither spend
 * nor withdraw it. It is the payer's until it goes back, or until an operator decides that the store keeps it.
 *
 * `held`: nobody has decided. `promised`: the payer was given a link, and has yet to say where the money goes.
 * `returning`: the payout of its return is open. `returned`: it was paid. `kept`: the payin is paid with all that came.
 * `none`: it turned out that no more came than was asked for.
 *
 * Keeping ends an excess. Nothing stands apart for its deal any more: all that came counts, and so does every other sum that is found
 * out later. Its row says what was kept, and when; it is never written again.
 */
export interface Excess {
  /** Of the deal that it came for. */
  readonly id: string;
  readonly invoiceId: string;
  readonly storeId: number;
  /** What the payer sent too much; 0 when it turned out otherwise. */
  readonly sum: FiatMinor;
  readonly currency: string;
  /** What it is worth at the deal's rate, and what is on the account for it. */
  readonly heldSum: SettlementMinor;
  readonly createdAt: Instant;
  readonly keptAt: Instant | null;
}

/** A move of a payin may book a loss that the service bears, and put money apart. */
export interface PayinMove extends InvoiceMove {
  readonly catalogue: InvoiceMove['catalogue'] & ServiceAccounts;
  readonly changes: InvoiceMove['changes'] & { readonly excesses: Excess[] };
}

export const excessStates = {
  held: 'held',
  promised: 'promised',
  returning: 'returning',
  returned: 'returned',
  kept: 'kept',
  none: 'none',
} as const;
export type ExcessState = keyof typeof excessStates;

/** `returns`: how the refunds stand that return it. */
export function excessState({ sum, keptAt }: Excess, returns: readonly RefundState[]): ExcessState {
  if (keptAt !== null) return 'kept';
  if (returns.includes('paid')) return 'returned';
  if (returns.includes('paying') || returns.includes('dispute')) return 'returning';
  if (returns.includes('waiting')) return 'promised';
  return sum === 0n ? 'none' : 'held';
}

/** What comes may be somebody else's: more than twice the sum asked for is looked at by a person first. */
const timesAskedMax = 2n;

export function isLikelyExcess(asked: FiatMinor, received: FiatMinor): boolean {
  return received > asked && received <= asked * timesAskedMax;
}

/** What of a sum pays the deal, and what is above it. Once an excess was kept, all that comes counts. */
export function splitReceived(
  { policy }: Pick<Store, 'policy'>,
  due: FiatMinor,
  received: FiatMinor,
  known: Excess | undefined,
): { readonly pays: FiatMinor; readonly above: FiatMinor } {
  const isApart = known === undefined ? policy.excess === 'apart' : known.keptAt === null;
  if (!isApart || received <= due) return { pays: received, above: fiat(0n) };
  return { pays: due, above: fiat(received - due) };
}

type Apart = Pick<Excess, 'sum' | 'heldSum'>;

/** What stands apart of a deal: on the account of the excess, or gone from there to a payout that lives. */
export function apartOf(excess: Excess | undefined): Apart {
  return excess === undefined || excess.keptAt !== null ? { sum: fiat(0n), heldSum: settlement(0n) } : excess;
}

/** What stands apart of a deal from now on. */
export function putExcess(
  { invoice }: Dossier,
  { id }: PayinDeal,
  { sum, heldSum }: Apart,
  known: Excess | undefined,
  move: PayinMove,
): void {
  if (sum === apartOf(known).sum) return;
  assert(known === undefined || known.keptAt === null, 'an excess that was kept has ended');
  const { id: invoiceId, storeId, currency } = invoice;
  const first = { id, invoiceId, storeId, currency, createdAt: move.now, keptAt: null };
  putRow(move.changes.excesses, { ...first, ...known, sum, heldSum });
}

/**
 * The one of an invoice that something can be decided about, or else the last. There may be others: of a deal that brought no more than
 * was asked for after all, or of one that was taken back when its excess had been kept.
 */
export function excessThatMatters(known: readonly Excess[]): Excess | undefined {
  const hasSum = ({ sum }: Apart) => sum > 0n;
  return known.find((one) => hasSum(apartOf(one))) ?? known.findLast(hasSum) ?? known[0];
}

/** All that came for a deal. */
export function cameFor({ askedSum, receivedSum }: Deal, excess: Excess | undefined): FiatMinor {
  return fiat((receivedSum ?? askedSum) + apartOf(excess).sum);
}

type Cost = Pick<PayoutDeal, 'makerSum' | 'feeSum'>;

/** What is left of it when that payout is paid. The rate is the store's risk, either way: it pays what is missing, too. */
export function restOfReturn(fromExcess: SettlementMinor, deal: Cost): SettlementMinor {
  return settlement(fromExcess - returnedPart(fromExcess, deal));
}

/** Refuses what cannot be decided about an excess any more, or not yet. */
export function requireHeld(excess: Excess, state: ExcessState, { status }: Pick<Invoice, 'status'>): void {
  if (state !== 'held') throw new AppError('excess_not_held', { status: state });
  assert(excess.sum > 0n, 'an excess that is held is money');
  if (status !== 'paid') throw new AppError('excess_not_paid', { status });
}
