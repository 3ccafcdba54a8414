import type pg from 'pg';
import { expireInvoice } from '../commands/expire-invoice.ts';
import type { Engine } from '../engine/engine.ts';
import { findDueInvoices } from '../storage/reads/invoice-reads.ts';
import { Loop } from './loop.ts';

const pauseMs = 500;
const invoicesPerStepMax = 500;

/**
 * Writes down what has expired. Readers and acts do not depend on it (time decides), but held balances and requisites come
 * free, and merchants are notified, when it gets there. Several processes may run it: a command that comes second does nothing.
 */
export function createExpiryWorker(options: {
  readonly pool: pg.Pool;
  readonly engine: Engine;
  readonly clock: () => number;
  readonly failed: (error: unknown) => void;
}): Loop {
  return new Loop({
    pauseMs,
    failed: options.failed,
    async step() {
      const due = await findDueInvoices(options.pool, options.clock(), invoicesPerStepMax);
      const results = await Promise.allSettled(due.map((one) => options.engine.submit(expireInvoice(one))));
      const rejected = results.find((result) => result.status === 'rejected');
      if (rejected !== undefined) throw rejected.reason;
      const isProgress = results.some((result) => result.status === 'fulfilled' && result.value);
      return isProgress && due.length >= invoicesPerStepMax ? 'more' : 'idle';
    },
  });
}
