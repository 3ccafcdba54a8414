import assert from 'node:assert/strict';
import { merchantParty } from '../../domain/authority/own-word.ts';
import { requireClaimRoom } from '../../domain/disputes/claimants.ts';
import { type Deal, mattersNow } from '../../domain/invoices/deal.ts';
import {
  type Claimant,
  type DisputeAnswer,
  type DisputeReason,
  disputeLifetimeMs,
} from '../../domain/invoices/deal-dispute.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { changeStatus, type Dossier, putDeal, putInvoice } from '../../domain/invoices/lifecycle.ts';
import { restWhileClaimed } from '../../domain/invoices/rest.ts';
import type { PayerKey } from '../../domain/payins/payer-rules.ts';
import type { Attachment } from '../../domain/receipts/attachment.ts';
import type { ReceiptLimits } from '../../domain/receipts/receipt-room.ts';
import type { Move } from '../../domain/state/move.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson } from '../audited.ts';
import { type Command, done, type InvoiceState, type View } from '../command.ts';
import { keep, payerToKnow, roomOfPayer } from '../invoices/keep-receipt.ts';
import { openDossier } from '../invoices/open-dossier.ts';
import { settlementAccountsOf } from '../invoices/settlement-accounts.ts';
import { keepEvidence } from './keep-evidence.ts';

interface OpenDispute {
  readonly invoiceId: string;
  readonly storeId: number;
  /** Null: the deal that matters now, or else the newest. */
  readonly dealId: string | null;
  readonly reason: DisputeReason;
  /** As sent; only for `invalid_sum`. */
  readonly amount: string | null;
  readonly attachment: Omit<Attachment, 'addedAt'> | null;
  readonly limits?: ReceiptLimits;
  /** Since when it counts what became of earlier claims. */
  readonly claimsSince?: Instant;
  /** Who opens it, when that is a person and not the merchant's program. */
  readonly by?: ByPerson;
}

/**
 * Somebody says that the outcome is wrong. No money moves yet: what is held stays held, what was given back stays back.
 *
 * While the deal is in dispute, a program that asks again adds its file to what is known, and changes nothing else: reason and
 * sum stay as they were said first. A person sees that there is a dispute, and has an act of its own for evidence.
 */
export function openDispute(request: OpenDispute): Command<InvoiceState, PayerKey> {
  return {
    name: 'open-dispute',
    saidBy: request.by?.actor ?? merchantParty,
    plan: ({ catalogue }, payer) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.storeId),
      ...roomOfPayer({ ...request, seenStoreId: request.storeId }, payer),
      claimsOf: [{ storeId: request.storeId, since: request.claimsSince ?? 0 }],
    }),
    decide(view, needs) {
      const { dossier, move } = openDossier(view, request.invoiceId, request.storeId);
      const { by } = request;
      const unknown = by === undefined ? payerToKnow(view, dossier.invoice, request, needs) : null;
      if (unknown !== null) return { kind: 'again', hint: unknown };
      if (by !== undefined && dossier.invoice.status === 'dispute') throw new AppError('already_disputed');
      const deal = dealToDispute(dossier, request.dealId);
      const actor = by?.actor.name ?? 'merchant';
      if (deal.status === 'dispute') {
        return done(keepEvidence(view, move, dossier, { ...request, deal, actor, needs }), move.changes);
      }
      const claimant = by?.actor.role ?? 'merchant';
      requireRoom(view, dossier.invoice, claimant, null);
      keep(view, move, dossier.invoice, request, by === undefined ? needs : null);
      const said = { actor, text: by?.reason ?? request.reason, by: claimant };
      if (by !== undefined) {
        const details = { dealId: deal.id, disputeReason: request.reason, amount: request.amount };
        audit(move, by, { action: 'open-dispute', subjectKind: 'invoice', subjectId: deal.invoiceId, details });
      }
      const { reason, amount, attachment } = request;
      return done(putInDispute(dossier, deal, { reason, amount, attachment, ...said }, move), move.changes);
    },
  };
}

/** Refuses a claim of somebody who has too many open; more are looked at than a list may have been cut to. */
export function requireRoom(view: View, invoice: Invoice, by: Claimant, address: string | null): void {
  const { storeId, userId } = invoice;
  const origin = { storeId, by, payer: userId === '' ? null : userId, address };
  requireClaimRoom(origin, view.claimsOf(storeId), view.catalogue.disputeRules, view.now);
}

function dealToDispute({ invoice, deals }: Dossier, dealId: string | null): Deal {
  if (dealId !== null) {
    const named = deals.find((deal) => deal.id === dealId);
    if (named === undefined) throw new AppError('not_found', { field: 'dealId' });
    if (named.status === 'dispute') return named;
    // Two deals of one invoice must not matter at once: a transfer would no longer point to one of them, and a claim over
    // an old deal that is accepted would pay an invoice again that another one has paid.
    // A part that came before the named deal was counted when it came, and is not argued about.
    const isPart = ({ status, ordinal }: Deal) =>
      invoice.partSum !== null && status === 'completed' && ordinal < named.ordinal;
    const other = deals.find((deal) => deal.id !== dealId && mattersNow(deal) && !isPart(deal));
    if (other !== undefined) {
      throw new AppError('invoice_not_active', { status: standingOf(other), field: 'dealId' });
    }
    return named;
  }
  const newestFirst = [...deals].sort((left, right) => right.ordinal - left.ordinal);
  const deal = newestFirst.find(mattersNow) ?? newestFirst[0];
  if (deal === undefined) throw new AppError('dispute_without_deal');
  return deal;
}

/** Of an invoice, by the deal that matters in place of the named one. */
function standingOf({ status }: Deal): string {
  if (status === 'completed') return 'paid by another deal';
  return status === 'dispute' ? 'in dispute over another deal' : 'new with another deal';
}

interface Claim extends Pick<OpenDispute, 'reason' | 'amount' | 'attachment'> {
  /** Who says it, and in which words. */
  readonly actor: string;
  readonly text: string;
  readonly by: Claimant;
  /** Of a payer: where the claim came from. */
  readonly address?: string | null;
  /** What the maker has said to it already. */
  readonly answer?: DisputeAnswer;
}

/** The deal keeps its newest dispute only; the fact stays, whatever comes after. */
export function putInDispute(dossier: Dossier, deal: Deal, claim: Claim, move: Move): Dossier {
  assert(deal.status !== 'dispute');
  const attachment = claim.attachment === null ? null : { ...claim.attachment, addedAt: move.now };
  const { status: disputedFrom } = dossier.invoice;
  assert(disputedFrom !== 'dispute');
  const dispute = {
    reason: claim.reason,
    amount: claim.amount,
    attachment,
    result: null,
    from: deal.status,
    ...(deal.status === 'completed' && disputedFrom !== 'paid' ? { isPart: true } : {}),
    openedAt: move.now,
    ...(claim.by === 'merchant' ? {} : { by: claim.by }),
    ...(claim.address == null ? {} : { address: claim.address }),
    ...(claim.answer === undefined ? {} : { answer: claim.answer }),
    deadlineAt: move.now + disputeLifetimeMs,
  };
  const { actor, text } = claim;
  move.changes.disputeFacts.push({
    dealId: deal.id,
    at: move.now,
    actor,
    kind: 'opened',
    text,
    attachment,
    decisionId: null,
  });
  const resting = restWhileClaimed(deal, dispute.deadlineAt);
  const disputed = putDeal(dossier, { ...resting, status: 'dispute', dispute }, move);
  return changeStatus(putInvoice(disputed, move, { disputedFrom }), 'dispute', move);
}
