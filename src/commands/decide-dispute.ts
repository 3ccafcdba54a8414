import { currencyOf } from '../domain/catalogue.ts';
import type { Deal } from '../domain/deal.ts';
import type { DisputeResult } from '../domain/dispute.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { Dossier, Move } from '../domain/lifecycle.ts';
import { fiat, minorMax, parseAmount } from '../domain/money.ts';
import { acceptDispute, rejectDispute } from '../domain/settlement.ts';
import { AppError } from '../errors.ts';
import { audit, type ByPerson } from './audited.ts';
import { type Command, done, type EarlierKey, type InvoiceState, moveOn, type Needs, type View } from './command.ts';
import { ownInvoice } from './own-invoice.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

export interface DecideDispute extends ByPerson {
  /** Names the correcting transfers, if there are any. */
  readonly decisionId: string;
  readonly invoiceId: string;
  readonly seenStoreId: number;
  readonly decision: /** A null amount means: what was asked for. */
    | { readonly kind: 'accept'; readonly amount: string | null }
    | { readonly kind: 'reject'; readonly result: Exclude<DisputeResult, 'ACCEPTED' | 'AMOUNT_CHANGED'> };
}

interface Hint {
  readonly earlier: EarlierKey;
}

/** An operator decides a dispute: paid, with the same sum or another, or back to where it came from. */
export function decideDispute(request: DecideDispute): Command<InvoiceState, Hint> {
  return {
    name: 'decide-dispute',
    saidBy: request.actor,
    plan: ({ catalogue }, hint) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.seenStoreId),
      ...hint,
    }),
    decide(view, needs) {
      const move = moveOn(view);
      const invoice = ownInvoice(view, request.invoiceId, null);
      const dossier: Dossier = { invoice, deals: view.dealsOf(invoice.id) };
      const deal = dossier.deals.find(({ status }) => status === 'dispute');
      if (invoice.status !== 'dispute' || deal === undefined) {
        throw new AppError('not_in_dispute', { status: invoice.status });
      }
      const earlier = reopenedKey(request, invoice);
      if (earlier !== null && needs.earlier === undefined) return { kind: 'again', hint: { earlier } };
      refuseTwin(view, needs);
      record(request, deal, move);
      return done(decided(request, dossier, deal, view, move), move.changes);
    },
  };
}

/** What an invoice that is going to be open again is known by; null when it is not, or has no internal ID. */
function reopenedKey({ decision }: DecideDispute, invoice: Invoice): EarlierKey | null {
  if (decision.kind === 'accept' || invoice.disputedFrom !== 'new' || invoice.type === 'out') return null;
  const { storeId, internalId, type, amount, currency } = invoice;
  return internalId === null || internalId === '' ? null : { storeId, internalId, type, amount, currency };
}

/** While they argued the shop may have asked for the same anew. Two of them open at once are refused by a unique index. */
function refuseTwin(view: View, { earlier }: Needs): void {
  const invoiceId = earlier === undefined ? undefined : view.earlierInvoiceId(earlier);
  if (invoiceId !== undefined) throw new AppError('same_invoice_open', { invoiceId });
}

function decided(request: DecideDispute, dossier: Dossier, deal: Deal, view: View, move: Move): Dossier {
  const { decision } = request;
  if (decision.kind === 'reject') return rejectDispute(dossier, deal, decision.result, move);
  const { subunit } = currencyOf(view.catalogue, deal.currency);
  const received =
    decision.amount === null ? (deal.receivedAmount ?? deal.amount) : parseAmount(decision.amount, subunit);
  if (received === null || received > minorMax) throw new AppError('invalid_amount', { field: 'amount', subunit });
  return acceptDispute(dossier, deal, { id: request.decisionId, received: fiat(received) }, view, move);
}

function record(request: DecideDispute, deal: Deal, move: Move): void {
  const { decision } = request;
  const kind = decision.kind === 'accept' ? 'accepted' : 'rejected';
  move.changes.disputeFacts.push({
    dealId: deal.id,
    at: move.now,
    actor: request.actor.name,
    kind,
    text: request.reason,
    attachment: null,
    decisionId: request.decisionId,
  });
  audit(move, request, {
    action: `${decision.kind}-dispute`,
    subjectKind: 'invoice',
    subjectId: deal.invoiceId,
    details: decision.kind === 'accept' ? { amount: decision.amount } : { result: decision.result },
  });
}
