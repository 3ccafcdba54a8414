import { payerParty } from '../../domain/authority/own-word.ts';
import { withAttachment } from '../../domain/invoices/deal.ts';
import type { PayerKey } from '../../domain/payins/payer-rules.ts';
import { dealForClaim } from '../../domain/payins/payers-claim.ts';
import type { Attachment } from '../../domain/receipts/attachment.ts';
import type { ReceiptLimits } from '../../domain/receipts/receipt-room.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { type Command, done, type InvoiceState } from '../command.ts';
import { keepEvidence } from '../disputes/keep-evidence.ts';
import { putInDispute, requireRoom } from '../disputes/open-dispute.ts';
import { keep, payerToKnow, roomOfPayer } from '../invoices/keep-receipt.ts';
import { openDossier } from '../invoices/open-dossier.ts';
import { settlementAccountsOf } from '../invoices/settlement-accounts.ts';

export interface ClaimPayment {
  readonly invoiceId: string;
  readonly seenStoreId: number;
  /** To whose requisites the money went; null: to the newest ones. */
  readonly dealId: string | null;
  readonly attachment: Omit<Attachment, 'addedAt'>;
  readonly limits?: ReceiptLimits;
  /** Where it came from; absent: it is not known. */
  readonly address?: string;
  /** Since when it counts what became of earlier claims. */
  readonly claimsSince?: Instant;
}

/** A payer's receipt for requisites that have ended. It opens a dispute, or is kept beside the one that is open. */
export function claimPayment(request: ClaimPayment): Command<InvoiceState, PayerKey> {
  return {
    name: 'claim-payment',
    saidBy: payerParty,
    plan: ({ catalogue }, payer) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.seenStoreId),
      ...roomOfPayer(request, payer),
      claimsOf: [{ storeId: request.seenStoreId, since: request.claimsSince ?? 0 }],
    }),
    decide(view, needs) {
      const { dossier, move } = openDossier(view, request.invoiceId, null);
      const unknown = payerToKnow(view, dossier.invoice, request, needs);
      if (unknown !== null) return { kind: 'again', hint: unknown };
      const deal = dealForClaim(dossier, request.dealId);
      if (deal.status === 'dispute') {
        return done(keepEvidence(view, move, dossier, { ...request, deal, actor: 'payer', needs }), move.changes);
      }
      const { address = null } = request;
      requireRoom(view, dossier.invoice, 'payer', address);
      const attached = withAttachment(deal, { ...request.attachment, addedAt: view.now });
      if (attached !== deal) keep(view, move, dossier.invoice, request, needs);
      const claim = { reason: 'has_payment', amount: null, attachment: request.attachment } as const;
      const said = { actor: 'payer', text: claim.reason, by: 'payer', address } as const;
      return done(putInDispute(dossier, attached, { ...claim, ...said }, move), move.changes);
    },
  };
}
