import type { Attachment } from './attachment.ts';
import { type Catalogue, currencyOf } from './catalogue.ts';
import type { Deal } from './deal.ts';
import type { DisputeReason } from './dispute.ts';
import { type MoneyDTO, moneyDTO } from './money.ts';
import { formatTimestamp } from './timestamp.ts';

/** Parts of invoices and deals that look the same in answers and in notifications. */

export function optionalMoney(catalogue: Catalogue, minor: bigint | null, currency: string): MoneyDTO | null {
  return minor === null ? null : moneyDTO(minor, currencyOf(catalogue, currency));
}

interface PaymentShape {
  readonly takerSum: MoneyDTO;
  readonly makerSum: MoneyDTO;
  readonly feeSum: MoneyDTO;
  readonly date: string;
}

/** Filled once a transfer is confirmed; empty again when it was rejected, also while that is disputed. */
export function paymentShape(catalogue: Catalogue, deal: Deal, settlementCurrency: string): PaymentShape | null {
  const standing = deal.status === 'dispute' ? deal.dispute?.from : deal.status;
  if (deal.confirmedAt === null || standing === 'canceled' || standing === 'expired') return null;
  const settled = currencyOf(catalogue, settlementCurrency);
  return {
    takerSum: moneyDTO(deal.receivedSum ?? deal.askedSum, currencyOf(catalogue, deal.currency)),
    makerSum: moneyDTO(deal.makerSum, settled),
    feeSum: moneyDTO(deal.feeSum, settled),
    date: formatTimestamp(deal.confirmedAt),
  };
}

interface DisputeShape {
  readonly disputeAttachment: string | null;
  readonly disputeReason: DisputeReason | null;
  readonly disputeReasonData: { readonly amount: string } | readonly [];
}

export function disputeShape({ dispute }: Deal, attachmentLink: (attachment: Attachment) => string): DisputeShape {
  return {
    disputeAttachment: dispute?.attachment ? attachmentLink(dispute.attachment) : null,
    disputeReason: dispute?.reason ?? null,
    disputeReasonData: dispute?.amount ? { amount: dispute.amount } : [],
  };
}
