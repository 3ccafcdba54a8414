import { merchantParty, payerParty } from '../../domain/authority/own-word.ts';
import { inOwnCodes } from '../../domain/catalogue/reference-entries.ts';
import { activeDeal, type Deal } from '../../domain/invoices/deal.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { checkVariant } from '../../domain/invoices/invoice-terms.ts';
import { type Dossier, endDeal, putInvoice } from '../../domain/invoices/lifecycle.ts';
import { storeOf } from '../../domain/merchants/store.ts';
import type { FiatMinor } from '../../domain/money/money.ts';
import { unknownBank, type Variant } from '../../domain/money/payment.ts';
import { toPay } from '../../domain/payins/mispayment.ts';
import { countedAddress } from '../../domain/payins/payer-rules.ts';
import type { Move } from '../../domain/state/move.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  type Command,
  type Decision,
  done,
  type InvoiceState,
  type Needs,
  type Planning,
  type View,
} from '../command.ts';
import { openDossier } from '../invoices/open-dossier.ts';
import { countPayer } from './count-payer.ts';
import { allocateDeal, type Nudge, planCandidates, planNudge, type Width } from './payin-deal.ts';

interface StartDeal {
  readonly invoiceId: string;
  /** Null when the payer asks: the ID of an invoice is enough to pay it. */
  readonly storeId: number | null;
  /** The payer's address; null or absent when a merchant's program asks. */
  readonly address?: string | null;
  /** The ID a new deal gets, unless it is the invoice's first, which carries the invoice's own. */
  readonly dealId: string;
  readonly variant: Variant;
  /** What was seen of the invoice before: enough to choose candidates by. Decided again under lock. */
  readonly seen: {
    readonly storeId: number;
    readonly askedSum: FiatMinor;
    readonly isRest?: boolean;
    readonly currency: string;
    readonly named: Variant;
  };
}

interface Hint {
  readonly width: Width;
  readonly nudge?: Nudge;
  /** What is left to pay, where that is not what was seen. */
  readonly seen?: { readonly askedSum: FiatMinor; readonly isRest: boolean };
}

/** Gives requisites for a payin: the same ones again, or others when another way to pay is named. */
export function startDeal(request: StartDeal): Command<InvoiceState, Hint> {
  return {
    name: 'start-deal',
    saidBy: request.storeId === null ? payerParty : merchantParty,
    plan: (planning, hint) => plan(request, planning, hint),
    decide: (view, needs) => decide(request, view, needs),
  };
}

function plan(request: StartDeal, planning: Planning, hint: Hint | undefined): Needs {
  const { seen } = request;
  const store = storeOf(planning.catalogue, seen.storeId);
  const asked = inOwnCodes(planning.catalogue, seen.currency, request.variant);
  const variant = wishedVariant(asked, seen.named);
  const wish = { ...seen, ...hint?.seen, store, variant };
  const payer = countedAddress(store.payerRules, store.id, request.address ?? null);
  return {
    ...(payer === null ? {} : { payers: [payer] }),
    invoiceIds: [request.invoiceId],
    candidates:
      hint?.nudge === undefined
        ? planCandidates(planning, wish, hint?.width ?? 0)
        : planNudge(planning, wish, hint.nudge),
  };
}

function decide(request: StartDeal, view: View, needs: Needs): Decision<InvoiceState, Hint> {
  const { dossier, move } = openDossier(view, request.invoiceId, request.storeId);
  const { invoice } = dossier;
  if (invoice.type === 'out') throw new AppError('payout_not_allowed');
  const store = storeOf(view.catalogue, invoice.storeId);
  const { currency } = invoice;
  const named = checkVariant(view.catalogue, store, 'in', { currency, variant: request.variant });
  if (dossier.invoice.status !== 'new') throw new AppError('invoice_not_active', { status: dossier.invoice.status });
  const current = activeDeal(dossier.deals);
  if (current !== undefined && isSameVariant(current, named)) return done(dossier, move.changes);
  if (current?.status === 'transfer_confirmed') throw new AppError('transfer_already_confirmed');
  const free = current === undefined ? dossier : endDeal(dossier, current, 'canceled', move);
  return begin(request, rename(free, named, move), view, needs, move);
}

function begin(
  request: StartDeal,
  dossier: Dossier,
  view: View,
  needs: Needs,
  move: Move,
): Decision<InvoiceState, Hint> {
  const candidates = needs.candidates;
  if (candidates === undefined) throw new Error('start-deal plans its candidates');
  const refused = countedBefore(dossier.invoice.id, view, needs)
    ? null
    : countPayer(view, storeOf(view.catalogue, dossier.invoice.storeId), needs, { payinId: dossier.invoice.id, move });
  if (refused !== null) return refused;
  const dealId = dossier.invoice.dealCount === 0 ? dossier.invoice.id : request.dealId;
  const variant = namedVariant(dossier.invoice);
  const allocation = allocateDeal(dossier, { dealId, variant, candidates }, view, move);
  const seen = toPay(dossier.invoice);
  switch (allocation.kind) {
    case 'done':
      return done(allocation.dossier, move.changes);
    case 'wider':
      return { kind: 'again', hint: { width: allocation.width, seen } };
    case 'nudge':
      return { kind: 'again', hint: { width: 0, seen, nudge: allocation.nudge } };
    case 'other_sum':
      return { kind: 'again', hint: { width: 0, seen } };
  }
}

/** A payer who has begun goes on: other requisites for the same payin are not one more. */
function countedBefore(invoiceId: string, view: View, { payers }: Needs): boolean {
  const payer = view.row('payers', payers?.[0]?.key ?? '');
  return payer?.begun.some(({ id }) => id === invoiceId) ?? false;
}

/** Somebody who names a way to pay replaces the earlier wish as a whole, and the deal sets what is left open; naming nothing keeps it. */
function rename(dossier: Dossier, named: ReturnType<typeof checkVariant>, move: Move): Dossier {
  if (named.option === null && named.bank === null) return dossier;
  return putInvoice(dossier, move, {
    namedOption: named.option,
    namedBank: named.bank,
    paymentOption: named.option,
    bank: named.bank,
  });
}

function wishedVariant(asked: Variant, named: Variant): Variant {
  return asked.option === null && asked.bank === null ? named : asked;
}

export function namedVariant(invoice: Invoice): Variant {
  return { option: invoice.namedOption, bank: invoice.namedBank };
}

function isSameVariant(deal: Deal, asked: Variant): boolean {
  const sameOption = asked.option === null || asked.option === deal.paymentOption;
  const sameMethod = asked.bank === null || asked.bank === unknownBank || asked.bank === deal.bank;
  return sameOption && sameMethod;
}
