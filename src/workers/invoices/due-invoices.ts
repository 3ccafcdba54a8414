import type pg from 'pg';
import type { Command } from '../../commands/command.ts';
import { expireInvoice } from '../../commands/invoices/expire-invoice.ts';
import { creditPayout } from '../../commands/payouts/credit-payout.ts';
import type { Engine } from '../../engine/engine.ts';
import { findDueInvoices, findPayoutsToCredit } from '../../storage/reads/invoices/invoice-reads.ts';
import { unaskedPauseMs } from '../lookout.ts';
import { Loop } from '../loop.ts';

interface DueWorkerOptions {
  readonly pool: pg.Pool;
  readonly engine: Engine;
  readonly clock: () => number;
  readonly failed: (error: unknown) => void;
}

/**
 * Writes down what has expired. Readers and acts do not depend on it (time decides), but held balances and requisites come
 * free, and merchants are notified, when it gets there.
 */
export function createExpiryWorker(options: DueWorkerOptions): Loop {
  return createDueWorker({ perStepMax: 500, find: findDueInvoices, command: expireInvoice }, options);
}

/** Credits makers for payouts to whose proof nobody has objected in time. */
export function createPayoutHoldWorker(options: DueWorkerOptions): Loop {
  return createDueWorker({ perStepMax: 200, find: findPayoutsToCredit, command: creditPayout }, options);
}

/** What is due, how to find it, and the command that does it. The lookout says when there is something. */
interface DueWork<Due> {
  readonly perStepMax: number;
  readonly find: (pool: pg.Pool, now: number, limit: number) => Promise<readonly Due[]>;
  /** Answers whether it did anything. */
  readonly command: (due: Due) => Command<boolean>;
}

/**
 * Where one thing was due the next one often follows. Found every half second they would come in bursts, and the last
 * notification of a burst would wait for all the others.
 */
const soonMs = 50;
const againMs = 500;

/** Writes down what time has decided. Several processes may run it: a command that comes second does nothing. */
function createDueWorker<Due>(work: DueWork<Due>, { pool, engine, clock, failed }: DueWorkerOptions): Loop {
  return new Loop({
    pauseMs: unaskedPauseMs,
    soonMs,
    againMs,
    isOnCall: true,
    failed,
    async step() {
      const due = await work.find(pool, clock(), work.perStepMax);
      const results = await Promise.allSettled(due.map((one) => engine.submit(work.command(one))));
      const rejected = results.find((result) => result.status === 'rejected');
      if (rejected !== undefined) throw rejected.reason;
      const isProgress = results.some((result) => result.status === 'fulfilled' && result.value);
      if (!isProgress) return 'idle';
      return due.length >= work.perStepMax ? 'more' : 'soon';
    },
  });
}
