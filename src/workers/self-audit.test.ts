import { expect, it } from 'vitest';
import { MoneyOut } from '../engine/money-out.ts';
import type { LawsReport } from '../storage/ledger-laws.ts';
import { SelfAudit } from './self-audit.ts';

const report: LawsReport = { violations: [], laws: [], startedAtMs: 0, durationMs: 0 };

function auditOf(check: (signal: AbortSignal) => Promise<LawsReport>) {
  const moneyOut = new MoneyOut();
  const audit = new SelfAudit({
    check,
    intervalMs: 3_600_000,
    moneyOut,
    changed: () => undefined,
    failed: () => undefined,
  });
  return { audit, moneyOut };
}

it('the books are read once at the start, and money may go out when it has ended', async () => {
  let checks = 0;
  const { audit, moneyOut } = auditOf(async () => {
    checks += 1;
    return report;
  });
  expect(moneyOut.isOpen).toBe(false);
  await audit.start();
  expect(moneyOut.isOpen).toBe(true);
  await new Promise(setImmediate);
  await audit.stop();
  expect(checks).toBe(1);
});

it('those who ask during a check get the next one, all the same one', async () => {
  const ends: (() => void)[] = [];
  const { audit } = auditOf(() => new Promise((resolve) => ends.push(() => resolve(report))));
  const first = audit.run();
  await new Promise(setImmediate);
  const others = [audit.run(), audit.run(), audit.run()];
  ends.shift()?.();
  await first;
  await new Promise(setImmediate);
  expect(ends).toHaveLength(1);
  ends.shift()?.();
  await Promise.all(others);
  expect(ends).toEqual([]);
});
