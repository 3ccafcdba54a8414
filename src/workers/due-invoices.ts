import type pg from 'pg';
import type { Command } from '../commands/command.ts';
import type { Engine } from '../engine/engine.ts';
import { unaskedPauseMs } from './lookout.ts';
import { Loop } from './loop.ts';

export interface DueWorkerOptions {
  readonly pool: pg.Pool;
  readonly engine: Engine;
  readonly clock: () => number;
  readonly failed: (error: unknown) => void;
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
export function createDueWorker<Due>(work: DueWork<Due>, { pool, engine, clock, failed }: DueWorkerOptions): Loop {
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
