import type pg from 'pg';
import { isFate } from '../domain/state/lost-commits.ts';
import { MoneyOut } from '../engine/money-out.ts';
import type { Metrics } from '../http/metrics.ts';
import { stopMoney } from '../settings/authority/money-stop.ts';
import { findFateTraces, noteFatesSought } from '../storage/installation/fate-traces.ts';
import { readMoneyStop } from '../storage/reads/ledger/money-stop-reads.ts';
import { LostCommits } from '../workers/book/lost-commits.ts';
import type { Foundation, MoneyGate } from './core.ts';

export async function openMoneyGate(foundation: Foundation): Promise<MoneyGate> {
  const { pool, holder, settings, clock, metrics, warns, log } = foundation;
  await stopForFates(foundation);
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
    failed: warns('the stop of money going out will be written down again'),
  });
  const isMoneyOutOpen = () => moneyOut.isOpen && !holder.current.isMoneyStopped;
  metrics.gauge('money_out_stopped', '1 while money may not go out', () => (isMoneyOutOpen() ? 0 : 1));
  watchLostCommits(metrics, pool);
  return { moneyOut, lostCommits, isMoneyOutOpen };
}

/**
 * A sandbox that was started on production data has paid invoices without money: by an older release, or before the database knew
 * its mode. Before anything else runs, money going out stops until an operator has looked.
 */
async function stopForFates({ config, pool, settings, clock, log }: Foundation): Promise<void> {
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

function watchLostCommits(metrics: Metrics, pool: pg.Pool): void {
  const lost = async () => (await readMoneyStop(pool))?.lost ?? [];
  metrics.gaugeBy(
    'lost_commits',
    'What a failover has lost and no operator has put right, by subject; twenty at most',
    ['subject', 'what'],
    async () => {
      const named = (await lost()).filter((one) => !isFate(one)).slice(0, namedMax);
      return named.map(({ subjectId, what }) => ({ labels: { subject: subjectId, what }, value: 1 }));
    },
  );
  metrics.gauge(
    'fate_traces',
    'Production data that a sandbox has acted on, while no operator has lifted the stop',
    async () => (await lost()).filter(isFate).length,
  );
}
