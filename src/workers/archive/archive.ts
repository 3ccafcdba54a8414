import type pg from 'pg';
import { movedPerStepMax } from '../../domain/archive/archive.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { moveOld, takeStock } from '../../storage/archive/move.ts';
import { Loop, restAfter } from '../loop.ts';

/** Between two rounds through everything that is old enough, and for processes that find another one at it; by the service's clock. */
const roundEveryMs = 600_000;
/** How often that clock is looked at, which costs nothing: that of a sandbox jumps. */
const pauseMs = 1_000;
/** After a step that failed. */
const againMs = 60_000;
/** Of the time of one connection. */
const share = 0.1;

/** Moves what ended long ago out of the living tables. One process does it at a time. */
export function createArchiveWorker(options: {
  readonly pool: pg.Pool;
  readonly clock: () => Instant;
  /** Of the machine, in milliseconds: measures the work itself. */
  readonly stopwatch: () => number;
  readonly afterMs: number;
  /** How many invoices a step has moved. */
  readonly stepped: (count: number) => void;
  readonly failed: (error: unknown) => void;
}): Loop {
  const { pool, clock, stopwatch, afterMs, stepped, failed } = options;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let roundDueAt = Number.NEGATIVE_INFINITY;
  return new Loop({
    pauseMs,
    soonMs: 100,
    againMs,
    failed,
    async step() {
      const [begun, now] = [stopwatch(), clock()];
      if (now < roundDueAt) return 'idle';
      if (begun < restsUntil) return 'soon';
      const step = await moveOld(pool, now - afterMs, movedPerStepMax);
      const isRoundOver = step === null || step.looked < movedPerStepMax;
      if (isRoundOver) roundDueAt = now + roundEveryMs;
      if (step === null) return 'idle';
      if (isRoundOver) await takeStock(pool);
      stepped(step.moved);
      const ended = stopwatch();
      restsUntil = ended + restAfter(ended - begun, share);
      return isRoundOver ? 'idle' : 'soon';
    },
  });
}
