import { type Catalogue, currencyOf } from './catalogue.ts';
import type { Attachment, Deal } from './deal.ts';
import { type MoneyDTO, moneyDTO } from './money.ts';
import { formatTimestamp } from './timestamp.ts';

/** Parts of invoices and deals that look the same in answers and in notifications. */

export function optionalMoney(catalogue: Catalogue, minor: bigint | null, currency: string): MoneyDTO | null {
  return minor === null ? null : moneyDTO(minor, currencyOf(catalogue, currency));
}

/** Filled once a transfer is confirmed; empty again when it was rejected, also while that is disputed. */
export function paymentShape(catalogue: Catalogue, deal: Deal, settlementCurrency: string): object | null {
  const standing = deal.status === 'dispute' ? deal.dispute?.from : deal.status;
  if (deal.confirmedAt === null || standing === 'canceled' || standing === 'expired') return null;
  return {
    takerSum: optionalMoney(catalogue, deal.receivedAmount ?? deal.amount, deal.currency),
    makerSum: optionalMoney(catalogue, deal.makerSum, settlementCurrency),
    feeSum: optionalMoney(catalogue, deal.feeSum, settlementCurrency),
    date: formatTimestamp(deal.confirmedAt),
  };
}

export function disputeShape({ dispute }: Deal, attachmentLink: (attachment: Attachment) => string) {
  return {
    disputeAttachment: dispute?.attachment ? attachmentLink(dispute.attachment) : null,
    disputeReason: dispute?.reason ?? null,
    disputeReasonData: dispute?.amount ? { amount: dispute.amount } : [],
  };
}
