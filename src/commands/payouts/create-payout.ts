import { merchantParty } from '../../domain/authority/own-word.ts';
import { inOwnCodes } from '../../domain/catalogue/reference-entries.ts';
import type { Invoice, PayoutRequisites } from '../../domain/invoices/invoice.ts';
import { checkTerms, namedSum, readSum } from '../../domain/invoices/invoice-terms.ts';
import { addInvoice, expireDue, payoutTerms, startPayoutDeal } from '../../domain/invoices/lifecycle.ts';
import { settlementAccountOf, storeOf } from '../../domain/merchants/store.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  type Command,
  type Decision,
  done,
  doneBefore,
  type InvoiceState,
  moveOn,
  type Needs,
  type Planning,
  planUnlessRefused,
  type View,
} from '../command.ts';
import { earlierKey, type InvoiceRequest, isNamed, newInvoice } from '../payins/create-payin.ts';

export interface CreatePayout extends InvoiceRequest {
  readonly requisites: PayoutRequisites;
}

interface Hint {
  readonly earlierIds: readonly string[];
}

/**
 * Creates a payout and freezes what it costs. The internal ID is the safety of the merchant's money: the same one with
 * the same values is the same payout for ever, with other values a mistake.
 */
export function createPayout(request: CreatePayout): Command<InvoiceState, Hint> {
  return {
    name: 'create-payout',
    saidBy: merchantParty,
    sendsMoneyOut: true,
    plan: (planning, hint) => planUnlessRefused(() => plan(request, planning, hint)),
    decide: (view, needs) => decide(request, view, needs),
  };
}

function plan(request: CreatePayout, planning: Planning, hint: Hint | undefined): Needs {
  const store = storeOf(planning.catalogue, request.storeId);
  const amount = namedSum(planning.catalogue, request) ?? readSum(planning.catalogue, store, 'out', request);
  const earlier = earlierKey(request, 'out', amount);
  const account = settlementAccountOf(store);
  return {
    ...(earlier === null ? {} : { earlier }),
    ...(hint === undefined ? {} : { invoiceIds: hint.earlierIds }),
    // An earlier one may be the return of an excess, whose time has passed.
    accountIds: [account.availableId, account.frozenId, ...(hint === undefined ? [] : [account.excessId])],
  };
}

function decide(request: CreatePayout, view: View, needs: Needs): Decision<InvoiceState, Hint> {
  const move = moveOn(view);
  const store = storeOf(view.catalogue, request.storeId);
  // A repeat is answered even if the store takes no such payout now: a refused merchant would send it again under another name.
  const earlierId = needs.earlier === undefined ? undefined : view.earlierPayoutId(needs.earlier);
  const earlier = earlierId === undefined ? undefined : view.invoice(earlierId);
  if (earlierId !== undefined && earlier === undefined) return { kind: 'again', hint: { earlierIds: [earlierId] } };
  if (earlier !== undefined && isSamePayout(earlier, request, view.catalogue)) {
    return doneBefore(expireDue({ invoice: earlier, deals: view.dealsOf(earlier.id) }, move), move.changes);
  }
  const amount = readSum(view.catalogue, store, 'out', request);
  if (store.payoutsNeedInternalId && !isNamed(request)) {
    throw new AppError('internal_id_needed', { field: 'internalId' });
  }
  if (earlier !== undefined) throw new AppError('internal_id_reused', { field: 'internalId' });
  const variant = checkTerms(view.catalogue, store, 'out', { ...request, amount });
  const terms = payoutTerms(view.catalogue, store, { askedSum: amount, currency: request.currency }, view.now);
  const cost = terms.makerSum + terms.feeSum;
  if (view.balance(settlementAccountOf(store).availableId) < cost) throw new AppError('insufficient_funds');
  const { requisites } = request;
  const dossier = addInvoice(
    newInvoice(store, request, { type: 'out', amount, variant, requisites, now: view.now }),
    move,
  );
  return done(startPayoutDeal(dossier, { id: request.id, terms }, move), move.changes);
}

function isSamePayout(earlier: Invoice, request: CreatePayout, catalogue: Catalogue): boolean {
  const { option, bank } = inOwnCodes(catalogue, request.currency, request.variant);
  return (
    earlier.askedSum === namedSum(catalogue, request) &&
    earlier.currency === request.currency &&
    earlier.namedOption === option &&
    earlier.namedBank === bank &&
    earlier.requisites?.requisites === request.requisites.requisites &&
    (earlier.requisites?.holder ?? null) === request.requisites.holder
  );
}
