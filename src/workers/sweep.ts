import type pg from 'pg';
import { deviceKeptMs } from '../domain/device.ts';
import { attemptsKeptMs } from '../domain/sign-in.ts';
import {
  deleteEndedSessions,
  deleteOldAnswers,
  deleteOldAttempts,
  deleteOldChallenges,
  deleteOldDevices,
  deleteOldSignedRequests,
  deleteOldSignInAttempts,
} from '../storage/sweep.ts';
import { Loop } from './loop.ts';

const pauseMs = 60_000;
/** The contract promises 24 hours at least. */
const answersKeptMs = 48 * 3_600_000;
const rowsPerStepMax = 5_000;

/** Forgets answers to idempotency keys and signed requests that nobody repeats any more, old wrong attempts to sign in, ended sessions, unused challenges, forgotten devices, and the oldest part of the delivery log. */
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
      const answers = await deleteOldAnswers(pool, clock() - answersKeptMs, rowsPerStepMax);
      const signed = await deleteOldSignedRequests(pool, clock() - answersKeptMs, rowsPerStepMax);
      const signIns = await deleteOldSignInAttempts(pool, clock() - attemptsKeptMs, rowsPerStepMax);
      const attempts = await deleteOldAttempts(pool, clock() - logKeptMs, rowsPerStepMax);
      const sessions = await deleteEndedSessions(pool, clock(), rowsPerStepMax);
      const challenges = await deleteOldChallenges(pool, clock(), rowsPerStepMax);
      const devices = await deleteOldDevices(pool, clock() - deviceKeptMs, rowsPerStepMax);
      return [answers, signed, signIns, attempts, sessions, challenges, devices].includes(rowsPerStepMax)
        ? 'more'
        : 'idle';
    },
  });
}
