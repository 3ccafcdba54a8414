import type pg from 'pg';
import type { Instant } from '../../domain/text/timestamp.ts';
import { rollTrade } from '../../storage/rollups/roll-trade.ts';
import { Loop, restAfter } from '../loop.ts';

const pauseMs = 5_000;
/** Of a core: it never takes more from the payments. */
const share = 0.05;

/** Keeps the figures of the overview, behind the work. One process does it at a time. */
export function createRollupWorker(options: {
  readonly pool: pg.Pool;
  readonly clock: () => Instant;
  /** Of the machine, in milliseconds: measures the work itself. */
  readonly stopwatch: () => number;
  readonly failed: (error: unknown) => void;
}): Loop {
  const { pool, clock, stopwatch, failed } = options;
  let restsUntil = Number.NEGATIVE_INFINITY;
  return new Loop({
    pauseMs,
    failed,
    async step() {
      const begun = stopwatch();
      if (begun < restsUntil) return 'idle';
      const isMore = await rollTrade(pool, clock());
      const ended = stopwatch();
      // A past that was never counted is caught up with at once; after that it is minutes of trade at a time.
      if (isMore) return 'more';
      restsUntil = ended + restAfter(ended - begun, share);
      return 'idle';
    },
  });
}
