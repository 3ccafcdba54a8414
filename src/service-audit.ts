import type { Logger } from 'pino';
import type { MoneyOut } from './engine/money-out.ts';
import type { Metrics } from './http/metrics.ts';
import { checkLaws, type LawsReport } from './storage/ledger-laws.ts';
import { SelfAudit } from './workers/self-audit.ts';

interface AuditParts {
  readonly connectionString: () => string;
  readonly intervalMs: number;
  readonly moneyOut: MoneyOut;
}

export function createSelfAudit({ connectionString, ...options }: AuditParts, log: Logger): SelfAudit {
  return new SelfAudit({
    ...options,
    check: (signal) => checkLaws(connectionString(), { signal }),
    changed: ({ violations }) => {
      if (violations.length === 0) log.warn('the laws of the books hold again; money may go out');
      else log.error({ violations }, 'the books are wrong: money going out is stopped; see docs/operating.md');
    },
    failed: (err) => log.warn({ err }, 'the check of the books will be tried again'),
  });
}

export function watchAudit(metrics: Metrics, selfAudit: SelfAudit, isMoneyOutOpen: () => boolean): void {
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
  metrics.gauge('money_out_stopped', '1 while money may not go out', () => (isMoneyOutOpen() ? 0 : 1));
}
