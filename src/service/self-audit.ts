import type { MoneyOut } from '../engine/money-out.ts';
import { noteChecked, noteFaults, readVerdict } from '../storage/book/book-faults.ts';
import { inTransaction } from '../storage/database/transaction.ts';
import { laws } from '../storage/ledger/law-texts.ts';
import { checkLaws, type LawsReport } from '../storage/ledger/ledger-laws.ts';
import { SelfAudit } from '../workers/book/self-audit.ts';
import type { Core } from './core.ts';

/** A check that is a few intervals old is of a fleet whose sealing process is busy; older, of one that was not running. */
const freshIntervals = 3;
const freshMinMs = 30_000;
/** So much longer the sealing process may be busy with a past that is not sealed yet, or away. */
const oldFactor = 10;

/** Knows what the checks of the books have found, and lets money out while they are right. */
export function createSelfAudit(core: Core, moneyOut: MoneyOut, hasLooked: () => boolean): SelfAudit {
  const { config, pool, warns, log } = core;
  const freshMs = Math.max(freshMinMs, freshIntervals * config.auditIntervalMs);
  const selfAudit = new SelfAudit({
    moneyOut,
    hasLooked,
    read: () => readVerdict(pool),
    check: (signal) => checkEverything(core, signal),
    freshMs,
    oldMs: oldFactor * freshMs,
    changed: ({ violations }) => {
      if (violations.length === 0) log.warn('the laws of the books hold again; money may go out');
      else log.error({ violations }, 'the books are wrong: money going out is stopped; see docs/operating.md');
    },
    failed: warns('what the check of the books has found will be read again'),
  });
  watchAudit(core, selfAudit);
  return selfAudit;
}

/** Reads all books, and writes down for all processes what it found. Says it together with what is wrong with the sealed pages. */
export async function checkEverything(
  { pool, connectionString }: Pick<Core, 'pool' | 'connectionString'>,
  signal: AbortSignal,
): Promise<LawsReport> {
  const checked = await checkLaws(connectionString(), { signal });
  await inTransaction(pool, async (client) => {
    const { startedAtMs: at, violations: found } = checked;
    await noteFaults(client, { laws: Object.keys(laws), subjects: null, found, at });
    await noteChecked(client, { durationMs: checked.durationMs, reports: checked.laws });
  });
  const { report } = await readVerdict(pool);
  return report ?? checked;
}

function watchAudit({ metrics }: Core, selfAudit: SelfAudit): void {
  const startedAtMs = Date.now();
  const last = (read: (report: LawsReport) => number) => () =>
    selfAudit.last === null ? Number.NaN : read(selfAudit.last);
  metrics.gauge(
    'audit_violations',
    'Cases that broke a law of the books at the last check',
    last((one) => one.violations.length),
  );
  // From the start on, so that a first check that never ends is noticed as well.
  metrics.gauge(
    'audit_age_seconds',
    'Since the last finished check of the books began; before the first, since the start',
    () => (Date.now() - (selfAudit.last?.startedAtMs ?? startedAtMs)) / 1000,
  );
  metrics.gauge(
    'audit_duration_seconds',
    'How long the last check of the books took',
    last((one) => one.durationMs / 1000),
  );
}
