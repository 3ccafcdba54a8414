import { merchantParty, payerParty } from '../../domain/authority/own-word.ts';
import type { Deal } from '../../domain/invoices/deal.ts';
import { moneyIsOnItsWay } from '../../domain/invoices/expiry.ts';
import { cancel } from '../../domain/invoices/lifecycle.ts';
import { isUnproved, proofDueAt } from '../../domain/invoices/taking.ts';
import { formatTimestamp, type Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { type Command, done, type InvoiceState } from '../command.ts';
import { openDossier } from './open-dossier.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

interface CancelInvoice {
  readonly invoiceId: string;
  /** Null when the payer asks. */
  readonly storeId: number | null;
  /** The store the invoice was seen to belong to: a payout's funds go back to its account. */
  readonly seenStoreId: number;
}

/** Ends an invoice that nobody has paid; what was held or frozen is free again. */
export function cancelInvoice(request: CancelInvoice): Command<InvoiceState> {
  return {
    name: 'cancel-invoice',
    saidBy: request.storeId === null ? payerParty : merchantParty,
    plan: ({ catalogue }) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.seenStoreId),
    }),
    decide(view) {
      const { dossier, move } = openDossier(view, request.invoiceId, request.storeId);
      const { status, partSum } = dossier.invoice;
      if (status !== 'new') throw new AppError('invoice_not_active', { status });
      requireNoMoneyOnItsWay(dossier.deals, view.now);
      if (partSum !== null) throw new AppError('part_paid');
      return done(cancel(dossier, move), move.changes);
    },
  };
}

/** Of a payout without a proof the maker's time has to be over: until then the maker may be transferring. */
function requireNoMoneyOnItsWay(deals: readonly Deal[], now: Instant): void {
  const deal = deals.find(moneyIsOnItsWay);
  if (deal === undefined || isUnproved(deal, now)) return;
  if (deal.type === 'in') throw new AppError('transfer_already_confirmed');
  const dueAt = proofDueAt(deal);
  throw new AppError('payout_taken', { until: dueAt === null ? '' : ` before ${formatTimestamp(dueAt)}` });
}
