import { type Deal, mattersNow, newestDeal } from './deal.ts';
import type { Invoice } from './invoice.ts';
import type { Instant } from './timestamp.ts';

/**
 * A notification is the fact that an invoice's status changed, with the invoice and its deal as they were then. It is
 * written in the transaction of the change; sending it is somebody else's work.
 */
export interface Notification {
  readonly invoice: Invoice;
  readonly deal: Deal | null;
  readonly createdAt: Instant;
}

/** Counts the status change on the invoice; the notification shows the invoice as counted. */
export function notifyStatus(
  invoice: Invoice,
  deals: readonly Deal[],
  now: Instant,
): { invoice: Invoice; notification: Notification } {
  const counted: Invoice = { ...invoice, sequence: invoice.sequence + 1, updatedAt: now };
  return {
    invoice: counted,
    notification: { invoice: counted, deal: newestDeal(deals.filter(mattersNow)) ?? null, createdAt: now },
  };
}
