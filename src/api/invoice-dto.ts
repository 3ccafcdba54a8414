import type { OptionRecord } from '../domain/catalogue/option-record.ts';
import { findBank, findOption } from '../domain/catalogue/reference-entries.ts';
import { type Deal, isActive } from '../domain/invoices/deal.ts';
import { asOf } from '../domain/invoices/expiry.ts';
import type { Invoice as InvoiceRow, PayoutRequisites } from '../domain/invoices/invoice.ts';
import { disputeShape, paymentShape } from '../domain/invoices/invoice-shape.ts';
import { kindOfNumber } from '../domain/makers/requisite-number.ts';
import { type Store, storeOf } from '../domain/merchants/store.ts';
import type { SettlementMinor } from '../domain/money/money.ts';
import { fiatDTO, settlementDTO } from '../domain/money/money-dto.ts';
import { formatRate } from '../domain/rates/rates.ts';
import type { Attachment } from '../domain/receipts/attachment.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import { formatTimestamp } from '../domain/text/timestamp.ts';
import { receiptLink } from '../http/receipt-links.ts';
import type { ApiContext } from './context.ts';
import type { CanceledInvoice, CreatedInvoice, Invoice } from './invoice-schemas.ts';

/** How invoices and deals look on the wire. */
interface State {
  readonly invoice: InvoiceRow;
  readonly deals: readonly Deal[];
}

export function createdInvoiceDTO(context: ApiContext, state: State): CreatedInvoice {
  return invoiceWith(context, state, createdDealDTO);
}

export function invoiceDTO(context: ApiContext, state: State): Invoice {
  return invoiceWith(context, state, dealDTO);
}

/** What stays true of an invoice whatever is shown of its deals. */
export function invoiceFacts(context: ApiContext, state: State): Omit<Invoice, 'deals'> {
  const { deals: _, ...facts } = invoiceWith(context, state, () => null);
  return facts;
}

/** Written in one go: to copy an object of twenty properties takes longer than to make it. */
function invoiceWith<DealSeen>(
  context: ApiContext,
  state: State,
  dealOf: (context: ApiContext, deal: Deal, store: Store) => DealSeen,
) {
  const catalogue = context.catalogue();
  const { invoice, deals } = asOf(state.invoice, state.deals, context.clock());
  const store = storeOf(catalogue, invoice.storeId);
  const settled = (sum: SettlementMinor | null) => settlementDTO(catalogue, sum, store);
  return {
    id: invoice.id,
    internalId: invoice.internalId,
    userId: invoice.userId,
    type: invoice.type,
    status: invoice.status,
    paymentMethod: invoice.bank,
    paymentOption: invoice.paymentOption,
    paymentRequisites: requisitesDTO(invoice.requisites),
    sum: fiatDTO(catalogue, invoice.shownSum, invoice),
    storeId: store.id,
    storeName: store.name,
    receivedSumFromTaker: fiatDTO(catalogue, invoice.receivedSum, invoice),
    receivedSumFromMaker: settled(invoice.makerSum),
    serviceFeeSum: settled(invoice.feeSum),
    payoutSum: settled(invoice.payoutSum),
    createdAt: formatTimestamp(invoice.createdAt),
    expireAt: formatTimestamp(invoice.expireAt),
    updatedAt: formatTimestamp(invoice.updatedAt),
    invoiceUrl: payerPage(context, invoice.id),
    // A program that takes the first one gets the one that matters most: what came in part stands behind it.
    deals: [...deals].sort((left, right) => right.ordinal - left.ordinal).map((deal) => dealOf(context, deal, store)),
  };
}

export function canceledInvoiceDTO(context: ApiContext, { invoice }: State): CanceledInvoice {
  return canceledShape(context, invoice, { status: 'canceled', deals: [] });
}

/** The answer to cancel; a payer sees the same of an invoice in any state. */
export function canceledShape<Status extends string, DealSeen>(
  context: ApiContext,
  invoice: InvoiceRow,
  { status, deals }: { readonly status: Status; readonly deals: DealSeen[] },
) {
  const page = payerPage(context, invoice.id);
  return {
    id: invoice.id,
    internalId: invoice.internalId,
    type: invoice.type,
    paymentMethod: invoice.bank,
    paymentOption: invoice.paymentOption,
    paymentRequisites: requisitesDTO(invoice.requisites),
    expiredAt: formatTimestamp(invoice.expireAt),
    sum: fiatDTO(context.catalogue(), invoice.shownSum, invoice),
    status,
    deals,
    successUrl: invoice.successUrl ?? page,
    cancelUrl: invoice.cancelUrl ?? page,
    isSumChanged: invoice.isSumChanged,
    flow: 'DEFAULT' as const,
    flowData: null,
  };
}

function createdDealDTO(context: ApiContext, deal: Deal, store: Store): CreatedInvoice['deals'][number] {
  const catalogue: Catalogue = context.catalogue();
  return {
    id: deal.id,
    type: deal.type,
    status: deal.status,
    paymentMethodName: findBank(catalogue, deal.currency, deal.bank)?.name ?? deal.bank,
    paymentMethod: deal.bank,
    paymentOption: deal.paymentOption,
    requisites: { requisites: deal.number, holder: deal.holder },
    canceledAt: formatTimestamp(deal.deadlineAt),
    ...disputeShape(deal, (attachment) => attachmentLink(context, attachment)),
    payment: paymentShape(catalogue, deal, store),
    rate: formatRate(deal.rate),
    isActive: isActive(deal.status),
    qrCodeLink: qrCodeLink(context, deal, { isPayable: true }),
  };
}

function dealDTO(context: ApiContext, deal: Deal, store: Store): Invoice['deals'][number] {
  // Added to it, as to copy an object into a longer one takes ten times as long.
  return Object.assign(createdDealDTO(context, deal, store), {
    disputeResult: deal.dispute?.result ?? null,
    attachments: deal.attachments.map((attachment) => attachmentLink(context, attachment)),
  });
}

/** The holder is optional: absent when the merchant named none. */
function requisitesDTO(given: PayoutRequisites | null): Invoice['paymentRequisites'] {
  return given === null || given.holder !== null ? given : { requisites: given.requisites };
}

export function attachmentLink(context: ApiContext, attachment: Attachment): string {
  const expiresAtMs = context.clock() + context.receiptLinkTtlMs;
  return context.publicUrl() + receiptLink(context.linkKey, { ...attachment, expiresAtMs }, context.cell);
}

/**
 * The link that pays the deal, where its way to pay has one. Else an image of the public interface: of the payment page, or
 * of the number itself, which belongs to one deal and says so in its address.
 */
export function qrCodeLink(context: ApiContext, deal: Deal, { isPayable }: { readonly isPayable: boolean }): string {
  const catalogue = context.catalogue();
  const link = isPayable ? linkOf(catalogue, deal) : null;
  if (link !== null) return link;
  const image = `${context.publicUrl()}/api/public/invoices/${deal.invoiceId}/qr-code`;
  return hasCodeOfNumber(catalogue, deal) ? `${image}?deal=${deal.id}&format=svg` : image;
}

/** Whether there is an image of the deal's number: only while somebody may still pay by it. */
export function hasCodeOfNumber(catalogue: Catalogue, deal: Deal): boolean {
  return deal.type === 'in' && deal.status === 'transfer_waiting' && qrCarries(catalogue, deal) === 'number';
}

/** The link that pays a deal, where its way to pay has one. A number from before the way had links is none. */
export function linkOf(catalogue: Catalogue, deal: Deal): string | null {
  const hasLink = findOption(catalogue, deal.paymentOption)?.hasLink === true;
  return hasLink && deal.type === 'in' && kindOfNumber(deal.number) === 'link' ? deal.number : null;
}

export function qrCarries(catalogue: Catalogue, deal: Deal): OptionRecord['qrCarries'] {
  return findOption(catalogue, deal.paymentOption)?.qrCarries ?? 'page';
}

export function payerPage(context: ApiContext, invoiceId: string): string {
  return `${context.publicUrl()}/pay/${invoiceId}`;
}
