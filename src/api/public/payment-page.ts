import { availableVariants } from '../../domain/allocation.ts';
import { type Catalogue, currencyOf, findBank, type Store, storeOf } from '../../domain/catalogue.ts';
import type { Deal, DealStatus } from '../../domain/deal.ts';
import { asOf, moneyIsOnItsWay } from '../../domain/expiry.ts';
import type { Invoice, InvoiceStatus } from '../../domain/invoice.ts';
import { type MoneyDTO, moneyDTO } from '../../domain/money.ts';
import type { Direction, PaymentOption } from '../../domain/payment.ts';
import type { Instant } from '../../domain/timestamp.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import type { InvoiceWithDeals } from '../../storage/reads/invoice-reads.ts';
import type { HttpContext } from '../context.ts';

/**
 * All that the payer's page shows of an invoice, as of one instant: what has expired is shown as expired. Nothing of the
 * merchant or the maker is in it that a payer need not see.
 */
export interface PaymentPage {
  readonly invoiceId: string;
  readonly type: Direction;
  readonly status: InvoiceStatus;
  /** The service's clock when this was read: countdowns follow it, not the reader's clock. */
  readonly now: Instant;
  readonly store: PaymentPageStore;
  readonly sum: MoneyDTO;
  /** Whether a dispute ended with another sum than the one first asked for. */
  readonly isSumChanged: boolean;
  readonly createdAt: Instant;
  readonly expireAt: Instant;
  /** When the invoice got its status; for a paid one, when it was paid. */
  readonly updatedAt: Instant;
  /** Where the merchant wants the payer to go at the end; null where no URL was given. http or https. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** The way to pay that somebody named, the merchant or the payer; null leaves it open. */
  readonly named: { readonly option: PaymentOption | null; readonly bank: PaymentPageBank | null };
  /** The active, completed or disputed deal. */
  readonly deal: PaymentPageDeal | null;
  /** How many deals were started so far: with some, but none running, the last one has ended without money. */
  readonly dealsStarted: number;
  /** The ways to pay that are free now, in the catalogue's order; empty when nothing can be started any more. */
  readonly variants: readonly PaymentPageVariant[];
}

export interface PaymentPageStore {
  readonly name: string;
  /** `#rrggbb`, or null for the house's own. */
  readonly colour: string | null;
  /** The same for dark screens; null: made from the other. */
  readonly darkColour: string | null;
  /** For readers whose browser asks for no language that the page has; null: English. */
  readonly language: string | null;
  /** Origins that may show the page in a frame, as in `https://shop.example`; none when empty. */
  readonly frameOrigins: readonly string[];
}

export interface PaymentPageBank {
  readonly code: string;
  readonly name: string;
  readonly nameRu: string | null;
}

export interface PaymentPageDeal {
  readonly id: string;
  readonly status: DealStatus;
  readonly option: PaymentOption;
  readonly bank: PaymentPageBank;
  /**
   * Of a payin: where to send the money; once it has arrived, only what the number can be recognised by. Null for a payout,
   * whose requisites are nobody's business here.
   */
  readonly requisites: { readonly number: string; readonly holder: string } | null;
  readonly deadlineAt: Instant;
  readonly confirmedAt: Instant | null;
  /** How many receipts were uploaded. */
  readonly receipts: number;
}

export interface PaymentPageVariant {
  readonly option: PaymentOption;
  readonly bank: PaymentPageBank;
}

/** The one way to an invoice for whoever knows its ID; refuses an ID that names nothing. */
export async function readPaymentPage(context: HttpContext, id: string): Promise<PaymentPage> {
  return paymentPage(context, await findPayersInvoice(context, id));
}

/** What is no UUID names nothing. */
export async function findPayersInvoice(context: HttpContext, id: string): Promise<InvoiceWithDeals> {
  const found = isUuid(id) ? await context.reads.invoice(id.toLowerCase()) : undefined;
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** The same of an invoice that was read already. */
export function paymentPage(context: HttpContext, state: InvoiceWithDeals): PaymentPage {
  const catalogue = context.catalogue();
  const now = context.clock();
  const { invoice, deals } = asOf(state.invoice, state.deals, now);
  const store = storeOf(catalogue, invoice.storeId);
  const { colour, darkColour, language, frameOrigins } = store.page;
  return {
    invoiceId: invoice.id,
    type: invoice.type,
    status: invoice.status,
    now,
    store: { name: store.page.name ?? store.name, colour, darkColour, language, frameOrigins },
    sum: moneyDTO(invoice.amount, currencyOf(catalogue, invoice.currency)),
    isSumChanged: invoice.isSumChanged,
    createdAt: invoice.createdAt,
    expireAt: invoice.expireAt,
    updatedAt: invoice.updatedAt,
    successUrl: invoice.successUrl,
    cancelUrl: invoice.cancelUrl,
    named: {
      option: invoice.namedOption,
      bank: invoice.namedMethod === null ? null : bank(catalogue, invoice.currency, invoice.namedMethod),
    },
    deal: dealSeen(catalogue, deals),
    dealsStarted: invoice.dealCount,
    variants: deals.some(moneyIsOnItsWay) ? [] : variantsOf(catalogue, invoice, store),
  };
}

/** Ways to pay that can still be chosen. */
function variantsOf(catalogue: Catalogue, invoice: Invoice, store: Store): readonly PaymentPageVariant[] {
  if (invoice.type === 'out' || invoice.status !== 'new') return [];
  const { amount, currency } = invoice;
  return availableVariants(catalogue, { amount, currency, store }).map(({ option, method }) => ({
    option,
    bank: bank(catalogue, currency, method),
  }));
}

function dealSeen(catalogue: Catalogue, deals: readonly Deal[]): PaymentPageDeal | null {
  // There is one at most: the running one, the completed one or the disputed one.
  const deal = deals.at(-1);
  if (deal === undefined) return null;
  return {
    id: deal.id,
    status: deal.status,
    option: deal.paymentOption,
    bank: bank(catalogue, deal.currency, deal.paymentMethod),
    requisites: requisitesSeen(deal),
    deadlineAt: deal.deadlineAt,
    confirmedAt: deal.confirmedAt,
    receipts: deal.attachments.length,
  };
}

/** A maker's number is shown for as long as somebody may have to pay to it or argue about it, and no longer. */
export function requisitesSeen(deal: Deal): PaymentPageDeal['requisites'] {
  if (deal.type === 'out') return null;
  if (deal.status === 'completed') return { number: maskedNumber(deal.number), holder: '' };
  return { number: deal.number, holder: deal.holder };
}

const digitsShown = 4;

export function maskedNumber(number: string): string {
  const hidden = Math.max(0, number.length - digitsShown);
  return '•'.repeat(hidden) + number.slice(hidden);
}

function bank(catalogue: Catalogue, currency: string, code: string): PaymentPageBank {
  const { name, nameRu } = findBank(catalogue, currency, code) ?? { name: code, nameRu: null };
  return { code, name, nameRu };
}
