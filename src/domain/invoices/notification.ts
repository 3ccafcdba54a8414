import type { Instant } from '../text/timestamp.ts';
import { type Deal, mattersNow, newestDeal } from './deal.ts';
import type { Invoice } from './invoice.ts';

/**
 * A notification is the fact that an invoice's status changed, with the invoice and its deal as they were then. It is
 * written in the transaction of the change; sending it is somebody else's work.
 */
export interface Notification {
  readonly invoice: Invoice;
  readonly deal: Deal | null;
  readonly createdAt: Instant;
}

/**
 * Counts the status change on the invoice; the notification shows the invoice as counted. A dispute over a deal that had ended
 * is decided here and seen nowhere else: where no deal matters now, that one is shown, with its result.
 */
export function notifyStatus(
  invoice: Invoice,
  { deals, decidedId = null }: { readonly deals: readonly Deal[]; readonly decidedId?: string | null },
  now: Instant,
): { invoice: Invoice; notification: Notification } {
  const counted: Invoice = { ...invoice, sequence: invoice.sequence + 1, updatedAt: now };
  const deal = newestDeal(deals.filter(mattersNow)) ?? deals.find(({ id }) => id === decidedId) ?? null;
  return { invoice: counted, notification: { invoice: counted, deal, createdAt: now } };
}
