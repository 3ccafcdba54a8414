import type pg from 'pg';
import { toldKeptMs } from '../../domain/alerts/told-kinds.ts';
import { payerKeptMs } from '../../domain/payins/payer-rules.ts';
import { deviceKeptMs } from '../../domain/people/device.ts';
import { attemptsKeptMs } from '../../domain/people/sign-in.ts';
import { piecesKeptMs, uploadOpenMs } from '../../domain/statements/statement-import.ts';
import {
  answers,
  challenges,
  deleteOld,
  deleteOldAttempts,
  devices,
  payers,
  sessions,
  signedRequests,
  signInAttempts,
  toldMessages,
} from '../../storage/installation/sweep.ts';
import { deleteOldPieces, endOldUploads } from '../../storage/statements/statement-files.ts';
import { Loop } from '../loop.ts';

const pauseMs = 60_000;
/** The contract promises 24 hours at least. */
const answersKeptMs = 48 * 3_600_000;
const rowsPerStepMax = 5_000;
/** Of up to four megabytes each. */
const piecesPerStepMax = 50;

/**
 * Forgets answers to idempotency keys and signed requests that nobody repeats any more, old wrong attempts to sign in, ended
 * sessions, unused challenges, forgotten devices, payers and addresses not seen for long, what people were told long ago, the
 * oldest part of the delivery log, and the bytes of old banks' files, whose lines stay. Ends uploads that nobody has started.
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
      await endOldUploads(pool, now - uploadOpenMs, now);
      const deleted = [
        await deleteOld(pool, answers, now - answersKeptMs, rowsPerStepMax),
        await deleteOld(pool, signedRequests, now - answersKeptMs, rowsPerStepMax),
        await deleteOld(pool, signInAttempts, now - attemptsKeptMs, rowsPerStepMax),
        await deleteOldAttempts(pool, now - logKeptMs, rowsPerStepMax),
        await deleteOld(pool, sessions, now, rowsPerStepMax),
        await deleteOld(pool, challenges, now, rowsPerStepMax),
        await deleteOld(pool, devices, now - deviceKeptMs, rowsPerStepMax),
        await deleteOld(pool, payers, now - payerKeptMs, rowsPerStepMax),
        await deleteOld(pool, toldMessages, now - toldKeptMs, rowsPerStepMax),
        await deleteOldPieces(pool, now - piecesKeptMs, piecesPerStepMax),
      ];
      return deleted.includes(rowsPerStepMax) || deleted.at(-1) === piecesPerStepMax ? 'more' : 'idle';
    },
  });
}
