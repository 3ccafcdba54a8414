import { currencyOf, storeOf } from '../../domain/catalogue.ts';
import { type Attachment, type Deal, isActive } from '../../domain/deal.ts';
import { ifAccepted } from '../../domain/dispute-verdict.ts';
import { dueDeal } from '../../domain/expiry.ts';
import type { Invoice } from '../../domain/invoice.ts';
import { moneyDTO } from '../../domain/money.ts';
import { creditAt } from '../../domain/payout-hold.ts';
import { formatRate } from '../../domain/rates.ts';
import { formatTimestamp, type Instant } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import type { HttpContext } from '../context.ts';
import { attachmentLink } from '../invoice-dto.ts';

/** A deal as people who work with it see it. Who holds the requisites is none of the merchant's business. */
export function dealDTO(
  context: HttpContext,
  deal: Deal,
  storeId: number,
  sees: 'maker' | 'payment' = 'maker',
): object {
  const catalogue = context.catalogue();
  const fiat = currencyOf(catalogue, deal.currency);
  const store = storeOf(catalogue, storeId);
  const settled = currencyOf(catalogue, store.settlementCurrency);
  // Time decides what is expired, not the worker that writes it down.
  const status = dueDeal([deal], context.clock()) === undefined ? deal.status : 'expired';
  return {
    id: deal.id,
    invoiceId: deal.invoiceId,
    ordinal: deal.ordinal,
    type: deal.type,
    status,
    isActive: isActive(status),
    paymentOption: deal.paymentOption,
    paymentMethod: deal.paymentMethod,
    ...(sees === 'maker' ? { makerId: deal.makerId, requisiteId: deal.requisiteId } : {}),
    requisites: { requisites: deal.number, holder: deal.holder },
    sum: moneyDTO(deal.amount, fiat),
    receivedSum: deal.receivedAmount === null ? null : moneyDTO(deal.receivedAmount, fiat),
    rate: formatRate(deal.rate),
    makerSum: moneyDTO(deal.makerSum, settled),
    feeSum: moneyDTO(deal.feeSum, settled),
    startedAt: formatTimestamp(deal.startedAt),
    deadlineAt: formatTimestamp(deal.deadlineAt),
    confirmedAt: timestampOrNull(deal.confirmedAt),
    creditAt: timestampOrNull(creditAt(deal, store)),
    endedAt: timestampOrNull(deal.endedAt),
    attachments: deal.attachments.map((attachment) => attachmentDTO(context, attachment)),
    dispute: disputeDTO(context, deal),
  };
}

/** The deal an act was about, out of what the act gave back. */
export function dealOf(
  context: HttpContext,
  state: { readonly invoice: Invoice; readonly deals: readonly Deal[] },
  dealId: string,
  sees: 'maker' | 'payment' = 'maker',
): object {
  const deal = state.deals.find(({ id }) => id === dealId);
  if (deal === undefined) throw new AppError('not_found');
  return dealDTO(context, deal, state.invoice.storeId, sees);
}

export function attachmentDTO(context: HttpContext, attachment: Attachment): object {
  const { fileName, mediaType, sizeBytes, addedAt } = attachment;
  return {
    link: attachmentLink(context, attachment),
    fileName,
    mediaType,
    sizeBytes,
    addedAt: formatTimestamp(addedAt),
  };
}

export function timestampOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatTimestamp(instant);
}

function disputeDTO(context: HttpContext, { type, dispute }: Deal): object | null {
  if (dispute === null) return null;
  const { reason, amount, result, from, openedAt, deadlineAt } = dispute;
  const attachment = dispute.attachment === null ? null : attachmentDTO(context, dispute.attachment);
  return {
    reason,
    amount,
    result,
    from,
    ifAccepted: ifAccepted[type][reason],
    openedAt: formatTimestamp(openedAt),
    deadlineAt: formatTimestamp(deadlineAt),
    isOverdue: result === null && deadlineAt <= context.clock(),
    attachment,
  };
}
