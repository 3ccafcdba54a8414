import { describe, expect, it } from 'vitest';
import { catalogueOf, deal, maker, noon, requisite, store } from '../../../test/engine/support/small-world.ts';
import { AppError } from '../../errors/app-error.ts';
import type { DealDispute } from '../invoices/deal.ts';
import { requireTakesDeals } from '../makers/maker-settings.ts';
import { fiat, settlement } from '../money/money.ts';
import { choose, unusedLoad } from '../payins/allocation.ts';
import {
  blockOf,
  clockOf,
  type DisputeRules,
  readDisputeRules,
  requireBacked,
  usualDisputeRules,
} from './dispute-clock.ts';

const minute = 60_000;
const dayMs = 86_400_000;
const disputed = (change: Partial<DealDispute> = {}, makerId: number | null = 1) =>
  ({
    ...deal({ status: 'dispute' }),
    makerId,
    dispute: { openedAt: noon, deadlineAt: noon + 3 * dayMs, ...change } as DealDispute,
  }) as never;
const answer = { kind: 'refused', reason: 'not_received', at: noon } as const;
const off: DisputeRules = {
  remindMinutes: 0,
  answerMinutes: 0,
  openMax: 0,
  payerClaimsMax: 0,
  storeClaimsMax: 0,
  payoutMinutes: 0,
};

describe('the clock of a dispute', () => {
  it.each([
    ['says nothing at first', disputed(), usualDisputeRules, 59 * minute, null],
    ['reminds', disputed(), usualDisputeRules, 60 * minute, 'reminded'],
    ['escalates', disputed(), usualDisputeRules, 120 * minute, 'escalated'],
    ['stops with an answer, whatever it is', disputed({ answer }), usualDisputeRules, 120 * minute, null],
    [
      'escalates what nobody has decided, answer or not',
      disputed({ answer }),
      usualDisputeRules,
      3 * dayMs,
      'escalated',
    ],
    ['asks nobody where there is no maker', disputed({}, null), usualDisputeRules, 120 * minute, null],
    ['can be switched off', disputed(), off, 2 * dayMs, null],
  ] as const)('%s', (_title, one, rules, after, said) => {
    expect(clockOf(one, rules, noon + after)).toBe(said);
  });

  it('says nothing of a deal that is not in dispute', () => {
    expect(clockOf(deal(), usualDisputeRules, noon + 9 * dayMs)).toBeNull();
  });
});

describe('the traffic of a maker', () => {
  it.each([
    [{ open: 0, unanswered: 0 }, null],
    [{ open: 4, unanswered: 0 }, null],
    [{ open: 5, unanswered: 0 }, 'too_many'],
    [{ open: 1, unanswered: 1 }, 'unanswered'],
    [{ open: 9, unanswered: 1 }, 'unanswered'],
  ] as const)('traffic with %o is stopped as %s', (found, block) => {
    expect(blockOf(found, usualDisputeRules)).toBe(block);
  });

  it('is stopped by no number where that is switched off', () => {
    expect(blockOf({ open: 500, unanswered: 0 }, off)).toBeNull();
  });

  it('is refused by name: to the operator who sees no requisite, and to the maker who takes a payout', () => {
    const stopped = maker(1, 'USDT', { disputeBlock: 'unanswered' });
    const catalogue = catalogueOf([requisite(1)], { makers: new Map([[1, stopped]]) });
    const view = { requisiteLoad: unusedLoad, occupant: () => undefined, balance: () => 10n ** 18n };
    const wish = {
      store,
      askedSum: fiat(100_000n),
      currency: 'RUB',
      makerSum: settlement(1n),
      feeSum: settlement(0n),
      now: noon,
    };
    expect(choose(catalogue, view, [requisite(1)], wish)).toEqual({ requisite: null, reason: 'disputes' });
    const refusal = (disputeBlock: 'unanswered' | 'too_many') => {
      try {
        requireTakesDeals({ ...stopped, disputeBlock }, 1, 10n ** 18n);
        return null;
      } catch (error) {
        return error instanceof AppError ? error.code : error;
      }
    };
    expect([refusal('unanswered'), refusal('too_many')]).toEqual(['maker_unanswered', 'maker_too_many_disputes']);
  });
});

it('takes an agreement as it is, and a refusal with a reason and the statement of the day alone', () => {
  expect(() => requireBacked('agreed', null, null)).not.toThrow();
  expect(() => requireBacked('refused', 'not_received', 'file')).not.toThrow();
  expect(() => requireBacked('refused', 'not_received', 'statement')).not.toThrow();
  expect(() => requireBacked('refused', null, 'file')).toThrow(expect.objectContaining({ code: 'blank' }));
  const without = expect.objectContaining({ code: 'statement_of_day_needed' });
  expect(() => requireBacked('refused', 'not_received', null)).toThrow(without);
});

it('refuses rules beyond their bounds, and a reminder that comes too late', () => {
  expect(readDisputeRules(usualDisputeRules, { openMax: 0 })).toEqual({ ...usualDisputeRules, openMax: 0 });
  expect(readDisputeRules(usualDisputeRules, { answerMinutes: 0 }).answerMinutes).toBe(0);
  for (const change of [{ openMax: 1_001 }, { answerMinutes: -1 }, { remindMinutes: 43_201 }, { remindMinutes: 121 }]) {
    expect(() => readDisputeRules(usualDisputeRules, change)).toThrow(AppError);
  }
});
