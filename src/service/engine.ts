import { Engine } from '../engine/engine.ts';
import { BatchSession } from '../storage/batch/batch-session.ts';
import type { Foundation, MoneyGate } from './core.ts';

export function createEngine(foundation: Foundation, { moneyOut, lostCommits }: MoneyGate): Engine {
  const { config, connectionString, holder, clock, metrics, invoices, concerns, notified, log } = foundation;
  const engine = new Engine({
    ...config.engine,
    catalogue: holder,
    clock,
    moneyOut,
    connect: () => BatchSession.open(connectionString()),
    observe(report) {
      metrics.observeBatch(report);
      if (report.notifications > 0) for (const wake of notified) wake();
    },
    changed: (invoiceIds) => invoices.announce(invoiceIds),
    concerned: (changed) => concerns.announce(changed),
    lost: (lost) => lostCommits.report(lost),
    log: (message, err) => log.error({ err }, message),
  });
  metrics.gauge('queue_length', 'Commands waiting for a lane', () => engine.queueLength);
  return engine;
}
