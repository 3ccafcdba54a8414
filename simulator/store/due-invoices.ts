import type { Deal } from '../../src/domain/invoices/deal.ts';
import { moneyIsOnItsWay } from '../../src/domain/invoices/expiry.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';

/** The expiry indexes: invoices by the minute in which they or their deals come due. */
export class DueInvoices {
  readonly #minutes = new Map<number, Set<string>>();
  #oldest = Number.POSITIVE_INFINITY;

  add(invoiceId: string, dueAt: Instant): void {
    const minute = minuteOf(dueAt);
    const ids = this.#minutes.get(minute);
    if (ids === undefined) this.#minutes.set(minute, new Set([invoiceId]));
    else ids.add(invoiceId);
    if (minute < this.#oldest) this.#oldest = minute;
  }

  /** Takes out those whose time has come by then. A caller that finds one due puts it back until it is written down. */
  take(now: Instant, countMax: number): string[] {
    const taken: string[] = [];
    const last = Math.floor(now / minuteMs);
    for (let minute = this.#oldest; minute <= last && taken.length < countMax; minute++) {
      const ids = this.#minutes.get(minute);
      if (ids !== undefined) taken.push(...ids);
      this.#minutes.delete(minute);
      this.#oldest = minute + 1;
    }
    return taken;
  }
}

const minuteMs = 60_000;

function minuteOf(instant: Instant): number {
  return Math.ceil(instant / minuteMs);
}

/** As the statement `due-invoices` of the database has it. */
export function isDue(invoice: Invoice, deals: readonly Deal[], now: Instant): boolean {
  if (invoice.status !== 'new') return false;
  if (invoice.expireAt <= now && !deals.some(moneyIsOnItsWay)) return true;
  return deals.some(
    (deal) =>
      (deal.status === 'new' || deal.status === 'transfer_waiting') &&
      deal.deadlineAt <= now &&
      !(deal.type === 'out' && deal.status === 'transfer_waiting'),
  );
}
