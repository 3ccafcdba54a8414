import { describe, expect, it } from 'vitest';
import { type Automation, noAutomation } from '../makers/automation-settings.ts';
import { settlement } from '../money/money.ts';
import { dayOf } from '../text/timestamp.ts';
import { dayAfter, heldBy } from './automation.ts';

const now = Date.parse('2026-11-16T12:00:00Z');
const on: Automation = { isOn: true, dealMax: settlement(100n), dayMax: settlement(250n), breakMax: settlement(10n) };

function reason(
  automation: Automation,
  { makerSum = 50n, daySum = 0n, day = dayOf(now), isChainBroken = false, isUnchecked = false } = {},
) {
  const today = { makerId: 1, day, daySum };
  return heldBy(automation, { isChainBroken, isUnchecked }, { makerSum }, { today, now });
}

describe('a message that settles its deal by itself', () => {
  it('needs an operator who has switched it on', () => {
    expect(reason(noAutomation)).toBe('automation_off');
    expect(reason(on)).toBeNull();
  });

  it('stays within the limit of a deal, if there is one', () => {
    expect(reason(on, { makerSum: 100n })).toBeNull();
    expect(reason(on, { makerSum: 101n })).toBe('deal_limit');
    expect(reason({ ...on, dealMax: null, dayMax: null }, { makerSum: 10n ** 12n })).toBeNull();
  });

  it('stays within the limit of a day, which begins anew at midnight', () => {
    expect(reason(on, { daySum: 200n })).toBeNull();
    expect(reason(on, { daySum: 201n })).toBe('day_limit');
    expect(reason(on, { daySum: 201n, day: dayOf(now) - 1 })).toBeNull();
    // Another process is past midnight already: its day counts.
    expect(reason(on, { daySum: 201n, day: dayOf(now) + 1 })).toBe('day_limit');
  });

  it('has a limit of its own where the chain of balances is broken', () => {
    expect(reason(on, { isChainBroken: true, makerSum: 10n })).toBeNull();
    expect(reason(on, { isChainBroken: true, makerSum: 11n })).toBe('balance_break');
  });

  it('has the same limit where other messages tell the balance and this one cannot be checked', () => {
    expect(reason(on, { isUnchecked: true, makerSum: 10n })).toBeNull();
    expect(reason(on, { isUnchecked: true, makerSum: 11n })).toBe('balance_unchecked');
  });
});

it('settles nothing with such a balance where no operator has said up to where, not even what is worth nothing', () => {
  const never = { ...on, breakMax: settlement(0n) };
  expect(reason(never, { isChainBroken: true, makerSum: 0n })).toBe('balance_break');
  expect(reason(never, { isUnchecked: true, makerSum: 0n })).toBe('balance_unchecked');
  expect(reason(never, { makerSum: 0n })).toBeNull();
});

describe('the day of an automation', () => {
  it('adds up, begins anew, and never goes back', () => {
    const before = { makerId: 1, day: dayOf(now), daySum: 5n };
    expect(dayAfter(before, 2n, now)).toEqual({ ...before, daySum: 7n });
    expect(dayAfter({ ...before, day: before.day - 1 }, 2n, now)).toEqual({ ...before, daySum: 2n });
    expect(dayAfter({ ...before, day: before.day + 1 }, 2n, now)).toEqual({
      ...before,
      day: before.day + 1,
      daySum: 7n,
    });
  });
});
