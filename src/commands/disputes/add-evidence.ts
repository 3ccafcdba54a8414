import type { Attachment } from '../../domain/receipts/attachment.ts';
import type { ReceiptLimits } from '../../domain/receipts/receipt-room.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson, requireOwnDeal } from '../audited.ts';
import { type Command, done, type InvoiceState } from '../command.ts';
import { keep, roomFor } from '../invoices/keep-receipt.ts';
import { openDossier } from '../invoices/open-dossier.ts';

interface AddEvidence extends ByPerson {
  readonly invoiceId: string;
  readonly seenStoreId: number;
  readonly text: string;
  readonly attachment: Omit<Attachment, 'addedAt'> | null;
  readonly limits?: ReceiptLimits;
}

/** Either side of a dispute, or the operator, adds what they know. Nothing changes but what is known. */
export function addEvidence(request: AddEvidence): Command<InvoiceState> {
  return {
    name: 'add-evidence',
    saidBy: request.actor,
    plan: () => ({ invoiceIds: [request.invoiceId], receiptOwners: roomFor(request) }),
    decide(view) {
      const { dossier, move } = openDossier(view, request.invoiceId, null);
      const { invoice, deals } = dossier;
      const deal = deals.find(({ status }) => status === 'dispute');
      if (deal === undefined) throw new AppError('not_in_dispute', { status: invoice.status });
      if (request.actor.role !== 'merchant') requireOwnDeal(request.actor, deal);
      else if (view.catalogue.stores.get(invoice.storeId)?.merchantId !== request.actor.merchantId) {
        throw new AppError('not_found');
      }
      keep(view, move, invoice, request);
      move.changes.disputeFacts.push({
        dealId: deal.id,
        at: move.now,
        actor: request.actor.name,
        kind: 'evidence',
        text: request.text,
        attachment: request.attachment === null ? null : { ...request.attachment, addedAt: move.now },
        decisionId: null,
      });
      audit(move, request, {
        action: 'add-evidence',
        subjectKind: 'invoice',
        subjectId: invoice.id,
        details: { sha256: request.attachment?.sha256 ?? null },
      });
      return done(dossier, move.changes);
    },
  };
}
