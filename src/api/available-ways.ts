import type { Deal } from '../domain/invoices/deal.ts';
import { asOf, moneyIsOnItsWay } from '../domain/invoices/expiry.ts';
import type { Invoice } from '../domain/invoices/invoice.ts';
import { payinTerms } from '../domain/invoices/lifecycle.ts';
import { storeOf } from '../domain/merchants/store.ts';
import { isFree, type Way, type WayWithRequisites, waysToPay, withoutDeal } from '../domain/payins/availability.ts';
import { nudgedSums, toPay } from '../domain/payins/mispayment.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import { AppError } from '../errors/app-error.ts';
import { readAvailability } from '../storage/reads/invoices/availability-reads.ts';
import type { InvoiceWithDeals } from '../storage/reads/invoices/invoice-reads.ts';
import type { ApiContext } from './context.ts';

/**
 * How many requisites of each way are looked at first: nearly always one of them is free. Only of ways whose first few are
 * busy the rest is looked at, as many as a deal would look at.
 */
const firstLook = 3;
const secondLook = 2_000;

/** The ways to pay an invoice that can be had now; empty when it cannot be paid any more. */
export async function availableWays(context: ApiContext, found: InvoiceWithDeals): Promise<readonly Way[]> {
  const catalogue = context.catalogue();
  const now = context.clock();
  const { invoice: whole, deals } = asOf(found.invoice, found.deals, now);
  if (!isPayable(whole, deals)) return [];
  const invoice = { ...whole, ...toPay(whole) };
  const ways = waysOf(catalogue, invoice);
  const terms = termsOf(catalogue, invoice, now);
  if (terms === null) return [];
  const { policy } = storeOf(catalogue, invoice.storeId);
  const isNudged = nudgedSums(policy, invoice.askedSum, invoice.isRest).length > 0;
  const running = deals.find(({ status }) => status === 'transfer_waiting');
  const look = async (some: readonly WayWithRequisites[], range: (way: WayWithRequisites) => WayWithRequisites) => {
    const looked = some.map(range);
    const requisites = looked.flatMap((way) => way.requisites);
    if (requisites.length === 0) return new Set<string>();
    const view = await readAvailability(context.pool, catalogue, { requisites, amount: invoice.askedSum });
    // One that has run out of time, and nobody has written it down yet, is ended by the next act just the same.
    const own = found.deals.find(({ status }) => status === 'transfer_waiting');
    const seen = own?.type !== 'in' ? view : withoutDeal(catalogue, view, own);
    const { askedSum, currency } = invoice;
    const wish = { ...terms, store: storeOf(catalogue, invoice.storeId), askedSum, currency, now };
    // One that is busy with just this sum can be had for a little less, where the store says so.
    const offered = isNudged ? { ...seen, occupant: () => undefined } : seen;
    return new Set(looked.filter((way) => isFree(catalogue, offered, way.requisites, wish)).map(nameOf));
  };
  const first = await look(ways, (way) => ({ ...way, requisites: someOf(way.requisites, now) }));
  const busy = ways.filter((way) => !first.has(nameOf(way)) && way.requisites.length > firstLook);
  const second = await look(busy, (way) => ({ ...way, requisites: way.requisites.slice(0, secondLook) }));
  const isOwn = (way: Way) => running?.paymentOption === way.option && running.bank === way.bank;
  return ways
    .filter((way) => isOwn(way) || first.has(nameOf(way)) || second.has(nameOf(way)))
    .map(({ option, bank }) => ({ option, bank }));
}

/** The same as the merchant interface writes it, where a bank is a method. */
export async function availableVariants(context: ApiContext, found: InvoiceWithDeals) {
  return (await availableWays(context, found)).map(({ option, bank }) => ({ option, method: bank }));
}

/** The same by settings alone, busy requisites included: for events, which must not ask the database for every open page. */
export function possibleWays(context: ApiContext, found: InvoiceWithDeals): readonly Way[] {
  const catalogue = context.catalogue();
  const { invoice, deals } = asOf(found.invoice, found.deals, context.clock());
  return isPayable(invoice, deals) ? waysOf(catalogue, { ...invoice, ...toPay(invoice) }) : [];
}

function waysOf(catalogue: Catalogue, invoice: Invoice & ReturnType<typeof toPay>): readonly WayWithRequisites[] {
  return waysToPay(catalogue, { ...invoice, store: storeOf(catalogue, invoice.storeId) });
}

function isPayable({ type, status }: Invoice, deals: readonly Deal[]): boolean {
  return type === 'in' && status === 'new' && !deals.some(moneyIsOnItsWay);
}

/** Null when there is no rate that is good: then nothing can be started at all. */
function termsOf(catalogue: Catalogue, invoice: Invoice, now: Instant) {
  try {
    return payinTerms(catalogue, storeOf(catalogue, invoice.storeId), invoice, now);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Another few each time, so that a way is not judged by the same busy ones. */
function someOf<Item>(items: readonly Item[], seed: number): readonly Item[] {
  if (items.length <= firstLook) return items;
  const start = seed % items.length;
  return Array.from({ length: firstLook }, (_, index) => items[(start + index) % items.length] as Item);
}

function nameOf({ option, bank }: Way): string {
  return `${option} ${bank}`;
}
