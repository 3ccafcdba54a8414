import assert from 'node:assert/strict';
import { merchantParty } from '../../domain/authority/own-word.ts';
import { inOwnCodes } from '../../domain/catalogue/reference-entries.ts';
import type { Invoice, PayoutRequisites } from '../../domain/invoices/invoice.ts';
import { type CheckedVariant, checkTerms, namedSum, readSum } from '../../domain/invoices/invoice-terms.ts';
import { addInvoice, type Dossier, expireDue, putInvoice } from '../../domain/invoices/lifecycle.ts';
import { answersRepeat, type EarlierInvoice, repeatsFirst } from '../../domain/invoices/repeats.ts';
import { type Store, storeOf } from '../../domain/merchants/store.ts';
import type { FiatMinor } from '../../domain/money/money.ts';
import type { Direction, Variant } from '../../domain/money/payment.ts';
import { countedUser, requireUserId } from '../../domain/payins/payer-rules.ts';
import type { Move } from '../../domain/state/move.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import {
  type Candidates,
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
import { countPayer } from './count-payer.ts';
import { allocateDeal, type Nudge, planCandidates, planNudge, type Width } from './payin-deal.ts';

export interface InvoiceRequest {
  /** Made by the caller: a decision makes no IDs. The first deal carries the same one. */
  readonly id: string;
  readonly storeId: number;
  readonly internalId: string | null;
  readonly userId: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly variant: Variant;
  readonly notificationUrl: string;
  readonly notificationToken: string;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
}

export interface CreatePayin extends InvoiceRequest {
  readonly startDeal: boolean;
}

interface Hint {
  readonly earlierIds?: readonly string[];
  readonly width?: Width;
  readonly nudge?: Nudge;
}

/** Creates a payin invoice, with a deal at once when asked for; or finds the one a merchant asked for before. */
export function createPayin(request: CreatePayin): Command<InvoiceState, Hint> {
  return {
    name: 'create-payin',
    saidBy: merchantParty,
    plan: (planning, hint) => planUnlessRefused(() => plan(request, planning, hint)),
    decide: (view, needs) => decide(request, view, needs),
  };
}

function plan(request: CreatePayin, planning: Planning, hint: Hint | undefined): Needs {
  const store = storeOf(planning.catalogue, request.storeId);
  const amount = namedSum(planning.catalogue, request) ?? readSum(planning.catalogue, store, 'in', request);
  const earlier = earlierKey(request, 'in', amount);
  const { currency } = request;
  const variant = inOwnCodes(planning.catalogue, currency, request.variant);
  const wish = { store, askedSum: amount, currency, variant };
  const payer = countedUser(store.payerRules, store.id, request.userId);
  return {
    ...(payer === null ? {} : { payers: [payer] }),
    ...(earlier === null ? {} : { earlier }),
    ...(hint?.earlierIds === undefined ? {} : { invoiceIds: hint.earlierIds }),
    ...(request.startDeal
      ? {
          candidates:
            hint?.nudge === undefined
              ? planCandidates(planning, wish, hint?.width ?? 0)
              : planNudge(planning, wish, hint.nudge),
        }
      : {}),
  };
}

function decide(request: CreatePayin, view: View, needs: Needs): Decision<InvoiceState, Hint> {
  const move = moveOn(view);
  const earlier = needs.earlier === undefined ? [] : view.earlierPayins(needs.earlier);
  if (earlier.length === 0) return create(request, view, needs, move, []);
  // The one that has the name but no longer answers is needed too: it loses its name to the new one.
  const wanted = earlier.filter((one) => one.holdsName || answersRepeat(one, view.now)).map(({ id }) => id);
  if (wanted.some((id) => view.invoice(id) === undefined)) return { kind: 'again', hint: { earlierIds: wanted } };
  const repeated = repeatedInvoice(earlier, view, move);
  return repeated === null ? create(request, view, needs, move, wanted) : done(repeated, move.changes);
}

/** `earlierIds`: what else has to be seen again when more requisites are looked at. */
function create(
  request: CreatePayin,
  view: View,
  needs: Needs,
  move: Move,
  earlierIds: readonly string[],
): Decision<InvoiceState, Hint> {
  const store = storeOf(view.catalogue, request.storeId);
  const amount = readSum(view.catalogue, store, 'in', request);
  const { currency } = request;
  const variant = checkTerms(view.catalogue, store, 'in', { amount, currency, variant: request.variant });
  requireUserId(store.payerRules, request.userId);
  const refused = countPayer(view, store, needs, { payinId: request.id, move });
  if (refused !== null) return refused;
  const dossier = addInvoice(newInvoice(store, request, { type: 'in', amount, variant, now: view.now }), move);
  if (needs.candidates === undefined) return done(dossier, move.changes);
  return withDeal(request, dossier, needs.candidates, view, move, earlierIds);
}

/** The invoice that this is a repeat of, as it is now; null when it is none. */
function repeatedInvoice(earlier: readonly EarlierInvoice[], view: View, move: Move): Dossier | null {
  for (const { id } of repeatsFirst(earlier, view.now)) {
    const dossier = expireDue({ invoice: lockedInvoice(view, id), deals: view.dealsOf(id) }, move);
    if (answersRepeat(dossier.invoice, view.now)) return dossier;
  }
  for (const { id } of earlier.filter((one) => one.holdsName && !answersRepeat(one, view.now))) {
    const invoice = lockedInvoice(view, id);
    putInvoice({ invoice, deals: view.dealsOf(id) }, move, { holdsName: false });
  }
  return null;
}

function lockedInvoice(view: View, id: string): Invoice {
  const invoice = view.invoice(id);
  if (invoice === undefined) throw new Error(`invoice ${id} was not loaded`);
  return invoice;
}

function withDeal(
  request: CreatePayin,
  dossier: Dossier,
  candidates: Candidates,
  view: View,
  move: Move,
  earlierIds: readonly string[],
): Decision<InvoiceState, Hint> {
  const variant = { option: dossier.invoice.namedOption, bank: dossier.invoice.namedBank };
  const allocation = allocateDeal(dossier, { dealId: request.id, variant, candidates }, view, move);
  const more = earlierIds.length === 0 ? {} : { earlierIds };
  switch (allocation.kind) {
    case 'done':
      return done(allocation.dossier, move.changes);
    case 'wider':
      return { kind: 'again', hint: { width: allocation.width, ...more } };
    case 'nudge':
      return { kind: 'again', hint: { nudge: allocation.nudge, ...more } };
    case 'other_sum':
      assert.fail('nothing has come for an invoice that is just being made');
  }
}

interface InvoiceStart {
  readonly type: Direction;
  readonly amount: FiatMinor;
  readonly variant: CheckedVariant;
  readonly requisites?: PayoutRequisites;
  readonly now: Instant;
}

/** The invoice as asked for, before anything has happened to it. */
export function newInvoice(store: Store, request: InvoiceRequest, start: InvoiceStart): Invoice {
  const lifetimeMs = start.type === 'in' ? store.invoiceLifetimeMs : store.payoutLifetimeMs;
  return {
    id: request.id,
    storeId: store.id,
    internalId: request.internalId,
    userId: request.userId,
    type: start.type,
    status: 'new',
    paymentOption: start.variant.option,
    bank: start.variant.bank,
    namedOption: start.variant.option,
    namedBank: start.variant.bank,
    requisites: start.requisites ?? null,
    shownSum: start.amount,
    askedSum: start.amount,
    currency: request.currency,
    receivedSum: null,
    makerSum: null,
    feeSum: null,
    payoutSum: null,
    notificationUrl: request.notificationUrl,
    notificationToken: request.notificationToken,
    successUrl: request.successUrl,
    cancelUrl: request.cancelUrl,
    isSumChanged: false,
    partSum: null,
    fromExcess: null,
    sumReason: null,
    createdAt: start.now,
    expireAt: start.now + lifetimeMs,
    updatedAt: start.now,
    sequence: 0,
    dealCount: 0,
    disputedFrom: null,
    holdsName: start.type === 'in' && isNamed(request),
  };
}

export function earlierKey(request: InvoiceRequest, type: 'in' | 'out', amount: FiatMinor): EarlierKey | null {
  if (!isNamed(request)) return null;
  return { storeId: request.storeId, internalId: request.internalId, type, amount, currency: request.currency };
}

/** An empty internal ID names nothing: shops that leave the field empty do not mean that all their invoices are one. */
export function isNamed<Request extends InvoiceRequest>(request: Request): request is Request & { internalId: string } {
  return request.internalId !== null && request.internalId !== '';
}
