import { describe, expect, it } from 'vitest';
import { deal } from '../../test/engine/support/small-world.ts';
import { AppError } from '../errors.ts';
import { dealStatuses } from './deal.ts';
import { type DisputeReason, disputeReasons } from './dispute.ts';
import { ifAccepted, requireRejection, verdictsIfRejected } from './dispute-verdict.ts';
import type { Direction } from './payment.ts';

const reasons = Object.keys(disputeReasons) as DisputeReason[];

function disputed(type: Direction, reason: DisputeReason, from: keyof typeof dealStatuses) {
  const rest = { amount: null, attachment: null, result: null, openedAt: 0, deadlineAt: 0 };
  return { ...deal(), type, dispute: { reason, from, ...rest } } as Parameters<typeof verdictsIfRejected>[0];
}

describe.each(['in', 'out'] as const)('a claim about a deal (%s) with a receipt', (type) => {
  it.each(reasons)('ends, when it is rejected, as accepting it would not: %s', (reason) => {
    const verdicts = verdictsIfRejected(disputed(type, reason, 'transfer_confirmed'));
    const opposite = ifAccepted[type][reason] === 'paid' ? 'not_paid' : 'paid';
    expect(verdicts).toContain(opposite);
    // Of a payin, money may have come although another sum or another place was claimed.
    const isOpen = type === 'in' && reason !== 'has_payment' && reason !== 'no_payment';
    expect(verdicts).toHaveLength(isOpen ? 2 : 1);
    expect(verdicts[0]).toBe(reason === 'invalid_sum' ? 'paid' : opposite);
  });

  it('is refused when the rejection says what the claim says', () => {
    expect(() => requireRejection(disputed(type, 'no_payment', 'transfer_confirmed'), 'not_paid')).toThrow(
      'the verdict about the money can be',
    );
    expect(() => requireRejection(disputed(type, 'has_payment', 'transfer_confirmed'), 'paid')).toThrow(
      'the verdict about the money can be',
    );
    expect(() => requireRejection(disputed(type, 'no_payment', 'transfer_confirmed'), 'paid')).not.toThrow();
  });
});

it('a claim about any other deal leads back to where it was, and nothing is said about its money', () => {
  for (const from of Object.keys(dealStatuses) as (keyof typeof dealStatuses)[]) {
    if (from === 'transfer_confirmed') continue;
    for (const reason of reasons) expect(verdictsIfRejected(disputed('in', reason, from))).toEqual([]);
    expect(() => requireRejection(disputed('in', 'no_payment', from), 'paid')).toThrow(
      'the verdict about the money can be',
    );
  }
  expect(verdictsIfRejected({ type: 'in', dispute: null })).toEqual([]);
});

it('a refusal names what can be said instead, or that nothing can', () => {
  const choicesOf = (from: 'transfer_confirmed' | 'completed', verdict: 'paid' | 'not_paid') => {
    try {
      requireRejection(disputed('out', 'no_payment', from), verdict);
      return 'done';
    } catch (error) {
      return error instanceof AppError ? [error.faults[0].field, error.message] : error;
    }
  };
  expect(choicesOf('transfer_confirmed', 'not_paid')).toEqual(['verdict', expect.stringMatching(/\bpaid\b/)]);
  expect(choicesOf('completed', 'paid')).toEqual(['verdict', expect.stringMatching(/nothing/)]);
});
