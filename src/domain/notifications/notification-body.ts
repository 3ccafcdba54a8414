import type { Deal } from '../invoices/deal.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { disputeShape, paymentShape } from '../invoices/invoice-shape.ts';
import type { Notification } from '../invoices/notification.ts';
import { storeOf } from '../merchants/store.ts';
import type { SettlementMinor } from '../money/money.ts';
import { fiatDTO, settlementDTO } from '../money/money-dto.ts';
import { formatRate } from '../rates/rates.ts';
import type { Attachment } from '../receipts/attachment.ts';
import type { Catalogue } from '../state/catalogue.ts';
import { formatTimestamp } from '../text/timestamp.ts';

/** What a body is made from beside the notification itself. */
export interface BodyContext {
  readonly catalogue: Catalogue;
  /** Links expire, so each sending makes its own. */
  readonly attachmentLink: (attachment: Attachment) => string;
}

/** What a merchant is sent when an invoice's status has changed. Names and presence of each field are the contract's. */
export function notificationBody(context: BodyContext, notification: Notification) {
  const { invoice, deal, createdAt } = notification;
  return {
    notificationType: 'invoice' as const,
    notificationDate: formatTimestamp(createdAt),
    sequence: invoice.sequence,
    askedSum: fiatDTO(context.catalogue, invoice.askedSum, invoice),
    isSumChanged: invoice.isSumChanged,
    reason: invoice.sumReason,
    invoice: invoiceShape(context, invoice, deal),
  };
}

function invoiceShape(context: BodyContext, invoice: Invoice, deal: Deal | null) {
  const { catalogue } = context;
  const store = storeOf(catalogue, invoice.storeId);
  const settled = (sum: SettlementMinor | null) => settlementDTO(catalogue, sum, store);
  return {
    id: invoice.id,
    internalId: invoice.internalId,
    userId: invoice.userId,
    type: invoice.type,
    status: invoice.status,
    sum: fiatDTO(catalogue, invoice.shownSum, invoice),
    storeId: store.id,
    storeName: store.name,
    receivedSumFromTaker: fiatDTO(catalogue, invoice.receivedSum, invoice),
    receivedSumFromMaker: settled(invoice.makerSum),
    serviceFeeSum: settled(invoice.feeSum),
    payoutSum: settled(invoice.payoutSum),
    rate: deal && formatRate(deal.rate),
    createdAt: formatTimestamp(invoice.createdAt),
    expireAt: formatTimestamp(invoice.expireAt),
    updatedAt: formatTimestamp(invoice.updatedAt),
    deal: deal && dealShape(context, deal, invoice),
  };
}

function dealShape({ catalogue, attachmentLink }: BodyContext, deal: Deal, { storeId }: Invoice) {
  return {
    id: deal.id,
    type: deal.type,
    status: deal.status,
    paymentMethod: deal.bank,
    paymentOption: deal.paymentOption,
    requisites: { requisites: deal.number, holder: deal.holder },
    canceledAt: formatTimestamp(deal.deadlineAt),
    ...disputeShape(deal, attachmentLink),
    payment: paymentShape(catalogue, deal, storeOf(catalogue, storeId)),
    attachments: deal.attachments.map(attachmentLink),
    disputeResult: deal.dispute?.result ?? null,
  };
}
