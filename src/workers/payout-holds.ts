import { creditPayout } from '../commands/credit-payout.ts';
import { findPayoutsToCredit } from '../storage/reads/invoice-reads.ts';
import { createDueWorker, type DueWorkerOptions } from './due-invoices.ts';
import type { Loop } from './loop.ts';

/** Credits makers for payouts to whose proof nobody has objected in time. */
export function createPayoutHoldWorker(options: DueWorkerOptions): Loop {
  const work = { perStepMax: 200, find: findPayoutsToCredit, command: creditPayout };
  return createDueWorker(work, options);
}
