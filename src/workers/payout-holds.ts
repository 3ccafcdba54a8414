import type pg from 'pg';
import { creditPayout } from '../commands/credit-payout.ts';
import type { Engine } from '../engine/engine.ts';
import { findPayoutsToCredit } from '../storage/reads/invoice-reads.ts';
import { Loop } from './loop.ts';

const pauseMs = 1_000;
const payoutsPerStepMax = 200;

/**
 * Credits makers for payouts to whose proof nobody has objected in time. Several processes may run it: a command that comes
 * second does nothing.
 */
export function createPayoutHoldWorker(options: {
  readonly pool: pg.Pool;
  readonly engine: Engine;
  readonly clock: () => number;
  readonly failed: (error: unknown) => void;
}): Loop {
  return new Loop({
    pauseMs,
    failed: options.failed,
    async step() {
      const due = await findPayoutsToCredit(options.pool, options.clock(), payoutsPerStepMax);
      const results = await Promise.allSettled(due.map((one) => options.engine.submit(creditPayout(one))));
      const rejected = results.find((result) => result.status === 'rejected');
      if (rejected !== undefined) throw rejected.reason;
      const isProgress = results.some((result) => result.status === 'fulfilled' && result.value);
      return isProgress && due.length >= payoutsPerStepMax ? 'more' : 'idle';
    },
  });
}
