import { AppError } from '../../errors/app-error.ts';
import { activeDeal, type Deal, newestDeal, type PayinDeal } from '../invoices/deal.ts';
import type { DisputeResult } from '../invoices/deal-dispute.ts';
import type { Dossier } from '../invoices/lifecycle.ts';

/**
 * A payer says, with a receipt, that an invoice was paid whose requisites had ended: their time was over, the invoice had
 * expired or was canceled, or an operator found no money for an earlier receipt. It is a dispute with the reason
 * `has_payment`, as the merchant would open it for the payer: somebody looks, and nothing moves before that. While a dispute
 * is open a receipt is one more piece of evidence.
 */
export function dealForClaim({ invoice, deals }: Dossier, dealId: string | null): PayinDeal {
  if (invoice.type === 'out') throw new AppError('payout_not_allowed');
  const { status } = invoice;
  if (status === 'paid') throw new AppError('invoice_not_active', { status });
  const active = activeDeal(deals);
  // Requisites that are still good take the receipt themselves, by confirm-transfer.
  if (status !== 'dispute' && active !== undefined) {
    throw new AppError('invoice_not_active', { status: 'new with a running deal' });
  }
  const deal = active ?? endedDeal(deals, dealId);
  if (deal?.type !== 'in') throw new AppError('dispute_without_deal');
  if (status !== 'dispute' && !isOpenToClaims(deal)) throw new AppError('claim_decided');
  return deal;
}

/** Of the deals that ended without money, the named one or the newest. A part that came was counted: nothing is left to claim of it. */
function endedDeal(deals: readonly Deal[], dealId: string | null): Deal | undefined {
  if (dealId === null) return newestDeal(deals.filter(hasEndedUnpaid));
  const deal = deals.find(({ id }) => id === dealId);
  if (deal === undefined) throw new AppError('not_found', { field: 'dealId' });
  if (!hasEndedUnpaid(deal)) throw new AppError('deal_settled', { field: 'dealId', status: deal.status });
  return deal;
}

function hasEndedUnpaid({ status }: Deal): boolean {
  return status === 'canceled' || status === 'expired';
}

/** Decisions that ask for a better receipt; any other decision is final for a payer, who only has the link. */
const asksForMore: ReadonlySet<DisputeResult> = new Set(['WAITING_CONFIRM_DOCS_FROM_MERCHANT']);

export function isOpenToClaims({ dispute }: Pick<Deal, 'dispute'>): boolean {
  return dispute === null || dispute.result === null || asksForMore.has(dispute.result);
}
