import { merchantParty, payerParty } from '../../domain/authority/own-word.ts';
import { withAttachment } from '../../domain/invoices/deal.ts';
import { confirmTransfer as confirm, dealForReceipt, putDeal } from '../../domain/invoices/lifecycle.ts';
import type { PayerKey } from '../../domain/payins/payer-rules.ts';
import type { Attachment } from '../../domain/receipts/attachment.ts';
import type { ReceiptLimits } from '../../domain/receipts/receipt-room.ts';
import { type Command, done, type InvoiceState } from '../command.ts';
import { keep, payerToKnow, roomOfPayer } from './keep-receipt.ts';
import { openDossier } from './open-dossier.ts';

export interface ConfirmTransfer {
  readonly invoiceId: string;
  /** Null when the payer asks. */
  readonly storeId: number | null;
  /** Of the invoice, as it was seen: whose room the receipt takes. */
  readonly seenStoreId: number;
  readonly attachment: Omit<Attachment, 'addedAt'>;
  readonly limits?: ReceiptLimits;
}

/** A receipt for the payer's transfer. The first one confirms the deal; more of them are kept beside it. */
export function confirmTransfer(request: ConfirmTransfer): Command<InvoiceState, PayerKey> {
  return {
    name: 'confirm-transfer',
    saidBy: request.storeId === null ? payerParty : merchantParty,
    plan: (_, payer) => ({ invoiceIds: [request.invoiceId], ...roomOfPayer(request, payer) }),
    decide(view, needs) {
      const { dossier, move } = openDossier(view, request.invoiceId, request.storeId);
      const unknown = payerToKnow(view, dossier.invoice, request, needs);
      if (unknown !== null) return { kind: 'again', hint: unknown };
      const deal = dealForReceipt(dossier);
      const attached = withAttachment(deal, { ...request.attachment, addedAt: view.now });
      if (attached !== deal) keep(view, move, dossier.invoice, request, needs);
      if (deal.status === 'transfer_waiting') return done(confirm(dossier, attached, move), move.changes);
      return done(attached === deal ? dossier : putDeal(dossier, attached, move), move.changes);
    },
  };
}
