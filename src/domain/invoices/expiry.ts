import type { Instant } from '../text/timestamp.ts';
import { type Deal, mattersNow } from './deal.ts';
import type { Invoice } from './invoice.ts';

/**
 * Time decides what is expired, not the worker that writes it down: a read, and every act, looks at an invoice through
 * `dueDeal` and `invoiceIsDue` first, so an expired thing is never shown or used as active.
 */
export function dueDeal(deals: readonly Deal[], now: Instant): Deal | undefined {
  return deals.find((deal) => (deal.status === 'transfer_waiting' || deal.status === 'new') && dealIsDue(deal, now));
}

function dealIsDue(deal: Deal, now: Instant): boolean {
  // A payout that a maker has taken is being paid; only the maker or an operator ends it.
  if (deal.type === 'out' && deal.status !== 'new') return false;
  return deal.deadlineAt <= now;
}

/** A confirmed transfer, or a payout a maker has taken, keeps the invoice open past its time: money is on its way. */
export function invoiceIsDue(invoice: Invoice, deals: readonly Deal[], now: Instant): boolean {
  if (invoice.status !== 'new' || invoice.expireAt > now) return false;
  return !deals.some((deal) => moneyIsOnItsWay(deal));
}

export function moneyIsOnItsWay(deal: Deal): boolean {
  return deal.status === 'transfer_confirmed' || (deal.type === 'out' && deal.status === 'transfer_waiting');
}

/** When time next changes how the invoice looks, if nothing else happens before; null: never. */
export function nextExpiry(invoice: Invoice, deals: readonly Deal[], now: Instant): Instant | null {
  if (invoice.status !== 'new' || deals.some(moneyIsOnItsWay)) return null;
  const ends = deals.filter(({ status }) => status === 'transfer_waiting' || status === 'new');
  const ahead = [invoice.expireAt, ...ends.map(({ deadlineAt }) => deadlineAt)].filter((instant) => instant > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

/** A part of the sum has come by it: it stays, however the invoice ends. */
function isPart({ status }: Deal): boolean {
  return status === 'completed';
}

/** The invoice and the deals that matter, as they are at this instant. */
export function asOf(
  invoice: Invoice,
  deals: readonly Deal[],
  now: Instant,
): { invoice: Invoice; deals: readonly Deal[] } {
  if (invoiceIsDue(invoice, deals, now)) {
    return { invoice: { ...invoice, status: 'expired', updatedAt: invoice.expireAt }, deals: deals.filter(isPart) };
  }
  if (invoice.status === 'canceled') return { invoice, deals: [] };
  const due = dueDeal(deals, now);
  return { invoice, deals: deals.filter((deal) => deal !== due && mattersNow(deal)) };
}
