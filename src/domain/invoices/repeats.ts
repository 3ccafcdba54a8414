import type { Instant } from '../text/timestamp.ts';
import type { Invoice, InvoiceStatus } from './invoice.ts';

/**
 * What a payin that is asked for again gets. Internal ID, sum asked for and currency are its name within a store, and
 * a repeat is answered with the invoice of that name: a payer must not be asked twice for one order.
 *
 * | The earlier one is | A repeat gets |
 * |---|---|
 * | `new`, `dispute` | the earlier one |
 * | `paid` | the earlier one for a day, then a new one |
 * | `canceled`, `expired` | a new one |
 */
export const paidAnswersMs = 24 * 3_600_000;

/** An invoice that a request may be a repeat of, as it was seen; nothing is locked yet. */
export type EarlierInvoice = Pick<Invoice, 'id' | 'status' | 'createdAt' | 'updatedAt' | 'holdsName'>;

/** Whether a payin still stands for its name. A paid one was changed last when it was paid. */
export function answersRepeat({ status, updatedAt }: Pick<Invoice, 'status' | 'updatedAt'>, now: Instant): boolean {
  switch (status) {
    case 'new':
    case 'dispute':
      return true;
    case 'paid':
      return now < updatedAt + paidAnswersMs;
    case 'canceled':
    case 'expired':
      return false;
  }
}

/**
 * There are several when an invoice that had ended was disputed or paid after all, and the shop had asked anew by then. What
 * the payer has done counts before what is asked of the payer.
 */
const ranks: Readonly<Record<InvoiceStatus, number>> = { paid: 0, dispute: 1, new: 2, canceled: 3, expired: 3 };

/** Those that a repeat may get, the best first. */
export function repeatsFirst<Earlier extends EarlierInvoice>(earlier: readonly Earlier[], now: Instant): Earlier[] {
  const standing = earlier.filter((one) => answersRepeat(one, now));
  return standing.sort((left, right) => ranks[left.status] - ranks[right.status] || newestFirst(left, right));
}

export type NamedInvoice = EarlierInvoice & Pick<Invoice, 'type' | 'currency' | 'askedSum'>;

/**
 * What one internal ID means: of each sum the payin that a repeat would get, and the payout, which answers its repeats for
 * ever; of these the newest. Where there are none, the newest of all.
 */
export function namedBy(invoices: readonly NamedInvoice[], now: Instant): string | undefined {
  const bySum = new Map<string, NamedInvoice[]>();
  for (const one of invoices.filter(({ type }) => type === 'in')) {
    const sum = `${one.askedSum} ${one.currency}`;
    bySum.set(sum, [...(bySum.get(sum) ?? []), one]);
  }
  const payins = [...bySum.values()].flatMap((same) => repeatsFirst(same, now).slice(0, 1));
  const payouts = invoices.filter(({ type }) => type === 'out');
  const [newest] = [...payins, ...payouts].sort(newestFirst);
  return (newest ?? [...invoices].sort(newestFirst)[0])?.id;
}

function newestFirst(left: EarlierInvoice, right: EarlierInvoice): number {
  return right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1);
}
