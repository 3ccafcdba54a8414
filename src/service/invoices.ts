import { findOldestDue } from '../storage/reads/invoices/invoice-reads.ts';
import { countOverdue } from '../storage/reads/workqueue/work-reads.ts';
import { createExpiryWorker, createPayoutHoldWorker } from '../workers/invoices/due-invoices.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

/** What time decides about invoices is written down, and what waits too long is told. */
export function openInvoices({ pool, engine, clock, metrics, lookout, warns }: Core): Capability {
  metrics.gauge('oldest_unexpired_seconds', 'How far the expiry worker is behind; 0 when it is not', async () => {
    const oldest = await findOldestDue(pool);
    return oldest === null ? 0 : Math.max(0, (clock() - oldest) / 1000);
  });
  metrics.gauge('transfers_overdue', 'Confirmed transfers past their deadline; a thousand may be more', () =>
    countOverdue(pool, clock()),
  );
  const expiry = createExpiryWorker({ pool, engine, clock, failed: warns('expiry will be tried again') });
  const failed = warns('crediting payouts will be tried again');
  const payoutHolds = createPayoutHoldWorker({ pool, engine, clock, failed });
  return { api: {}, loops: [lookout.wakes(expiry, 'expiry'), lookout.wakes(payoutHolds, 'payoutHolds')] };
}
