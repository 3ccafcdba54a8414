import type { Store } from '../merchants/store.ts';
import type { Currencies, MoneyDTO } from '../money/money.ts';
import { fiatDTO, settlementDTO } from '../money/money-dto.ts';
import type { Attachment } from '../receipts/attachment.ts';
import { formatTimestamp } from '../text/timestamp.ts';
import { type Deal, standingOf } from './deal.ts';
import type { DisputeReason } from './deal-dispute.ts';

/** Parts of invoices and deals that look the same in answers and in notifications. */

interface PaymentShape {
  readonly takerSum: MoneyDTO;
  readonly makerSum: MoneyDTO;
  readonly feeSum: MoneyDTO;
  readonly date: string;
}

/** Filled once a transfer is confirmed; empty again when it was rejected, also while that is disputed. */
export function paymentShape(
  catalogue: Currencies,
  deal: Deal,
  store: Pick<Store, 'settlementCurrency'>,
): PaymentShape | null {
  const standing = standingOf(deal);
  if (deal.confirmedAt === null || standing === 'canceled' || standing === 'expired') return null;
  return {
    takerSum: fiatDTO(catalogue, deal.receivedSum ?? deal.askedSum, deal),
    makerSum: settlementDTO(catalogue, deal.makerSum, store),
    feeSum: settlementDTO(catalogue, deal.feeSum, store),
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
