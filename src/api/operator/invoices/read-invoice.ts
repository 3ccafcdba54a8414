import { asOf } from '../../../domain/invoices/expiry.ts';
import type { Invoice } from '../../../domain/invoices/invoice.ts';
import type { Actor } from '../../../domain/people/audit.ts';
import type { Refund } from '../../../domain/refunds/refund.ts';
import { formatTimestamp, type Instant } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { findPast, findStoredLife, type Past } from '../../../storage/reads/invoices/past-reads.ts';
import { findTimeline, type Timeline } from '../../../storage/reads/invoices/timeline-reads.ts';
import { instantQuery } from '../../parameters.ts';
import { linkReader, readRefundDTO, refundDTO, refundFor } from '../../refund-shape.ts';
import { type OperatorContext, readsOf } from '../endpoint.ts';
import { invoiceInPath, reachesStore, storesWithinReach } from '../reach.ts';
import { exampleLife, InvoiceLife, invoiceLifeDTO, readersOf } from './invoice-life.ts';
import { pastDTO } from './past-shape.ts';

const read = readsOf({ tag: 'Invoices and disputes', roles: ['operator', 'merchant'] });

export const readInvoice = read({
  path: '/invoices/:id',
  operationId: 'readInvoice',
  summary: 'Read an invoice with all that ever happened to it',
  description:
    'All deals, transfers, notifications and dispute facts; for an operator also arrivals and the audit log. A merchant sees the transfers of the own accounts, and of a dispute the files of its own side, without the words of a maker. ' +
    'With `at`, all of it as it was at that instant, with the balances of the accounts that its money had touched; `past.ofToday` names the fields that nobody has written down, which are as they are today.',
  params: { id: invoiceInPath },
  query: {
    at: instantQuery(
      'As it was at this instant; instants of this interface are whole seconds, and all of the second counts. As it is now when absent',
    ),
  },
  response: InvoiceLife,
  refusals: ['instant_in_future', 'instant_before_invoice'],
  example: { answer: exampleLife },
  async handle({ context, params, query, actor, signedIn }) {
    if (query.at !== null) return await readPast(context, params.id, query.at, actor);
    const stores = storesWithinReach(context.catalogue(), actor);
    const timeline = requireReached(context, await findTimeline(context.pool, params.id, stores), actor);
    const readers = await readersOf(actor, context, timeline);
    const refunds = timeline.refunds.map(async (refund) =>
      refundFor(linkReader(signedIn), await readRefundDTO(context, refund), readers.authors),
    );
    return invoiceLifeDTO(context, timeline, await Promise.all(refunds), readers);
  },
});

async function readPast(context: OperatorContext, id: string, asked: Instant, actor: Actor) {
  const stored = await findStoredLife(context.pool, id, storesWithinReach(context.catalogue(), actor));
  const today = requireReached(context, stored?.timeline ?? null, actor);
  const now = context.clock();
  const at = endOfSecond(asked, now);
  const past = stored === null ? null : await findPast(context.pool, stored, at);
  if (past === null) {
    throw new AppError('instant_before_invoice', { field: 'at', createdAt: formatTimestamp(today.invoice.createdAt) });
  }
  // Links to receipts are of now, whatever time is looked at. That to the page of a refund is shown without `at` alone.
  const then = { ...context, clock: () => at, receiptLinkTtlMs: context.receiptLinkTtlMs + now - at };
  const readers = await readersOf(actor, context, past);
  const refunds = past.refunds.map((refund) =>
    refundFor({ seesLink: false }, refundDTO(then, refund, payoutAt(past, refund, at)), readers.authors),
  );
  return { ...invoiceLifeDTO(then, past, refunds, readers), past: pastDTO(context, past, at, readers.sees) };
}

function requireReached(context: OperatorContext, timeline: Timeline | null, actor: Actor): Timeline {
  if (timeline === null || !reachesStore(context.catalogue(), actor, timeline.invoice.storeId)) {
    throw new AppError('not_found');
  }
  return timeline;
}

/** As it was at that instant: time may have ended it. */
function payoutAt({ payouts }: Past, { id }: Refund, at: Instant): Invoice | undefined {
  const payout = payouts.get(id);
  return payout === undefined ? undefined : asOf(payout.invoice, payout.deals, at).invoice;
}

function endOfSecond(asked: Instant, now: Instant): Instant {
  const at = Math.floor(asked / 1000) * 1000;
  if (at > now) throw new AppError('instant_in_future', { field: 'at', now: formatTimestamp(now) });
  return Math.min(at + 999, now);
}
