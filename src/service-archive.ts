import type pg from 'pg';
import type { Logger } from 'pino';
import { type Metrics, readTogether } from './http/metrics.ts';
import { type ArchiveFigures, readArchiveFigures } from './storage/reads/archive-reads.ts';
import { createArchiveWorker } from './workers/archive.ts';
import type { Loop } from './workers/loop.ts';

interface ArchiveTools {
  readonly pool: pg.Pool;
  readonly clock: () => number;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** The mover, where a policy says that something moves, and what the metrics say of the archive. */
export function openArchive(afterMs: number | null, { pool, clock, metrics, log }: ArchiveTools): readonly Loop[] {
  const startedAt = Date.now();
  let failures = 0;
  const figures = readTogether(() => readArchiveFigures(pool));
  const gauge = (name: string, help: string, value: (read: ArchiveFigures) => number) =>
    metrics.gauge(name, help, () => figures().then(value, () => Number.NaN));
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
    ({ roundEndedAt }) => (afterMs === null ? 0 : Math.max(0, (Date.now() - (roundEndedAt ?? startedAt)) / 1000)),
  );
  metrics.gauge(
    'archive_failures',
    'How often in a row a step of the mover has failed in this process',
    () => failures,
  );
  if (afterMs === null) return [];
  const worker = createArchiveWorker({
    pool,
    clock,
    stopwatch: () => performance.now(),
    afterMs,
    stepped: (invoices) => {
      failures = 0;
      if (invoices > 0) log.info({ invoices }, 'invoices moved into the archive');
    },
    failed: (err) => {
      failures += 1;
      log.warn({ err }, 'the archive will be filled later');
    },
  });
  return [worker];
}
