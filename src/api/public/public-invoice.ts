import { findBank } from '../../domain/catalogue/reference-entries.ts';
import { type Deal, isActive } from '../../domain/invoices/deal.ts';
import { asOf } from '../../domain/invoices/expiry.ts';
import type { Way } from '../../domain/payins/availability.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { maskedNumber } from '../../domain/text/masked-number.ts';
import { formatTimestamp } from '../../domain/text/timestamp.ts';
import type { InvoiceWithDeals } from '../../storage/reads/invoices/invoice-reads.ts';
import { availableWays, possibleWays } from '../available-ways.ts';
import type { ApiContext } from '../context.ts';
import { canceledShape, qrCodeLink } from '../invoice-dto.ts';
import { type PayersInvoice, paymentPage, requisitesSeen, withHeldSum } from './payment-page.ts';
import type { PublicInvoice } from './shapes.ts';

/** The shape that cancel has, and what the payer's page needs beside it. Through the clock, like everything that is shown. */
export async function publicInvoiceDTO(context: ApiContext, state: InvoiceWithDeals): Promise<PublicInvoice> {
  const [whole, ways] = await Promise.all([withHeldSum(context, state), availableWays(context, state)]);
  return withWays(context, whole, ways);
}

/** For an event: what can be had now is not in it, only what there is. */
export function publicInvoiceEvent(context: ApiContext, state: PayersInvoice): PublicInvoice {
  return withWays(context, state, possibleWays(context, state));
}

function withWays(context: ApiContext, state: PayersInvoice, ways: readonly Way[]): PublicInvoice {
  const catalogue = context.catalogue();
  const { invoice, deals } = asOf(state.invoice, state.deals, context.clock());
  const { store, ways: _ways, arrived: _arrived, ...page } = paymentPage(context, state, ways);
  const { frameOrigins: _, ...shownStore } = store;
  const shown = deals.map((deal) => publicDealDTO(context, catalogue, deal));
  return {
    ...canceledShape(context, invoice, { status: invoice.status, deals: shown }),
    // The recipient of a payout is the merchant's business; the recipient can recognise the number by its end.
    paymentRequisites: invoice.requisites === null ? null : { requisites: maskedNumber(invoice.requisites.requisites) },
    createdAt: formatTimestamp(invoice.createdAt),
    storeName: store.name,
    paymentPage: { ...page, store: shownStore },
  };
}

function publicDealDTO(context: ApiContext, catalogue: Catalogue, deal: Deal): PublicInvoice['deals'][number] {
  const requisites = requisitesSeen(deal);
  return {
    id: deal.id,
    type: deal.type,
    status: deal.status,
    paymentMethodName: findBank(catalogue, deal.currency, deal.bank)?.name ?? deal.bank,
    paymentMethod: deal.bank,
    paymentOption: deal.paymentOption,
    requisites: requisites === null ? null : { requisites: requisites.number, holder: requisites.holder },
    canceledAt: formatTimestamp(deal.deadlineAt),
    isActive: isActive(deal.status),
    qrCodeLink: qrCodeLink(context, deal, { isPayable: deal.status !== 'completed' }),
    attachmentCount: deal.attachments.length,
  };
}
