import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MoneyOut } from '../../engine/money-out.ts';
import type { Verdict } from '../../storage/book/book-faults.ts';
import type { LawsReport } from '../../storage/ledger/ledger-laws.ts';
import { SelfAudit } from './self-audit.ts';

const report: LawsReport = { violations: [], laws: [], startedAtMs: 0, durationMs: 0 };
const wrong: LawsReport = { ...report, violations: [{ law: 'a law', subject: '1', detail: '' }] };

function auditOf(
  verdicts: (Verdict | Promise<Verdict>)[],
  check: () => Promise<LawsReport> = async () => report,
  hasLooked = true,
) {
  const moneyOut = new MoneyOut();
  const changes: number[] = [];
  const audit = new SelfAudit({
    read: async () => {
      return verdicts.length > 1 ? (verdicts.shift() as Verdict) : (verdicts[0] as Verdict);
    },
    check,
    freshMs: 60_000,
    oldMs: 600_000,
    // Where there is a verdict, it is there before any timer ends.
    firstMaxMs: 1,
    hasLooked: () => hasLooked,
    moneyOut,
    changed: ({ violations }) => changes.push(violations.length),
    failed: () => undefined,
  });
  return { audit, moneyOut, changes };
}

it('money may go out when a fresh check is known to have found nothing', async () => {
  const { audit, moneyOut, changes } = auditOf([{ report, ageMs: 10 }]);
  expect(moneyOut.isOpen).toBe(false);
  await audit.start();
  expect(moneyOut.isOpen).toBe(true);
  expect(changes).toEqual([]);
  await audit.stop();
});

it('money waits until the first check, and when the last check is of long ago', async () => {
  const { audit, moneyOut } = auditOf([
    { report: null, ageMs: Number.POSITIVE_INFINITY },
    { report, ageMs: 3_600_000 },
  ]);
  await audit.start();
  expect(moneyOut.isOpen).toBe(false);
  await audit.stop();
});

it('money waits when the last check is of long ago, and goes out again after the next', async () => {
  const verdicts: Verdict[] = [{ report, ageMs: 10 }];
  const { audit, moneyOut, changes } = auditOf(verdicts);
  await audit.start();
  const isOpenAfter = async (verdict: Verdict) => {
    verdicts[0] = verdict;
    audit.wake();
    await nextTurn();
    return moneyOut.isOpen;
  };
  // The process that checks is busy.
  expect(await isOpenAfter({ report, ageMs: 599_999 })).toBe(true);
  expect(await isOpenAfter({ report, ageMs: 600_000 })).toBe(false);
  expect(await isOpenAfter({ report, ageMs: 5 })).toBe(true);
  expect(changes).toEqual([]);
  await audit.stop();
});

it('money waits until what is not sealed was checked, whatever was found before the start', async () => {
  const { audit, moneyOut } = auditOf([{ report, ageMs: 10 }], undefined, false);
  await audit.start();
  expect(moneyOut.isOpen).toBe(false);
  await audit.stop();
});

it('money waits while something is wrong, and is told of once', async () => {
  const { audit, moneyOut, changes } = auditOf([{ report: wrong, ageMs: 10 }]);
  await audit.start();
  expect(moneyOut.isOpen).toBe(false);
  expect(changes).toEqual([1]);
  await audit.stop();
});

it('money waits for what is known to be wrong, however long ago everything was last looked at', async () => {
  const { audit, moneyOut, changes } = auditOf([{ report: wrong, ageMs: 3_600_000 }]);
  await audit.start();
  expect(moneyOut.isOpen).toBe(false);
  expect(changes).toEqual([1]);
  await audit.stop();
});

it('a check of everything on request is believed at once', async () => {
  const { audit, moneyOut, changes } = auditOf([{ report: null, ageMs: 0 }], async () => wrong);
  expect(await audit.run()).toBe(wrong);
  expect(moneyOut.isOpen).toBe(false);
  expect(changes).toEqual([1]);
});

it('a verdict that was read before a request does not undo what was found since', async () => {
  let answer: (verdict: Verdict) => void = () => undefined;
  const read = new Promise<Verdict>((resolve) => {
    answer = resolve;
  });
  const { audit, moneyOut } = auditOf([read], async () => wrong);
  // The loop has begun to read, and gets its answer after the check.
  const started = audit.start();
  await audit.run();
  answer({ report, ageMs: 10 });
  await started;
  await audit.stop();
  expect(moneyOut.isOpen).toBe(false);
});

it('those who ask during a check get the next one, all the same one', async () => {
  const ends: (() => void)[] = [];
  const { audit } = auditOf(
    [{ report: null, ageMs: 0 }],
    () => new Promise((resolve) => ends.push(() => resolve(report))),
  );
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
