import { describe, expect, it } from 'vitest';
import { deal, noon, store } from '../../../test/engine/support/small-world.ts';
import { usualDisputeRules } from '../disputes/dispute-clock.ts';
import type { Deal, DealDispute } from '../invoices/deal.ts';
import {
  claimAt,
  claimLifetimeMs,
  compareWorkIds,
  loginsIn,
  numberedId,
  readNumberedId,
  requireFreeCase,
  requireWorkLimit,
  waitsSince,
  workKindOf,
} from './work-case.ts';

describe('a deal', () => {
  const confirmed = deal({ status: 'transfer_confirmed', confirmedAt: noon });
  const { confirmDeadlineMs } = store;

  const disputed = (change: Partial<DealDispute>) =>
    deal({ status: 'dispute', dispute: { openedAt: noon, deadlineAt: noon + 86_400_000, ...change } as DealDispute });

  it.each<[Deal, number, string | null]>([
    [confirmed, noon, 'confirmed'],
    [confirmed, noon + confirmDeadlineMs - 1, 'confirmed'],
    [confirmed, noon + confirmDeadlineMs, 'overdue'],
    [deal({ status: 'dispute' }), noon, 'dispute'],
    [disputed({}), noon + 119 * 60_000, 'dispute'],
    [disputed({}), noon + 120 * 60_000, 'escalated'],
    [disputed({ answer: { kind: 'agreed', reason: null, at: noon } }), noon + 120 * 60_000, 'dispute'],
    [deal({ status: 'new', deadlineAt: noon + 1 }), noon, 'payout'],
    [deal({ status: 'new', deadlineAt: noon }), noon, null],
    [deal({ status: 'transfer_waiting' }), noon, null],
    [deal({ status: 'completed' }), noon, null],
    [deal({ status: 'canceled' }), noon, null],
    [deal({ status: 'expired' }), noon, null],
  ])('waits or does not, by its state and time: %o at %d is %s', (one, now, kind) => {
    expect(workKindOf(one, store, usualDisputeRules, now)).toBe(kind);
  });

  it('waits since its receipt, its dispute, or its beginning', () => {
    expect(waitsSince(confirmed)).toBe(noon);
    const rest = { amount: null, attachment: null, result: null, from: 'expired', deadlineAt: 0 } as const;
    expect(waitsSince(deal({ status: 'dispute', dispute: { reason: 'unknown', openedAt: noon + 5, ...rest } }))).toBe(
      noon + 5,
    );
    expect(waitsSince(deal({ status: 'new', confirmedAt: null, startedAt: noon - 5 }))).toBe(noon - 5);
  });
});

const claim = { userId: 1, login: 'anna', claimedAt: 1_000 };

describe('a claim', () => {
  it('counts for half an hour', () => {
    expect(claimAt(claim, 1_000 + claimLifetimeMs - 1)).toBe(claim);
    expect(claimAt(claim, 1_000 + claimLifetimeMs)).toBeNull();
    expect(claimAt(null, 0)).toBeNull();
  });

  it('keeps others out until they say that they take over', () => {
    expect(() => requireFreeCase(claim, 2, false)).toThrow('anna');
    for (const [userId, isTakenOver] of [
      [1, false],
      [2, true],
    ] as const) {
      expect(() => requireFreeCase(claim, userId, isTakenOver)).not.toThrow();
    }
    expect(() => requireFreeCase(null, 2, false)).not.toThrow();
  });
});

describe('a comment speaks of', () => {
  it.each([
    ['@anna look at this', ['anna']],
    ['ask @Boris.', ['boris.', 'boris']],
    ['@anna, @boris-2: and @anna', ['anna', 'boris-2']],
    ['(@eva@shop.example)', ['eva@shop.example']],
    ['mail@anna.example', []],
    ['@', []],
    ['@a', []],
    ['nobody', []],
  ])('%s', (text, logins) => {
    expect(loginsIn(text)).toEqual(logins);
  });

  it('no more people than read it', () => {
    const many = Array.from({ length: 100 }, (_, index) => `@user${index}`).join(' ');
    expect(loginsIn(many)).toHaveLength(40);
  });
});

it('nothing is late before it has waited long', () => {
  expect(() => requireWorkLimit({ kind: 'dispute', warnMinutes: 10, lateMinutes: 9 })).toThrow('10');
  expect(() => requireWorkLimit({ kind: 'dispute', warnMinutes: 10, lateMinutes: 10 })).not.toThrow();
});

describe('what is numbered', () => {
  it('is known by its kind and number, and is no case', () => {
    expect(readNumberedId(numberedId('message', 4711n))).toEqual({ kind: 'message', number: 4711n });
    for (const id of ['0193f000-0000-7000-8000-000000000001', 'deal-5', 'message-', 'line-1x', '']) {
      expect(readNumberedId(id)).toBeNull();
    }
  });

  it('stands behind the cases of its moment, messages before lines, by number and not by letters', () => {
    const inOrder = ['0193f000-0000-7000-8000-000000000001', 'f193f000-0000-7000-8000-000000000001'];
    const ids = [...inOrder, 'message-9', 'message-10', 'line-2', 'line-11'];
    expect([...ids].reverse().sort(compareWorkIds)).toEqual(ids);
    expect(compareWorkIds('line-2', 'line-2')).toBe(0);
  });
});
