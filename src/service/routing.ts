import type { RoutingChange } from '../domain/payins/routing.ts';
import { createRoutingWorker } from '../workers/payins/routing.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

/** Requisites whose deals get paid get more of them. */
export function openRouting({ config, pool, settings, clock, warns, log }: Core): Capability {
  const worker = createRoutingWorker({
    pool,
    settings,
    clock,
    isWeighted: config.isRotationWeighted,
    told: (change) => logRouting(log, change),
    failed: warns('weights of requisites will be worked out later'),
  });
  return { api: {}, loops: [worker] };
}

function logRouting(log: Core['log'], { weights, freed, troubled, recovered }: RoutingChange): void {
  if (weights.length + freed.length > 0) log.info({ weights, freed }, 'requisites get another share of the deals');
  for (const bank of troubled) log.warn(bank, 'hardly anything arrives through a bank');
  for (const bank of recovered) log.info(bank, 'a bank is no longer told to be in trouble');
}
