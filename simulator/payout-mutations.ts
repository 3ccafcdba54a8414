import type { Decision, InvoiceState, View } from '../src/commands/command.ts';
import type { Deal } from '../src/domain/invoices/deal.ts';
import type { Invoice } from '../src/domain/invoices/invoice.ts';
import { settle } from '../src/domain/payins/settlement.ts';
import { noChanges } from '../src/domain/state/changes.ts';
import type { Meddle } from './decisions.ts';

/** Mistakes somebody could make with the time between a payout's proof and its maker's money. */

/** The proof is taken for the word of somebody who saw the money arrive. */
export function payOnProof(
  command: string,
  decision: Decision<unknown, unknown>,
  view: View,
): Decision<unknown, unknown> {
  if (command !== 'prove-payout' || decision.kind !== 'done') return decision;
  const { invoice, deals } = decision.result as InvoiceState;
  const deal = deals.find(({ status }) => status === 'transfer_confirmed');
  if (deal === undefined) return decision;
  const move = { catalogue: view.catalogue, now: view.now, changes: decision.changes };
  return { ...decision, result: settle({ invoice, deals }, deal, deal.askedSum, view, move) };
}

/** The worker that looks after holds does not look at the clock, or at the clock alone. */
export function creditWhere(isDue: (deal: Deal, invoice: Invoice, view: View) => boolean): Meddle {
  return (command, decision, view, needs) => {
    const invoice = view.invoice(needs.invoiceIds?.[0] ?? '');
    if (command !== 'credit-payout' || decision.kind !== 'done' || invoice?.status !== 'new') return decision;
    const deals = view.dealsOf(invoice.id);
    const deal = deals.find(({ type, status }) => type === 'out' && status === 'transfer_confirmed');
    if (decision.result === true || deal === undefined || !isDue(deal, invoice, view)) return decision;
    const move = { catalogue: view.catalogue, now: view.now, changes: noChanges() };
    settle({ invoice, deals }, deal, deal.askedSum, view, move);
    return { kind: 'done', result: true, changes: move.changes };
  };
}

export function isHeldLongEnough({ confirmedAt }: Deal, { storeId }: Invoice, { catalogue, now }: View): boolean {
  const holdMs = catalogue.stores.get(storeId)?.payoutHoldMs ?? Number.POSITIVE_INFINITY;
  return confirmedAt !== null && confirmedAt + holdMs <= now;
}
