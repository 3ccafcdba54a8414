import type { Invoice, InvoiceStatus } from '../../src/domain/invoices/invoice.ts';
import type { Notification } from '../../src/domain/invoices/notification.ts';
import { feedText } from '../store/memory-store.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

export const notificationLaws = {
  notified: 'every status change was notified, in order',
  moves: 'an invoice moves only as the contract allows',
  feed: 'the feed of a store counts every notification once, without a gap',
} as const;

/** Which status may follow which. */
const moves: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  new: ['paid', 'canceled', 'expired', 'dispute'],
  // Money that came late still pays.
  canceled: ['paid', 'dispute'],
  expired: ['paid', 'dispute'],
  // A payout that turned out not to be paid.
  paid: ['dispute', 'new', 'canceled'],
  dispute: ['paid', 'new', 'canceled', 'expired'],
};

export class NotificationLaws implements Law {
  readonly #written = new Map<number, number>();

  committed({ store, changes, replaced }: Commit): void {
    const written = new Map<string, Notification[]>();
    for (const notification of changes.notifications.added) {
      const { id } = notification.invoice;
      const list = written.get(id);
      if (list === undefined) written.set(id, [notification]);
      else list.push(notification);
    }
    for (const { id } of [...changes.invoices.added, ...changes.invoices.changed]) {
      const before = replaced.invoices.get(id);
      check(store.invoices.get(id) as Invoice, before, written.get(id) ?? []);
      written.delete(id);
    }
    for (const { invoice } of changes.notifications.added) {
      const number = (this.#written.get(invoice.storeId) ?? 0) + 1;
      this.#written.set(invoice.storeId, number);
      const isCounted = store.feed.get(feedText(invoice.storeId, number))?.invoice === invoice;
      mustHold(isCounted, notificationLaws.feed, invoice.id, () => `store ${invoice.storeId}, number ${number}`);
    }
    for (const id of written.keys()) mustHold(false, notificationLaws.notified, id, () => 'the invoice did not change');
  }
}

function check(invoice: Invoice, before: Invoice | undefined, written: readonly Notification[]): void {
  let { status, sequence } = before ?? ({ status: 'new', sequence: 0 } as const);
  for (const { invoice: shown } of written) {
    const isNext = shown.sequence === sequence + 1;
    mustHold(isNext, notificationLaws.notified, invoice.id, () => `number ${shown.sequence} after ${sequence}`);
    const isAllowed = moves[status].includes(shown.status);
    mustHold(isAllowed, notificationLaws.moves, invoice.id, () => `from ${status} to ${shown.status}`);
    ({ status, sequence } = shown);
  }
  mustHold(status === invoice.status && sequence === invoice.sequence, notificationLaws.notified, invoice.id, () => {
    return `is ${invoice.status} with ${invoice.sequence}, the last one told is ${status} with ${sequence}`;
  });
}
