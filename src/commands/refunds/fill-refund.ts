import assert from 'node:assert/strict';
import { payerParty } from '../../domain/authority/own-word.ts';
import { findOpenOption } from '../../domain/catalogue/reference-entries.ts';
import type { Invoice, PayoutRequisites } from '../../domain/invoices/invoice.ts';
import { checkReturnTerms } from '../../domain/invoices/invoice-terms.ts';
import { addInvoice, payoutTerms, post, returnedPart, startPayoutDeal } from '../../domain/invoices/lifecycle.ts';
import { returnExcess } from '../../domain/ledger/ledger.ts';
import { readRequisiteNumber } from '../../domain/makers/requisite-number.ts';
import { settlementAccountOf, storeOf } from '../../domain/merchants/store.ts';
import { fiat } from '../../domain/money/money.ts';
import type { Variant } from '../../domain/money/payment.ts';
import type { Excess } from '../../domain/payins/excess.ts';
import { payoutNameOf, type Refund, refundable, requireOpenLink } from '../../domain/refunds/refund.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  type Command,
  type Decision,
  done,
  type EarlierKey,
  type InvoiceState,
  moveOn,
  type Needs,
  type Planning,
  planUnlessRefused,
  type View,
} from '../command.ts';
import { type InvoiceRequest, newInvoice } from '../payins/create-payin.ts';
import { payoutsToSee, refuseBelowRefunds } from './refund-room.ts';

export interface FillRefund {
  readonly refundId: string;
  readonly invoiceId: string;
  readonly storeId: number;
  /** Of the payout that is made for it. */
  readonly payoutId: string;
  readonly variant: Variant;
  readonly requisites: PayoutRequisites;
}

interface Hint {
  readonly payoutIds: readonly string[];
}

/**
 * The payer says where a refund shall go, and its payout is made: frozen, taken, proved and charged as any other. The payer's
 * word is enough for it only together with the refund, which the merchant or an operator has asked for before.
 */
export function fillRefund(request: FillRefund): Command<InvoiceState, Hint> {
  return {
    name: 'fill-refund',
    saidBy: payerParty,
    sendsMoneyOut: true,
    plan: (planning, hint) => planUnlessRefused(() => plan(request, planning, hint)),
    decide: (view) => decide(request, view),
  };
}

function plan(request: FillRefund, { catalogue }: Planning, hint: Hint | undefined): Needs {
  const { invoiceId, storeId } = request;
  const account = settlementAccountOf(storeOf(catalogue, storeId));
  return {
    invoiceIds: [invoiceId, ...(hint?.payoutIds ?? [])],
    refundsOf: [invoiceId],
    excessesOf: [invoiceId],
    accountIds: [account.availableId, account.frozenId, account.excessId],
    earlier: nameOf(request),
  };
}

/** A payout is told from others by its name alone. If the merchant has used this name already, the batch would fail. */
function nameOf({ refundId, storeId }: FillRefund): EarlierKey {
  return { storeId, internalId: payoutNameOf({ id: refundId }), type: 'out', amount: fiat(0n), currency: '' };
}

function decide(request: FillRefund, view: View): Decision<InvoiceState, Hint> {
  const payin = view.invoice(request.invoiceId);
  const refund = view.refundsOf(request.invoiceId).find(({ id }) => id === request.refundId);
  if (payin === undefined || refund === undefined) throw new AppError('not_found');
  requireOpenLink(refund, view.now);
  const payoutIds = payoutsToSee(view, payin.id);
  if (payoutIds.length > 0) return { kind: 'again', hint: { payoutIds } };
  // Once more, on what is true now: the payin may have come under dispute since the refund was asked for.
  refuseBelowRefunds(view, payin, refundable(payin));
  if (view.earlierPayoutId(nameOf(request)) !== undefined) throw new AppError('internal_id_reused');
  const move = moveOn(view);
  const excess = excessToReturn(refund, payin, view);
  const fromExcess = excess?.heldSum ?? null;
  const dossier = addInvoice({ ...payoutOf(request, refund, payin, view), fromExcess }, move);
  const store = storeOf(view.catalogue, payin.storeId);
  const terms = payoutTerms(view.catalogue, store, { askedSum: refund.sum, currency: refund.currency }, view.now);
  const cost = terms.makerSum + terms.feeSum;
  const account = settlementAccountOf(store);
  if (view.balance(account.availableId) + (fromExcess ?? 0n) < cost) throw new AppError('insufficient_funds');
  if (fromExcess !== null) post(move, returnExcess(request.payoutId, account, returnedPart(fromExcess, terms)));
  move.changes.refunds.push({ ...refund, payoutId: request.payoutId });
  return done(startPayoutDeal(dossier, { id: request.payoutId, terms }, move), move.changes);
}

/** Asked for when it was held; kept or found to be another sum it is only once the refund is canceled. */
function excessToReturn({ excessOf, sum }: Refund, payin: Invoice, view: View): Excess | null {
  if (excessOf === null) return null;
  const excess = view.excess(excessOf);
  assert(excess !== undefined && excess.keptAt === null && excess.sum === sum, 'what was promised is there');
  if (payin.status !== 'paid') throw new AppError('excess_not_paid', { status: payin.status });
  return excess;
}

/** The payout tells the merchant where its payin told it, and of the same client. */
function payoutOf(request: FillRefund, refund: Refund, payin: Invoice, view: View): Invoice {
  const store = storeOf(view.catalogue, payin.storeId);
  const { sum: amount, currency } = refund;
  const terms = { amount, currency, variant: request.variant };
  const variant = checkReturnTerms(view.catalogue, store, terms, refund.excessOf !== null);
  const asked: InvoiceRequest = {
    id: request.payoutId,
    storeId: payin.storeId,
    internalId: payoutNameOf(refund),
    userId: payin.userId,
    amount: '',
    currency,
    variant,
    notificationUrl: payin.notificationUrl,
    notificationToken: payin.notificationToken,
    successUrl: null,
    cancelUrl: null,
  };
  const requisites = readRequisites(request, currency, view);
  return newInvoice(store, asked, { type: 'out', amount, variant, requisites, now: view.now });
}

/** A typing mistake would send the money to a stranger: the number is checked as those that payers pay to are. */
function readRequisites({ variant, requisites }: FillRefund, currency: string, view: View): PayoutRequisites {
  const option = variant.option === null ? null : findOpenOption(view.catalogue, currency, variant.option);
  if (option === null) throw new AppError('payment_option_not_allowed', { field: 'paymentOption' });
  if (variant.bank === null) throw new AppError('payment_method_not_allowed', { field: 'paymentMethod' });
  const number = readRequisiteNumber({ option, currency, number: requisites.requisites });
  if (number === null) throw new AppError('invalid_requisite', { field: 'requisites', option: option.code, currency });
  return { requisites: number, holder: requisites.holder };
}
