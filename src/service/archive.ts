import type { OperatorContext } from '../api/operator/endpoint.ts';
import { readTogether } from '../http/metrics.ts';
import { type ArchiveFigures, readArchiveFigures } from '../storage/reads/archive/archive-reads.ts';
import { createArchiveWorker } from '../workers/archive/archive.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

/** The mover, where a policy says that something moves, and what the metrics say of the archive. */
export function openArchive(core: Core): Capability<Pick<OperatorContext, 'archiveAfterMs'>> {
  const { config, pool, clock, log, warns } = core;
  const { archiveAfterMs } = config;
  let failures = 0;
  watchArchive(core, () => failures);
  if (archiveAfterMs === null) return { api: { archiveAfterMs }, loops: [] };
  const failed = warns('the archive will be filled later');
  const worker = createArchiveWorker({
    pool,
    clock,
    stopwatch: () => performance.now(),
    afterMs: archiveAfterMs,
    stepped: (invoices) => {
      failures = 0;
      if (invoices > 0) log.info({ invoices }, 'invoices moved into the archive');
    },
    failed: (err) => {
      failures += 1;
      failed(err);
    },
  });
  return { api: { archiveAfterMs }, loops: [worker] };
}

function watchArchive({ config: { archiveAfterMs }, pool, metrics }: Core, failures: () => number): void {
  const startedAt = Date.now();
  const figures = readTogether(() => readArchiveFigures(pool));
  const gauge = (name: string, help: string, value: (read: ArchiveFigures) => number) =>
    metrics.gauge(name, help, async () => value(await figures()));
  const here = ({ months }: ArchiveFigures) => months.filter(({ detached }) => detached === null);
  const away = ({ months }: ArchiveFigures) => months.filter(({ detached }) => detached !== null);
  const invoicesIn = (months: ArchiveFigures['months']) => months.reduce((sum, { invoices }) => sum + invoices, 0);
  gauge('archive_invoices', 'Invoices in the months of the archive that are here, about', (all) =>
    invoicesIn(here(all)),
  );
  gauge('archive_invoices_detached', 'Invoices in months of the archive that lie in files', (all) =>
    invoicesIn(away(all)),
  );
  gauge('archive_months', 'Months of the archive that are here', (all) => here(all).length);
  gauge('archive_months_detached', 'Months of the archive that lie in files', (all) => away(all).length);
  // By the machine's clock, as the database writes it down.
  gauge(
    'archive_behind_seconds',
    'Since the mover last came to the end of what is old enough, or began; 0 where nothing moves by itself',
    ({ roundEndedAt }) =>
      archiveAfterMs === null ? 0 : Math.max(0, (Date.now() - (roundEndedAt ?? startedAt)) / 1000),
  );
  metrics.gauge('archive_failures', 'How often in a row a step of the mover has failed in this process', failures);
}
