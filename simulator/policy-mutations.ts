import type { Decision, View } from '../src/commands/command.ts';
import { noChanges } from '../src/domain/changes.ts';
import type { Invoice } from '../src/domain/invoice.ts';
import { fiat } from '../src/domain/money.ts';
import { settle } from '../src/domain/settlement.ts';

/** Mistakes somebody could make with sums other than those asked for. */

/** What the store tolerates is taken off what the maker owes as well: the books add up, and the maker keeps the difference. */
export function tolerateForMaker(
  command: string,
  decision: Decision<unknown, unknown>,
  view: View,
): Decision<unknown, unknown> {
  if (command !== 'record-arrival' || decision.kind !== 'done') return decision;
  const { arrivals, audits } = decision.changes;
  const [arrival] = arrivals;
  if (arrival?.status !== 'matched' || arrival.exception !== 'short') return decision;
  const wanted = decision.changes.deals.find(({ id }) => id === arrival.dealId);
  const invoice = view.invoice(wanted?.invoiceId ?? '');
  const deals = view.dealsOf(invoice?.id ?? '');
  const deal = deals.find(({ id }) => id === arrival.dealId);
  if (invoice === undefined || deal === undefined || decision.changes.notifications.length === 0) return decision;
  const missing = deal.askedSum - arrival.amount;
  if (missing >= arrival.amount) return decision;
  const changes = noChanges();
  settle({ invoice, deals }, deal, fiat(arrival.amount - missing), view, {
    catalogue: view.catalogue,
    now: view.now,
    changes,
  });
  changes.arrivals.push(...arrivals);
  changes.audits.push(...audits);
  return { ...decision, changes };
}

/** The part stands in the sum of the invoice twice: once as a part, once as a deal. */
export function countRestTwice(invoice: Invoice): Invoice {
  const { status, partSum, receivedSum } = invoice;
  if (status !== 'paid' || partSum === null || receivedSum === null) return invoice;
  const twice = fiat(receivedSum + partSum);
  return { ...invoice, receivedSum: twice, shownSum: twice };
}
