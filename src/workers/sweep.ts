import type pg from 'pg';
import { deviceKeptMs } from '../domain/device.ts';
import { attemptsKeptMs } from '../domain/sign-in.ts';
import {
  answers,
  challenges,
  deleteOld,
  deleteOldAttempts,
  devices,
  sessions,
  signedRequests,
  signInAttempts,
} from '../storage/sweep.ts';
import { Loop } from './loop.ts';

const pauseMs = 60_000;
/** The contract promises 24 hours at least. */
const answersKeptMs = 48 * 3_600_000;
const rowsPerStepMax = 5_000;

/**
 * Forgets answers to idempotency keys and signed requests that nobody repeats any more, old wrong attempts to sign in, ended
 * sessions, unused challenges, forgotten devices, and the oldest part of the delivery log.
 */
export function createSweepWorker(options: {
  readonly pool: pg.Pool;
  readonly clock: () => number;
  /** How long the delivery log is kept. */
  readonly logKeptMs: number;
  readonly failed: (error: unknown) => void;
}): Loop {
  return new Loop({
    pauseMs,
    failed: options.failed,
    async step() {
      const { pool, clock, logKeptMs } = options;
      const now = clock();
      const deleted = [
        await deleteOld(pool, answers, now - answersKeptMs, rowsPerStepMax),
        await deleteOld(pool, signedRequests, now - answersKeptMs, rowsPerStepMax),
        await deleteOld(pool, signInAttempts, now - attemptsKeptMs, rowsPerStepMax),
        await deleteOldAttempts(pool, now - logKeptMs, rowsPerStepMax),
        await deleteOld(pool, sessions, now, rowsPerStepMax),
        await deleteOld(pool, challenges, now, rowsPerStepMax),
        await deleteOld(pool, devices, now - deviceKeptMs, rowsPerStepMax),
      ];
      return deleted.includes(rowsPerStepMax) ? 'more' : 'idle';
    },
  });
}
