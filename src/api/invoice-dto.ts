import { type Catalogue, storeOf } from '../domain/catalogue.ts';
import { type Attachment, type Deal, isActive } from '../domain/deal.ts';
import { asOf } from '../domain/expiry.ts';
import type { Invoice, PayoutRequisites } from '../domain/invoice.ts';
import { disputeShape, optionalMoney, paymentShape } from '../domain/invoice-shape.ts';
import type { OptionRecord } from '../domain/option-record.ts';
import { formatRate } from '../domain/rates.ts';
import { findBank, findOption } from '../domain/reference-entries.ts';
import { kindOfNumber } from '../domain/requisite-number.ts';
import { formatTimestamp } from '../domain/timestamp.ts';
import { receiptLink } from '../http/receipt-links.ts';
import type { HttpContext } from './context.ts';

/** How invoices and deals look on the wire. Names and presence of each field are the interface's, to the letter. */
interface State {
  readonly invoice: Invoice;
  readonly deals: readonly Deal[];
}

/** The answer to create, start-deal, confirm-transfer, dispute and both reads. */
export function invoiceDTO(context: HttpContext, state: State, shape: 'created' | 'full'): object {
  const catalogue = context.catalogue();
  const { invoice, deals } = asOf(state.invoice, state.deals, context.clock());
  const store = storeOf(catalogue, invoice.storeId);
  const fiat = (minor: bigint | null) => optionalMoney(catalogue, minor, invoice.currency);
  const settled = (minor: bigint | null) => optionalMoney(catalogue, minor, store.settlementCurrency);
  return {
    id: invoice.id,
    internalId: invoice.internalId,
    userId: invoice.userId,
    type: invoice.type,
    status: invoice.status,
    paymentMethod: invoice.paymentMethod,
    paymentOption: invoice.paymentOption,
    paymentRequisites: requisitesDTO(invoice.requisites),
    sum: fiat(invoice.amount),
    storeId: store.id,
    storeName: store.name,
    receivedSumFromTaker: fiat(invoice.receivedFromTaker),
    receivedSumFromMaker: settled(invoice.receivedFromMaker),
    serviceFeeSum: settled(invoice.serviceFee),
    payoutSum: settled(invoice.payoutSum),
    createdAt: formatTimestamp(invoice.createdAt),
    expireAt: formatTimestamp(invoice.expireAt),
    updatedAt: formatTimestamp(invoice.updatedAt),
    invoiceUrl: payerPage(context, invoice.id),
    deals: deals.map((deal) => dealDTO(context, catalogue, deal, store.settlementCurrency, shape)),
  };
}

/** The shorter answer to cancel. Note `expiredAt`: the interface spells it so here. */
export function canceledInvoiceDTO(context: HttpContext, { invoice }: State): object {
  const page = payerPage(context, invoice.id);
  return {
    id: invoice.id,
    internalId: invoice.internalId,
    type: invoice.type,
    paymentMethod: invoice.paymentMethod,
    paymentOption: invoice.paymentOption,
    paymentRequisites: requisitesDTO(invoice.requisites),
    expiredAt: formatTimestamp(invoice.expireAt),
    sum: optionalMoney(context.catalogue(), invoice.amount, invoice.currency),
    status: invoice.status,
    deals: [],
    successUrl: invoice.successUrl ?? page,
    cancelUrl: invoice.cancelUrl ?? page,
    isSumChanged: invoice.isSumChanged,
    flow: 'DEFAULT',
    flowData: null,
  };
}

function dealDTO(
  context: HttpContext,
  catalogue: Catalogue,
  deal: Deal,
  settlementCurrency: string,
  shape: 'created' | 'full',
): object {
  const link = (attachment: Attachment) => attachmentLink(context, attachment);
  const created = {
    id: deal.id,
    type: deal.type,
    status: deal.status,
    paymentMethodName: findBank(catalogue, deal.currency, deal.paymentMethod)?.name ?? deal.paymentMethod,
    paymentMethod: deal.paymentMethod,
    paymentOption: deal.paymentOption,
    requisites: { requisites: deal.number, holder: deal.holder },
    canceledAt: formatTimestamp(deal.deadlineAt),
    ...disputeShape(deal, link),
    payment: paymentShape(catalogue, deal, settlementCurrency),
    rate: formatRate(deal.rate),
    isActive: isActive(deal.status),
    qrCodeLink: qrCodeLink(context, deal, { isPayable: true }),
  };
  if (shape === 'created') return created;
  return {
    ...created,
    disputeResult: deal.dispute?.result ?? null,
    attachments: deal.attachments.map(link),
  };
}

/** The holder is optional: absent when the merchant named none. */
function requisitesDTO(given: PayoutRequisites | null): object | null {
  return given === null || given.holder !== null ? given : { requisites: given.requisites };
}

export function attachmentLink(context: HttpContext, attachment: Attachment): string {
  const expiresAtMs = context.clock() + context.receiptLinkTtlMs;
  return context.publicUrl() + receiptLink(context.linkKey, { ...attachment, expiresAtMs });
}

/**
 * The link that pays the deal, where its way to pay has one. Else an image of the public interface: of the payment page, or
 * of the number itself, which belongs to one deal and says so in its address.
 */
export function qrCodeLink(context: HttpContext, deal: Deal, { isPayable }: { readonly isPayable: boolean }): string {
  const catalogue = context.catalogue();
  const link = isPayable ? linkOf(catalogue, deal) : null;
  if (link !== null) return link;
  const image = `${context.publicUrl()}/api/public/invoices/${deal.invoiceId}/qr-code`;
  const isOfNumber = isPayable && deal.type === 'in' && qrCarries(catalogue, deal) === 'number';
  return isOfNumber ? `${image}?deal=${deal.id}&format=svg` : image;
}

/** The link that pays a deal, where its way to pay has one. A number from before the way had links is none. */
export function linkOf(catalogue: Catalogue, deal: Deal): string | null {
  const hasLink = findOption(catalogue, deal.paymentOption)?.hasLink === true;
  return hasLink && deal.type === 'in' && kindOfNumber(deal.number) === 'link' ? deal.number : null;
}

export function qrCarries(catalogue: Catalogue, deal: Deal): OptionRecord['qrCarries'] {
  return findOption(catalogue, deal.paymentOption)?.qrCarries ?? 'page';
}

export function payerPage(context: HttpContext, invoiceId: string): string {
  return `${context.publicUrl()}/pay/${invoiceId}`;
}
