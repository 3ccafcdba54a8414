import type pg from 'pg';
import type { Logger } from 'pino';
import type { Catalogue } from './domain/catalogue.ts';
import type { Metrics } from './http/metrics.ts';
import type { Settings } from './settings/settings.ts';
import type { ConcernWatch } from './storage/concern-watch.ts';
import { createDisputeClocks } from './workers/dispute-clocks.ts';
import type { Loop } from './workers/loop.ts';

export interface DisputeParts {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly catalogue: () => Catalogue;
  readonly clock: () => number;
  readonly concerns: Pick<ConcernWatch, 'announce'>;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** The loop that keeps the clocks of disputes, and who hears of it. */
export function openDisputeClocks({ metrics, catalogue, concerns, log, ...parts }: DisputeParts): Loop {
  metrics.gauge('makers_stopped_by_disputes', 'Makers who get no new deals for open disputes', () => {
    return [...catalogue().makers.values()].filter(({ disputeBlock }) => disputeBlock !== null).length;
  });
  return createDisputeClocks({
    ...parts,
    called({ dealId, makerId, kind }) {
      concerns.announce(makerId === null ? ['cases o'] : [`deals m${makerId}`, 'cases o']);
      if (kind === 'escalated') log.warn({ dealId, makerId }, 'a dispute was not answered in time');
    },
    stopped({ makerId, block }) {
      concerns.announce([`settings m${makerId}`, 'audit o']);
      log.warn({ makerId, block }, block === null ? 'a maker gets deals again' : 'disputes stop a maker’s traffic');
    },
    failed: (err) => log.warn({ err }, 'the clocks of disputes will be looked at again'),
  });
}
