import { type Deal, newestDeal, type PayoutDeal, withAttachment } from '../../domain/invoices/deal.ts';
import { confirmTransfer, type Dossier, putDeal } from '../../domain/invoices/lifecycle.ts';
import { untaken } from '../../domain/invoices/repeated-deal.ts';
import {
  isLateFor,
  isUnproved,
  requireMayTake,
  requireTakingRoom,
  takenBy,
  takingEnded,
} from '../../domain/invoices/taking.ts';
import { type Maker, makerOf } from '../../domain/makers/maker.ts';
import { requireTakesDeals } from '../../domain/makers/maker-settings.ts';
import { type Reward, rewardFor } from '../../domain/makers/rewards.ts';
import { type Store, storeOf } from '../../domain/merchants/store.ts';
import { settle } from '../../domain/payins/settlement.ts';
import { type NotPaidPayout, payoutNotPaid } from '../../domain/payouts/not-paid.ts';
import type { Actor } from '../../domain/people/audit.ts';
import type { Attachment } from '../../domain/receipts/attachment.ts';
import type { ReceiptLimits } from '../../domain/receipts/receipt-room.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import type { Move } from '../../domain/state/move.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson, requireOperator, requireOwnDeal } from '../audited.ts';
import { type Command, done, type InvoiceState, type View } from '../command.ts';
import { putInDispute } from '../disputes/open-dispute.ts';
import { keep, roomFor } from '../invoices/keep-receipt.ts';
import { openDossier } from '../invoices/open-dossier.ts';
import { settlementAccountsOf } from '../invoices/settlement-accounts.ts';
import { type Borne, fundsOf } from '../ledger/borne-loss.ts';

interface PayoutAct extends ByPerson {
  readonly invoiceId: string;
  readonly seenStoreId: number;
  /** The deals that the actor has named or looked at. Each must be the deal of the act; without any, the act means the present deal. */
  readonly seenDealIds?: readonly string[];
}

interface ProofOfPayout extends PayoutAct {
  readonly attachment: Omit<Attachment, 'addedAt'>;
  readonly limits?: ReceiptLimits;
}

/** A maker takes a payout; when two press at once, one wins. What the maker earns for it is fixed now. */
export function takePayout(request: PayoutAct & { readonly makerId: number }): Command<InvoiceState> {
  const command = payoutCommand('take-payout', request, (dossier, deal, view, move) => {
    if (deal.status !== 'new') throw new AppError('payout_not_open', { status: deal.status });
    const store = storeOf(view.catalogue, dossier.invoice.storeId);
    const maker = makerOf(view.catalogue, request.makerId);
    // The maker is credited in their own currency; a payout in another one is not theirs to take.
    if (maker.settlementCurrency !== store.settlementCurrency) throw new AppError('not_found');
    const available = view.balance(maker.availableId);
    requireTakesDeals(maker, store.id, available);
    requireMayTake(dossier.deals, maker.id, store, view.now);
    requireTakingRoom(maker, view.takingsOf(maker.id), deal, available);
    return putDeal(dossier, taken(deal, maker, store, view.now), move);
  });
  // The maker pays on the strength of it.
  return { ...command, sendsMoneyOut: true };
}

/** With what the maker earns for it, fixed now. */
function taken(deal: PayoutDeal, maker: Maker, store: Store, now: Instant): PayoutDeal {
  const { bps: rewardBps, sum: rewardSum } = rewardOf(maker, store.id, deal);
  return { ...deal, status: 'transfer_waiting', ...takenBy(deal, maker.id, store, now), rewardBps, rewardSum };
}

function rewardOf({ rewards }: Maker, storeId: number, deal: Deal): Reward {
  const { type, paymentOption: option, currency, askedSum: amount } = deal;
  const reward = rewardFor(rewards, { type, storeId, option, currency, amount }, deal);
  if (reward === null) throw new AppError('payout_reward_above_fee');
  return reward;
}

/** The maker cannot pay it after all: it waits for another one. */
export function giveBackPayout(request: PayoutAct): Command<InvoiceState> {
  return payoutCommand('give-back-payout', request, (dossier, deal, _view, move) => {
    requireOwnDeal(request.actor, deal);
    if (deal.status !== 'transfer_waiting') throw new AppError('payout_not_open', { status: deal.status });
    return putDeal(dossier, { ...deal, status: 'new', ...untaken, ...takingEnded(deal, move.now) }, move);
  });
}

/** The maker has paid and shows the proof. One that comes when the maker has the payout no more is a claim. */
export function provePayout(request: ProofOfPayout): Command<InvoiceState> {
  return payoutCommand('prove-payout', request, (dossier, deal, view, move) => {
    const { makerId } = request.actor;
    if (makerId !== null && isLateFor(dossier.deals, makerId, view.now))
      return proveLate(request, makerId, { dossier, deal }, view, move);
    requireOwnDeal(request.actor, deal);
    if (deal.status !== 'transfer_waiting' && deal.status !== 'transfer_confirmed') {
      throw new AppError('payout_not_open', { status: deal.status });
    }
    const proven = withAttachment(deal, { ...request.attachment, addedAt: view.now });
    if (proven !== deal) keep(view, move, dossier.invoice, request);
    return deal.status === 'transfer_waiting' ? confirmTransfer(dossier, proven, move) : putDeal(dossier, proven, move);
  });
}

/** The payout waits for an operator, and nobody else pays it until then. What another maker has already is not taken from them. */
function proveLate(
  request: ProofOfPayout,
  makerId: number,
  { dossier, deal }: { readonly dossier: Dossier; readonly deal: PayoutDeal },
  view: View,
  move: Move,
): Dossier {
  if (deal.makerId !== null && deal.makerId !== makerId) throw new AppError('payout_taken_over');
  if (deal.dispute !== null) throw new AppError('payout_not_open', { status: deal.status });
  const store = storeOf(view.catalogue, dossier.invoice.storeId);
  const own = deal.makerId === null ? taken(deal, makerOf(view.catalogue, makerId), store, view.now) : deal;
  const proven = withAttachment(own, { ...request.attachment, addedAt: view.now });
  keep(view, move, dossier.invoice, request);
  const said = { amount: null, attachment: null, actor: request.actor.name, by: 'maker', text: 'late proof' } as const;
  const answer = { kind: 'refused', reason: null, at: view.now } as const;
  if (deal.status === 'new') {
    const confirmed = confirmTransfer(dossier, proven, move);
    const doubted = { ...proven, status: 'transfer_confirmed', confirmedAt: view.now } as const;
    return putInDispute(confirmed, doubted, { ...said, reason: 'no_payment', answer }, move);
  }
  const ended = { ...proven, status: deal.status };
  return putInDispute(dossier, ended, { ...said, reason: 'has_payment', answer }, move);
}

/** The merchant or an operator says that the recipient has the money, and need not wait for the hold to pass. */
export function confirmPayout(request: PayoutAct): Command<InvoiceState> {
  return payoutCommand('confirm-payout', request, (dossier, deal, view, move) => {
    requireOwnStore(request.actor, dossier, view);
    if (deal.status === 'transfer_waiting') throw new AppError('proof_missing');
    if (deal.status !== 'transfer_confirmed') throw new AppError('deal_settled', { status: deal.status });
    return settle(dossier, deal, deal.askedSum, view, move);
  });
}

export interface PayoutNotPaid extends PayoutAct, NotPaidPayout, Borne {}

/** An operator finds that it was not paid, whatever the proof says: also after the maker was credited. */
export function payoutWasNotPaid(request: PayoutNotPaid): Command<InvoiceState> {
  return payoutCommand('payout-not-paid', request, (dossier, deal, view, move) => {
    requireOperator(request.actor);
    if (deal.status === 'dispute') throw new AppError('decide_dispute');
    if (deal.status !== 'transfer_confirmed' && deal.status !== 'completed' && !isUnproved(deal, move.now)) {
      throw new AppError('transfer_not_confirmed', { status: deal.status });
    }
    return payoutNotPaid(dossier, deal, request, fundsOf(view, request), move);
  });
}

/** Who takes it has to have a balance; a maker who has it already is loaded with the deal. */
function takersAccount(catalogue: Catalogue, request: PayoutAct & { readonly makerId?: number }): number[] {
  return request.makerId === undefined ? [] : [makerOf(catalogue, request.makerId).availableId];
}

function requireOwnStore(actor: Actor, { invoice }: Dossier, { catalogue }: View): void {
  const isOwn = catalogue.stores.get(invoice.storeId)?.merchantId === actor.merchantId;
  if (actor.role !== 'operator' && !(actor.role === 'merchant' && isOwn)) throw new AppError('not_found');
}

/** Another deal may have begun since somebody looked: the proof they have seen says nothing about that one. */
function requireSeen({ seenDealIds = [] }: PayoutAct, { deals }: Dossier, { id: dealId }: Deal): void {
  for (const seen of seenDealIds) {
    if (seen === dealId) continue;
    if (!deals.some(({ id }) => id === seen)) throw new AppError('not_found', { field: 'dealId' });
    throw new AppError('payout_has_newer_deal');
  }
}

function payoutCommand(
  name: string,
  request: PayoutAct &
    Borne & {
      readonly attachment?: object;
      readonly next?: NotPaidPayout['next'];
      readonly makerId?: number;
    },
  act: (dossier: Dossier, deal: PayoutDeal, view: View, move: Move) => Dossier,
): Command<InvoiceState> {
  return {
    name,
    saidBy: request.actor,
    plan: ({ catalogue }) => ({
      invoiceIds: [request.invoiceId],
      accountIds: [...settlementAccountsOf(catalogue, request.seenStoreId), ...takersAccount(catalogue, request)],
      ...(request.makerId === undefined ? {} : { takingsOf: [request.makerId] }),
      receiptOwners: roomFor({ ...request, attachment: request.attachment ?? null }),
    }),
    decide(view) {
      const { dossier, move } = openDossier(view, request.invoiceId, null);
      const { invoice } = dossier;
      const deal = newestDeal(dossier.deals);
      if (deal?.type !== 'out') throw new AppError('not_found');
      const isLateProof =
        request.attachment !== undefined && isLateFor(dossier.deals, request.actor.makerId ?? 0, view.now);
      // Who proves late speaks of the deal that was theirs.
      if (!isLateProof) requireSeen(request, dossier, deal);
      const after = act(dossier, deal, view, move);
      const { next, lossMax = null } = request;
      const borne = lossMax === null ? {} : { lossMax };
      const details = { dealId: deal.id, ...(next === undefined ? {} : { next }), ...borne };
      audit(move, request, { action: name, subjectKind: 'invoice', subjectId: invoice.id, details });
      return done(after, move.changes);
    },
  };
}
