import type pg from 'pg';
import { deleteOldAnswers } from '../storage/sweep.ts';
import { Loop } from './loop.ts';

const pauseMs = 60_000;
/** The contract promises 24 hours at least. */
const answersKeptMs = 48 * 3_600_000;
const answersPerStepMax = 5_000;

/** Forgets answers to idempotency keys that nobody repeats any more. */
export function createSweepWorker(options: {
  readonly pool: pg.Pool;
  readonly clock: () => number;
  readonly failed: (error: unknown) => void;
}): Loop {
  return new Loop({
    pauseMs,
    failed: options.failed,
    async step() {
      const deleted = await deleteOldAnswers(options.pool, options.clock() - answersKeptMs, answersPerStepMax);
      return deleted === answersPerStepMax ? 'more' : 'idle';
    },
  });
}
