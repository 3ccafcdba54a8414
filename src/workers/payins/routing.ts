import type pg from 'pg';
import { type RoutingChange, routingSince } from '../../domain/payins/routing.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { noteRouting } from '../../settings/payins/note-routing.ts';
import type { Settings } from '../../settings/settings.ts';
import { readOutcomes } from '../../storage/reads/payins/routing-reads.ts';
import { Loop } from '../loop.ts';

const pauseMs = 60_000;

interface RoutingOptions {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly clock: () => Instant;
  /** False: all requisites take turns, whatever becomes of their deals. */
  readonly isWeighted: boolean;
  readonly told: (change: RoutingChange) => void;
  readonly failed: (error: unknown) => void;
}

/** Keeps the weights of requisites, see `domain/routing.ts`. Several processes may; the second one finds nothing to change. */
export function createRoutingWorker({ pool, settings, clock, isWeighted, told, failed }: RoutingOptions): Loop {
  return new Loop({
    pauseMs,
    failed,
    async step() {
      const outcomes = isWeighted ? await readOutcomes(pool, routingSince(clock())) : [];
      const change = await settings.routine(noteRouting, { outcomes }, clock());
      if (change !== null) told(change);
      return 'idle';
    },
  });
}
