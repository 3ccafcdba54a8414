import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { replicationState, replicationWarning } from './domain/replication.ts';
import type { Instant } from './domain/timestamp.ts';
import type { CatalogueHolder } from './engine/catalogue-holder.ts';
import { MoneyOut } from './engine/money-out.ts';
import type { Metrics } from './http/metrics.ts';
import { stopMoney } from './settings/money-stop.ts';
import type { Settings } from './settings/settings.ts';
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

/** Metrics are no place for long lists; a handful says where to look, and the stop itself has all of them. */
const namedMax = 20;

export function watchLostCommits(metrics: Metrics, pool: pg.Pool): void {
  metrics.gaugeBy(
    'lost_commits',
    'What a failover has lost and no operator has put right, by subject; twenty at most',
    ['subject', 'what'],
    async () => {
      const stop = await readMoneyStop(pool).catch(() => null);
      const named = (stop?.lost ?? []).slice(0, namedMax);
      return named.map(({ subjectId, what }) => ({ labels: { subject: subjectId, what }, value: 1 }));
    },
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
