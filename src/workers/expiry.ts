import { expireInvoice } from '../commands/expire-invoice.ts';
import { findDueInvoices } from '../storage/reads/invoice-reads.ts';
import { createDueWorker, type DueWorkerOptions } from './due-invoices.ts';
import type { Loop } from './loop.ts';

/**
 * Writes down what has expired. Readers and acts do not depend on it (time decides), but held balances and requisites come
 * free, and merchants are notified, when it gets there.
 */
export function createExpiryWorker(options: DueWorkerOptions): Loop {
  const work = { perStepMax: 500, find: findDueInvoices, command: expireInvoice };
  return createDueWorker(work, options);
}
