import type pg from 'pg';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { feedEndpoint, findBehind } from '../../storage/notifications/endpoint-feed.ts';
import { Loop } from '../loop.ts';

/** How long a change waits at most that nobody has announced here. */
const pauseMs = 500;

/**
 * Gives events to the endpoints of stores. Every process runs one: the first at an endpoint writes what it was not told
 * yet. Where no store has an endpoint, the database is not asked.
 */
export function createEndpointFeed(options: {
  readonly pool: pg.Pool;
  readonly catalogue: () => Catalogue;
  readonly clock: () => number;
  /** There is something to send. */
  readonly fed: () => void;
  readonly failed: (error: unknown) => void;
}): Loop {
  const { pool, catalogue, clock, fed, failed } = options;
  return new Loop({
    pauseMs,
    failed,
    async step(signal) {
      const { endpoints } = catalogue();
      if (endpoints.size === 0) return 'idle';
      let written = 0;
      for (const id of await findBehind(pool)) {
        const endpoint = endpoints.get(id);
        if (signal.aborted || endpoint === undefined) continue;
        written += (await feedEndpoint(pool, endpoint, clock())) ?? 0;
      }
      if (written > 0) fed();
      return written > 0 ? 'more' : 'idle';
    },
  });
}
