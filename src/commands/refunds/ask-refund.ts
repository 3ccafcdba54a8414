import { merchantParty } from '../../domain/authority/own-word.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { checkReturnTerms } from '../../domain/invoices/invoice-terms.ts';
import { payoutTerms } from '../../domain/invoices/lifecycle.ts';
import { type Store, settlementAccountOf, storeOf } from '../../domain/merchants/store.ts';
import { currencyOf, type FiatMinor, fiat, formatAmount, minorMax, parseAmount } from '../../domain/money/money.ts';
import { type Excess, requireHeld } from '../../domain/payins/excess.ts';
import { type Refund, refundable, refundLinkLifetimeMs, refundsPerInvoiceMax } from '../../domain/refunds/refund.ts';
import { type Changes, noChanges } from '../../domain/state/changes.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ByPerson } from '../audited.ts';
import { type Command, type Decision, done, doneBefore, type Needs, planUnlessRefused, type View } from '../command.ts';
import { settlementAccountsOf } from '../invoices/settlement-accounts.ts';
import { checkCode } from '../withdrawals/check-code.ts';
import { excessOf, payoutsToSee, refundedOf, stateOfExcess } from './refund-room.ts';

interface AskRefund {
  readonly id: string;
  readonly invoiceId: string;
  readonly storeId: number;
  /** Null: all that is left of what came, or of what was sent too much. */
  readonly amount: string | null;
  readonly reason: string;
  /** It returns what was sent too much, from the account of that. */
  readonly isExcess?: boolean;
  /** Who asks, when it is a person and not the merchant's program. */
  readonly by?: ByPerson;
  /** The merchant's two-factor code, where a person of the merchant asks. */
  readonly code?: string;
}

interface Hint {
  readonly payoutIds: readonly string[];
}

/**
 * Promises a payer a part of what came, or all of it. Asked for under the lock of the invoice, so that fifty at once are counted
 * one after the other. Nothing is frozen before the payer has said where the money goes; that the store could pay it now is
 * looked at all the same, so that nobody is promised what is not there.
 */
export function askRefund(request: AskRefund): Command<Refund, Hint> {
  return {
    name: 'ask-refund',
    saidBy: request.by?.actor ?? merchantParty,
    plan: ({ catalogue }, hint) =>
      planUnlessRefused(() =>
        plan(request, settlementAccountsOf(catalogue, request.storeId), storeOf(catalogue, request.storeId), hint),
      ),
    decide: (view) => decide(request, view),
  };
}

function plan(request: AskRefund, accountIds: readonly number[], store: Store, hint: Hint | undefined): Needs {
  return {
    invoiceIds: [request.invoiceId, ...(hint?.payoutIds ?? [])],
    refundsOf: [request.invoiceId],
    excessesOf: [request.invoiceId],
    accountIds,
    ...(request.code === undefined ? {} : { merchantIds: [store.merchantId] }),
  };
}

function decide(request: AskRefund, view: View): Decision<Refund, Hint> {
  const invoice = view.invoice(request.invoiceId);
  if (invoice === undefined || invoice.storeId !== request.storeId) throw new AppError('not_found');
  const refunds = view.refundsOf(invoice.id);
  const before = refunds.find(({ id }) => id === request.id);
  if (before !== undefined) return doneBefore(before, noChanges());
  const payoutIds = payoutsToSee(view, invoice.id);
  if (payoutIds.length > 0) return { kind: 'again', hint: { payoutIds } };
  if (refunds.length >= refundsPerInvoiceMax) throw new AppError('refunds_too_many', { limit: refundsPerInvoiceMax });
  const excess = request.isExcess === true ? excessToReturn(request, invoice, view) : null;
  const sum = excess?.sum ?? sumToRefund(request, invoice, view);
  requireFunds(view, invoice, sum, excess);
  const changes = noChanges();
  const { code } = request;
  const refusal = code === undefined ? null : checkCode({ storeId: invoice.storeId, code }, view, changes);
  if (refusal !== null) return { kind: 'refused', error: refusal, changes };
  const refund = newRefund(request, invoice, { sum, excessOf: excess?.id ?? null }, view);
  changes.refunds.push(refund);
  auditOf(refund, request, changes, view);
  return done(refund, changes);
}

/** All of it, once: a part would leave somebody to decide about the rest. */
function excessToReturn({ amount }: AskRefund, invoice: Invoice, view: View): Excess {
  const excess = excessOf(view, invoice);
  requireHeld(excess, stateOfExcess(view, excess), invoice);
  const { subunit } = currencyOf(view.catalogue, invoice.currency);
  if (amount !== null && parseAmount(amount, subunit) !== excess.sum) {
    throw new AppError('excess_returned_whole', { field: 'amount', limit: formatAmount(excess.sum, subunit) });
  }
  return excess;
}

/** Within what came and was not refunded yet. */
function sumToRefund({ amount }: AskRefund, invoice: Invoice, view: View): FiatMinor {
  const { subunit } = currencyOf(view.catalogue, invoice.currency);
  const left = refundable(invoice) - refundedOf(view, invoice.id);
  const sum = amount === null ? left : parseAmount(amount, subunit);
  if (sum === null || sum > minorMax) throw new AppError('invalid_amount', { field: 'amount' });
  if (sum > left || left <= 0n) {
    throw new AppError('refund_too_much', { field: 'amount', limit: formatAmount(left < 0n ? 0n : left, subunit) });
  }
  return fiat(sum);
}

/** What any payout of this sum would be refused for is refused now, not when the payer has typed a card number. */
function requireFunds(view: View, { storeId, currency }: Invoice, sum: FiatMinor, excess: Excess | null): void {
  const store = storeOf(view.catalogue, storeId);
  const variant = { option: null, bank: null };
  checkReturnTerms(view.catalogue, store, { amount: sum, currency, variant }, excess !== null);
  const { makerSum, feeSum } = payoutTerms(view.catalogue, store, { askedSum: sum, currency }, view.now);
  if (view.balance(settlementAccountOf(store).availableId) + (excess?.heldSum ?? 0n) < makerSum + feeSum)
    throw new AppError('insufficient_funds');
}

function newRefund(
  request: AskRefund,
  { id: invoiceId, storeId, currency }: Invoice,
  { sum, excessOf }: Pick<Refund, 'sum' | 'excessOf'>,
  view: View,
): Refund {
  const { id, reason, by } = request;
  return {
    id,
    invoiceId,
    storeId,
    sum,
    currency,
    reason,
    askedBy: by?.actor.name ?? 'merchant',
    createdAt: view.now,
    lapsesAt: view.now + refundLinkLifetimeMs,
    payoutId: null,
    canceledAt: null,
    excessOf,
  };
}

function auditOf(refund: Refund, { by }: AskRefund, changes: Changes, { now }: View): void {
  if (by === undefined) return;
  const ofExcess = refund.excessOf === null ? {} : { isExcess: true };
  const details = { refundId: refund.id, sumMinor: refund.sum.toString(), currency: refund.currency, ...ofExcess };
  const subject = { action: 'ask-refund', subjectKind: 'invoice', subjectId: refund.invoiceId };
  changes.audits.push({ at: now, actor: by.actor, reason: by.reason, ...subject, details });
}
