import type pg from 'pg';
import { analyzeGrownTables } from '../../storage/database/statistics.ts';
import { Loop } from '../loop.ts';

const pauseMs = 1_000;

/** Keeps the planner's picture of young tables right, so that the first hour is as fast as the second. */
export function createStatisticsWorker(options: {
  readonly pool: pg.Pool;
  readonly failed: (error: unknown) => void;
}): Loop {
  return new Loop({
    pauseMs,
    failed: options.failed,
    async step() {
      await analyzeGrownTables(options.pool);
      return 'idle';
    },
  });
}
