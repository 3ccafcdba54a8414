import type { Decision, View } from '../src/commands/command.ts';
import type { Invoice } from '../src/domain/invoices/invoice.ts';
import type { Transfer } from '../src/domain/ledger/ledger.ts';
import { fiat, settlement } from '../src/domain/money/money.ts';
import { settle } from '../src/domain/payins/settlement.ts';
import { type Changes, noChanges } from '../src/domain/state/changes.ts';

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

/** What was sent too much is taken from the maker twice, and stands apart twice: the books add up. */
export function creditExcessTwice(changes: Changes): Changes {
  const credits = changes.transfers.filter(({ kind }) => kind === 'payin_excess');
  if (credits.length === 0) return changes;
  const twice = (transfer: Transfer): Transfer => {
    const credit = credits.find(({ subjectId }) => subjectId === transfer.subjectId);
    if (credit === undefined || !['payin_excess', 'payin_extend', 'payin_rehold'].includes(transfer.kind))
      return transfer;
    return { ...transfer, amount: settlement(transfer.amount + credit.amount) };
  };
  const excesses = changes.excesses.map((excess) => ({ ...excess, heldSum: settlement(excess.heldSum * 2n) }));
  return { ...changes, transfers: changes.transfers.map(twice), excesses };
}

/** The money stands apart, and nobody has written down whose it is. */
export function forgetExcess(changes: Changes): Changes {
  return { ...changes, excesses: [] };
}

/** A decision about a deal whose excess the store has kept finds nothing apart, and says so in the row: the books add up. */
export function emptyKeptExcess(
  command: string,
  decision: Decision<unknown, unknown>,
  view: View,
): Decision<unknown, unknown> {
  if (command !== 'decide-dispute' || decision.kind !== 'done') return decision;
  const emptied = decision.changes.deals.flatMap(({ id }) => {
    const known = view.excess(id);
    return known === undefined || known.keptAt === null ? [] : [{ ...known, sum: fiat(0n), heldSum: settlement(0n) }];
  });
  return { ...decision, changes: { ...decision.changes, excesses: [...decision.changes.excesses, ...emptied] } };
}

/** The part stands in the sum of the invoice twice: once as a part, once as a deal. */
export function countRestTwice(invoice: Invoice): Invoice {
  const { status, partSum, receivedSum } = invoice;
  if (status !== 'paid' || partSum === null || receivedSum === null) return invoice;
  const twice = fiat(receivedSum + partSum);
  return { ...invoice, receivedSum: twice, shownSum: twice };
}
