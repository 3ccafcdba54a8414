import type { Actor } from '../../../domain/audit.ts';
import { formatTimestamp, type Instant } from '../../../domain/timestamp.ts';
import { AppError } from '../../../errors.ts';
import { findPast } from '../../../storage/reads/past-reads.ts';
import { findTimeline, type Timeline } from '../../../storage/reads/timeline-reads.ts';
import { instantQuery } from '../../parameters.ts';
import { readRefundDTO, refundFor } from '../../refund-shape.ts';
import type { OperatorContext } from '../endpoint.ts';
import { endpoint } from '../endpoint.ts';
import { invoiceInPath, reachesStore } from '../reach.ts';
import { exampleLife, InvoiceLife, invoiceLifeDTO } from './invoice-life.ts';
import { pastDTO } from './past-shape.ts';

export const readInvoice = endpoint({
  method: 'GET',
  path: '/invoices/:id',
  operationId: 'readInvoice',
  summary: 'Read an invoice with all that ever happened to it',
  description:
    'All deals, transfers, notifications and dispute facts; for an operator also arrivals and the audit log. A merchant sees the transfers of the own accounts. ' +
    'With `at`, all of it as it was at that instant, with the balances of the accounts that its money had touched; `past.ofToday` names the fields that nobody has written down, which are as they are today.',
  tag: 'Invoices and disputes',
  roles: ['operator', 'merchant'],
  scope: 'read',
  params: { id: invoiceInPath },
  query: {
    at: instantQuery(
      'As it was at this instant; instants of this interface are whole seconds, and all of the second counts. As it is now when absent',
    ),
  },
  response: InvoiceLife,
  refusals: ['instant_in_future', 'instant_before_invoice'],
  example: { answer: exampleLife },
  async handle({ context, params, query, actor }) {
    const timeline = await findTimeline(context.pool, params.id);
    if (timeline === null || !reachesStore(context.catalogue(), actor, timeline.invoice.storeId)) {
      throw new AppError('not_found');
    }
    const sees = actor.role === 'operator' ? 'operator' : 'merchant';
    if (query.at === null) {
      return invoiceLifeDTO(context, timeline, await refundsOf(context, timeline, actor), sees);
    }
    const now = context.clock();
    const at = endOfSecond(query.at, now);
    const past = await findPast(context.pool, params.id, at);
    if (past === null) {
      const createdAt = formatTimestamp(timeline.invoice.createdAt);
      throw new AppError('instant_before_invoice', { field: 'at', createdAt });
    }
    // Links to receipts are of now, whatever time is looked at.
    const then = { ...context, clock: () => at, receiptLinkTtlMs: context.receiptLinkTtlMs + now - at };
    const life = invoiceLifeDTO(then, past, await refundsOf(context, past, actor), sees);
    return { ...life, past: pastDTO(context, past, at, sees) };
  },
});

function endOfSecond(asked: Instant, now: Instant): Instant {
  const at = Math.floor(asked / 1000) * 1000;
  if (at > now) throw new AppError('instant_in_future', { field: 'at', now: formatTimestamp(now) });
  return Math.min(at + 999, now);
}

async function refundsOf(context: OperatorContext, { refunds }: Timeline, actor: Actor) {
  return await Promise.all(refunds.map(async (refund) => refundFor(actor, await readRefundDTO(context, refund))));
}
