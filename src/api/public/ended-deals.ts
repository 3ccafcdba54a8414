import { isOpenToClaims } from '../../domain/payins/payers-claim.ts';
import { lastDigits } from '../../domain/text/masked-number.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { findEndedDeals } from '../../storage/reads/invoices/invoice-reads.ts';
import type { ApiContext } from '../context.ts';
import { bankSeen, type PaymentPage, type PaymentPageBank } from './payment-page.ts';

/** Requisites that a payer had and that are not good any more: what the payer may have paid to all the same. */
export interface EndedDeal {
  readonly id: string;
  readonly bank: PaymentPageBank;
  /** Only what it is recognised by. */
  readonly number: string;
  readonly startedAt: Instant;
  /** Somebody has looked at a receipt for it and found no money. */
  readonly isRejected: boolean;
  /** Whether the payer may show a receipt for it. */
  readonly mayClaim: boolean;
}

/** The newest first. None where a deal runs, and none for what is paid: nothing is asked for there. */
export async function readEndedDeals(context: ApiContext, page: PaymentPage): Promise<readonly EndedDeal[]> {
  const mayHaveEnded = page.type === 'in' && page.status !== 'paid' && page.deal === null && page.dealsStarted > 0;
  if (!mayHaveEnded) return [];
  const catalogue = context.catalogue();
  const deals = await findEndedDeals(context.pool, page.invoiceId);
  return deals.map((deal) => ({
    id: deal.id,
    bank: bankSeen(catalogue, deal.currency, deal.bank),
    number: lastDigits(deal.number),
    startedAt: deal.startedAt,
    isRejected: (deal.status === 'canceled' && deal.confirmedAt !== null) || deal.dispute?.result != null,
    mayClaim: isOpenToClaims(deal),
  }));
}
