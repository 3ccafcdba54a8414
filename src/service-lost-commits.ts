import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { isFate } from './domain/lost-commits.ts';
import { replicationState, replicationWarning } from './domain/replication.ts';
import type { Instant } from './domain/timestamp.ts';
import type { CatalogueHolder } from './engine/catalogue-holder.ts';
import { MoneyOut } from './engine/money-out.ts';
import type { Metrics } from './http/metrics.ts';
import { stopMoney } from './settings/money-stop.ts';
import type { Settings } from './settings/settings.ts';
import { findFateTraces, noteFatesSought } from './storage/fate-traces.ts';
import { readMoneyStop } from './storage/reads/money-stop-reads.ts';
import { readReplication } from './storage/reads/replication-reads.ts';
import { LostCommits } from './workers/lost-commits.ts';

/** Whether money may go out: the books are right, and no failover has lost what was acknowledged. */
export interface MoneyGate {
  readonly moneyOut: MoneyOut;
  readonly isMoneyOutOpen: () => boolean;
  readonly lostCommits: LostCommits;
}

interface MoneyGateParts {
  readonly holder: CatalogueHolder;
  readonly settings: Settings;
  readonly clock: () => Instant;
  readonly log: Logger;
}

export function createMoneyGate({ holder, settings, clock, log }: MoneyGateParts): MoneyGate {
  const moneyOut = new MoneyOut();
  const lostCommits = new LostCommits({
    moneyOut,
    async store(lost) {
      log.error(
        { lost },
        'a failover has lost acknowledged commits: money going out is stopped; see docs/operating.md',
      );
      await settings.routine(stopMoney, lost, clock());
    },
    failed: (err) => log.warn({ err }, 'the stop of money going out will be written down again'),
  });
  return { moneyOut, lostCommits, isMoneyOutOpen: () => moneyOut.isOpen && !holder.current.isMoneyStopped };
}

/**
 * A sandbox that was started on production data has paid invoices without money: by an older release, or before the database knew
 * its mode. Before anything else runs, money going out stops until an operator has looked.
 */
export async function stopForFates(
  config: Config,
  { pool, settings, clock, log }: Omit<MoneyGateParts, 'holder'> & { readonly pool: pg.Pool },
): Promise<void> {
  if (config.mode !== 'production') return;
  const { traces, soughtTo } = await findFateTraces(pool);
  if (traces.length > 0) {
    log.fatal(
      { traces: traces.slice(0, namedMax), count: traces.length },
      'a sandbox has acted on these production data: money going out is stopped; docs/operating.md, "When a sandbox has acted"',
    );
    await settings.routine(stopMoney, traces, clock());
  }
  await noteFatesSought(pool, soughtTo);
}

/** Metrics are no place for long lists; a handful says where to look, and the stop itself has all of them. */
const namedMax = 20;

export function watchLostCommits(metrics: Metrics, pool: pg.Pool): void {
  metrics.gaugeBy(
    'lost_commits',
    'What a failover has lost and no operator has put right, by subject; twenty at most',
    ['subject', 'what'],
    async () => {
      const stop = await readMoneyStop(pool).catch(() => null);
      const named = (stop?.lost ?? []).filter((lost) => !isFate(lost)).slice(0, namedMax);
      return named.map(({ subjectId, what }) => ({ labels: { subject: subjectId, what }, value: 1 }));
    },
  );
  metrics.gauge(
    'fate_traces',
    'Production data that a sandbox has acted on, while no operator has lifted the stop',
    () =>
      readMoneyStop(pool).then(
        (stop) => (stop?.lost ?? []).filter(isFate).length,
        () => Number.NaN,
      ),
  );
  metrics.gauge('replication_asynchronous', '1 while there are standbys and none of them is synchronous', async () => {
    const report = await readReplication(pool).catch(() => null);
    if (report === null) return Number.NaN;
    return replicationState(report) === 'asynchronous' ? 1 : 0;
  });
}

export async function warnOfReplication(config: Config, pool: pg.Pool, log: Logger): Promise<void> {
  const warning = replicationWarning(await readReplication(pool));
  if (config.mode === 'production' && warning !== null) log.warn(warning);
}
