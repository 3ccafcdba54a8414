import { type Backing, requireBacked } from '../../domain/disputes/dispute-clock.ts';
import type { DisputeAnswer } from '../../domain/invoices/deal-dispute.ts';
import { putDeal } from '../../domain/invoices/lifecycle.ts';
import type { Attachment } from '../../domain/receipts/attachment.ts';
import type { ReceiptLimits } from '../../domain/receipts/receipt-room.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson, requireOwnDeal } from '../audited.ts';
import { type Command, done, type InvoiceState } from '../command.ts';
import { keep, roomFor } from '../invoices/keep-receipt.ts';
import { openDossier } from '../invoices/open-dossier.ts';

interface AnswerDispute extends ByPerson {
  readonly invoiceId: string;
  readonly seenStoreId: number;
  readonly answer: Omit<DisputeAnswer, 'at'>;
  /** In the maker's own words. */
  readonly text: string;
  readonly attachment: Omit<Attachment, 'addedAt'> | null;
  /** A bank's statement of that day was brought in before. */
  readonly hasStatement: boolean;
  readonly limits?: ReceiptLimits;
}

/** The maker's side of a dispute. It stops the clock and decides nothing: the newest answer counts, and an operator decides. */
export function answerDispute(request: AnswerDispute): Command<InvoiceState> {
  return {
    name: 'answer-dispute',
    saidBy: request.actor,
    plan: () => ({ invoiceIds: [request.invoiceId], receiptOwners: roomFor(request) }),
    decide(view) {
      const { dossier, move } = openDossier(view, request.invoiceId, null);
      const { invoice } = dossier;
      const deal = dossier.deals.find(({ status }) => status === 'dispute');
      if (deal?.dispute == null) throw new AppError('not_in_dispute', { status: invoice.status });
      requireOwnDeal(request.actor, deal);
      const { kind, reason } = request.answer;
      requireBacked(kind, reason, backingOf(request));
      keep(view, move, invoice, request);
      const attachment = request.attachment === null ? null : { ...request.attachment, addedAt: move.now };
      const said = [reason ?? '', request.text].filter((part) => part !== '').join(': ');
      move.changes.disputeFacts.push({
        dealId: deal.id,
        at: move.now,
        actor: request.actor.name,
        kind,
        text: said,
        attachment,
        decisionId: null,
      });
      audit(move, request, {
        action: 'answer-dispute',
        subjectKind: 'invoice',
        subjectId: invoice.id,
        details: { dealId: deal.id, answer: kind, refusal: reason, backing: backingOf(request) },
      });
      const answered = { ...deal, dispute: { ...deal.dispute, answer: { kind, reason, at: move.now } } };
      return done(putDeal(dossier, answered, move), move.changes);
    },
  };
}

function backingOf({ attachment, hasStatement }: AnswerDispute): Backing {
  if (attachment !== null) return 'file';
  return hasStatement ? 'statement' : null;
}
