import { createDisputeClocks } from '../workers/disputes/dispute-clocks.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

/** A maker who has answered gets deals again as soon as this. */
const everyMs = 2_000;

/** The loop that keeps the clocks of disputes, and who hears of it. */
export function openDisputes({
  pool,
  settings,
  clock,
  metrics,
  catalogue,
  concerns,
  lookout,
  warns,
  log,
}: Core): Capability {
  metrics.gauge('makers_stopped_by_disputes', 'Makers who get no new deals for open disputes', () => {
    return [...catalogue().makers.values()].filter(({ disputeBlock }) => disputeBlock !== null).length;
  });
  const clocks = createDisputeClocks({
    pool,
    settings,
    clock,
    called({ dealId, makerId, kind }) {
      concerns.announce(makerId === null ? ['cases o'] : [`deals m${makerId}`, 'cases o']);
      if (kind === 'escalated') log.warn({ dealId, makerId }, 'a dispute was not answered in time');
    },
    stopped({ makerId, block }) {
      concerns.announce([`settings m${makerId}`, 'audit o']);
      log.warn({ makerId, block }, block === null ? 'a maker gets deals again' : 'disputes stop a maker’s traffic');
    },
    failed: warns('the clocks of disputes will be looked at again'),
  });
  return { api: {}, loops: [lookout.wakes(clocks, 'disputes', everyMs)] };
}
