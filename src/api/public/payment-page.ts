import type { OptionRecord } from '../../domain/catalogue/option-record.ts';
import { findBank } from '../../domain/catalogue/reference-entries.ts';
import { activeDeal, type Deal, type DealStatus, newestDeal } from '../../domain/invoices/deal.ts';
import { asOf } from '../../domain/invoices/expiry.ts';
import { type InvoiceStatus, nudgedSum } from '../../domain/invoices/invoice.ts';
import { type Store, storeOf } from '../../domain/merchants/store.ts';
import { type FiatMinor, fiat, type MoneyDTO } from '../../domain/money/money.ts';
import { fiatDTO } from '../../domain/money/money-dto.ts';
import type { Direction } from '../../domain/money/payment.ts';
import type { Way } from '../../domain/payins/availability.ts';
import { toPay } from '../../domain/payins/mispayment.ts';
import { troubleKey } from '../../domain/payins/routing.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { caseNumber } from '../../domain/text/case-number.ts';
import { maskedNumber } from '../../domain/text/masked-number.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { isUuid } from '../../domain/text/uuid.ts';
import { AppError } from '../../errors/app-error.ts';
import type { InvoiceWithDeals } from '../../storage/reads/invoices/invoice-reads.ts';
import { availableWays } from '../available-ways.ts';
import type { ApiContext } from '../context.ts';
import { linkOf, qrCarries } from '../invoice-dto.ts';
import { logoPath } from './store-logos.ts';

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
  /** Of a paid invoice: what came, where that is not what was asked for. */
  readonly arrived: OtherSum | null;
  /** The payer is asked for a little less than the invoice says, in an amount that nobody else has. */
  readonly nudged: OtherSum | null;
  /** A part of the sum has come: how much, of what, and what is missing. `sum` is what is missing then, while it can be sent. */
  readonly part: OtherSum | null;
  /** Money came for the running deal in another sum, and somebody has yet to decide about it. */
  readonly held: OtherSum | null;
  /** What a payer tells the store's support. */
  readonly caseNumber: string;
  readonly createdAt: Instant;
  readonly expireAt: Instant;
  /** When the invoice got its status; for a paid one, when it was paid. */
  readonly updatedAt: Instant;
  /** Where the merchant wants the payer to go at the end; null where no URL was given. http or https. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** The way to pay that somebody named, the merchant or the payer; null leaves it open. */
  readonly named: { readonly option: string | null; readonly bank: PaymentPageBank | null };
  /** The active, completed or disputed deal. */
  readonly deal: PaymentPageDeal | null;
  /** How many deals were started so far: with some, but none running, the last one has ended without money. */
  readonly dealsStarted: number;
  /** The ways to pay that are free now, in the catalogue's order; empty when nothing can be started any more. */
  readonly variants: readonly PaymentPageVariant[];
  /** The records of every way to pay that is named above, in the catalogue's order. */
  readonly ways: readonly OptionRecord[];
}

/** Money that came in another sum than was asked for. */
export interface OtherSum {
  readonly sum: MoneyDTO;
  readonly asked: MoneyDTO;
  readonly difference: MoneyDTO;
  readonly isLess: boolean;
}

export interface PaymentPageStore {
  readonly name: string;
  /** What is sold here, in the store's own words. */
  readonly description: string | null;
  /** Where a payer can ask: https, mailto or tel. */
  readonly supportUrl: string | null;
  /** The path of its logo below the service's root; null: it has none. */
  readonly logo: string | null;
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
  readonly option: string;
  readonly bank: PaymentPageBank;
  /**
   * Of a payin: where to send the money; once it has arrived, only what the number can be recognised by. Null for a payout,
   * whose requisites are nobody's business here.
   */
  readonly requisites: { readonly number: string; readonly holder: string } | null;
  /** An https link that pays this deal, where its way to pay has one; null when there is nothing to pay any more. */
  readonly link: string | null;
  /** What its QR code carries. */
  readonly qrCarries: OptionRecord['qrCarries'];
  readonly deadlineAt: Instant;
  readonly confirmedAt: Instant | null;
  /** How many receipts were uploaded. */
  readonly receipts: number;
}

export interface PaymentPageVariant {
  readonly option: string;
  readonly bank: PaymentPageBank;
  /** Hardly anything arrives through the bank these hours. */
  readonly isTroubled: boolean;
}

/** The one way to an invoice by its ID alone; an unknown ID is refused. */
export async function readPaymentPage(context: ApiContext, id: string): Promise<PaymentPage> {
  const found = await findPayersInvoice(context, id);
  const [state, ways] = await Promise.all([withHeldSum(context, found), availableWays(context, found)]);
  return paymentPage(context, state, ways);
}

/** Anything that is not a UUID is not found. */
export async function findPayersInvoice(context: ApiContext, id: string): Promise<InvoiceWithDeals> {
  const found = isUuid(id) ? await context.reads.invoice(id.toLowerCase(), []) : undefined;
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** An invoice, and the money for its running deal that nobody has decided about; null: there is none. */
export interface PayersInvoice extends InvoiceWithDeals {
  readonly heldSum: FiatMinor | null;
}

export async function withHeldSum(context: ApiContext, state: InvoiceWithDeals): Promise<PayersInvoice> {
  const { type, status } = state.invoice;
  const deal = type === 'in' && status === 'new' ? activeDeal(state.deals) : undefined;
  const arrivals = deal === undefined ? [] : await context.reads.arrivalsOf(deal.id);
  return { ...state, heldSum: arrivals.find((arrival) => arrival.status === 'held')?.amount ?? null };
}

/** The same of an invoice that was read already, with the ways to pay it. */
export function paymentPage(context: ApiContext, state: PayersInvoice, ways: readonly Way[]): PaymentPage {
  const catalogue = context.catalogue();
  const now = context.clock();
  const { invoice, deals } = asOf(state.invoice, state.deals, now);
  const store = storeOf(catalogue, invoice.storeId);
  const variants = ways.map(({ option, bank }) => ({
    option,
    bank: bankSeen(catalogue, invoice.currency, bank),
    isTroubled: catalogue.troubledBanks.has(troubleKey({ currency: invoice.currency, bank })),
  }));
  // Of what came in part the page speaks in words; the deal is the one that runs, or that paid.
  const running = activeDeal(deals);
  const deal = dealSeen(catalogue, invoice.status === 'paid' ? newestDeal(deals) : running);
  const isNew = invoice.status === 'new';
  const nudged = isNew ? nudgedSum(invoice, running) : null;
  const sum = isNew ? (nudged ?? toPay(invoice).askedSum) : invoice.shownSum;
  // Its time may have run out since the money was read.
  const held = isNew && running !== undefined ? state.heldSum : null;
  const named = new Set([invoice.namedOption, deal?.option, ...variants.map(({ option }) => option)]);
  return {
    invoiceId: invoice.id,
    type: invoice.type,
    status: invoice.status,
    now,
    store: storeSeen(store),
    sum: fiatDTO(catalogue, sum, invoice),
    isSumChanged: invoice.isSumChanged,
    nudged: nudged === null ? null : otherSum(catalogue, nudged, invoice),
    arrived:
      invoice.status === 'paid' && invoice.sumReason !== 'nudged'
        ? otherSum(catalogue, invoice.shownSum, invoice)
        : null,
    part: invoice.partSum === null || invoice.status === 'paid' ? null : otherSum(catalogue, invoice.partSum, invoice),
    held: held === null ? null : otherSum(catalogue, held, { askedSum: sum, currency: invoice.currency }),
    caseNumber: caseNumber(invoice.id),
    createdAt: invoice.createdAt,
    expireAt: invoice.expireAt,
    updatedAt: invoice.updatedAt,
    successUrl: invoice.successUrl,
    cancelUrl: invoice.cancelUrl,
    named: {
      option: invoice.namedOption,
      bank: invoice.namedBank === null ? null : bankSeen(catalogue, invoice.currency, invoice.namedBank),
    },
    deal,
    dealsStarted: invoice.dealCount,
    variants,
    ways: catalogue.options.filter(({ code }) => named.has(code)),
  };
}

export function storeSeen({ name, page }: Store): PaymentPageStore {
  const { colour, darkColour, language, frameOrigins, description, supportUrl } = page;
  const look = { description, supportUrl, logo: logoPath(page), colour, darkColour, language, frameOrigins };
  return { name: page.name ?? name, ...look };
}

/** Null when it is just what was asked for. */
function otherSum(
  catalogue: Catalogue,
  sum: FiatMinor,
  asked: { readonly askedSum: FiatMinor; readonly currency: string },
): OtherSum | null {
  if (sum === asked.askedSum) return null;
  const isLess = sum < asked.askedSum;
  const difference = fiat(isLess ? asked.askedSum - sum : sum - asked.askedSum);
  const written = (one: FiatMinor) => fiatDTO(catalogue, one, asked);
  return { sum: written(sum), asked: written(asked.askedSum), difference: written(difference), isLess };
}

function dealSeen(catalogue: Catalogue, deal: Deal | undefined): PaymentPageDeal | null {
  if (deal === undefined) return null;
  return {
    id: deal.id,
    status: deal.status,
    option: deal.paymentOption,
    bank: bankSeen(catalogue, deal.currency, deal.bank),
    requisites: requisitesSeen(deal),
    link: payableLink(catalogue, deal),
    qrCarries: qrCarries(catalogue, deal),
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

/** While there is something to pay: later a link says more than a payer need see. */
function payableLink(catalogue: Catalogue, deal: Deal): string | null {
  return deal.status === 'completed' ? null : linkOf(catalogue, deal);
}

export function bankSeen(catalogue: Catalogue, currency: string, code: string): PaymentPageBank {
  const { name, nameRu } = findBank(catalogue, currency, code) ?? { name: code, nameRu: null };
  return { code, name, nameRu };
}
