import { createStatisticsWorker } from '../workers/installation/statistics.ts';
import { createSweepWorker } from '../workers/installation/sweep.ts';
import { createRollupWorker } from '../workers/overview/rollups.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

/** Loops without an endpoint: what is old goes, figures are added up, and the planner knows its tables. */
export function openHousekeeping({ config, pool, clock, warns }: Core): Capability {
  const stopwatch = () => performance.now();
  const { logKeptMs } = config.notify;
  return {
    api: {},
    loops: [
      createSweepWorker({ pool, clock, logKeptMs, failed: warns('the sweep will be tried again') }),
      createRollupWorker({
        pool,
        clock,
        stopwatch,
        failed: warns('the figures of the overview will be counted later'),
      }),
      createStatisticsWorker({ pool, failed: warns('statistics will be tried again') }),
    ],
  };
}
