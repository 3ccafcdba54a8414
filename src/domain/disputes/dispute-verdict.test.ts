import { describe, expect, it } from 'vitest';
import { deal, dispute } from '../../../test/engine/support/small-world.ts';
import { AppError } from '../../errors/app-error.ts';
import type { DealDispute } from '../invoices/deal.ts';
import { type DisputeReason, type DisputeResult, disputeReasons } from '../invoices/deal-dispute.ts';
import type { Direction } from '../money/payment.ts';
import { ifAccepted, ifRejected, requireRejection, type Verdict } from './dispute-verdict.ts';

const reasons = Object.keys(disputeReasons) as DisputeReason[];
type From = DealDispute['from'];

/** Of each claim: what accepting it makes of the money, and what rejecting it may say at once. */
const payins: Readonly<
  Record<'receipt' | 'unpaid' | 'part' | 'paid', Record<DisputeReason, readonly [Verdict, string]>>
> = {
  receipt: {
    has_payment: ['paid', 'not_paid'],
    no_payment: ['paid', 'not_paid, paid'],
    invalid_sum: ['paid', 'paid, not_paid'],
    invalid_requisites: ['paid', 'not_paid, paid'],
    unknown: ['paid', 'not_paid, paid'],
  },
  unpaid: allOf(['paid', 'not_paid']),
  part: allOf(['paid', 'not_paid']),
  paid: { ...allOf(['paid', 'not_paid']), no_payment: ['not_paid', 'paid'] },
};

function allOf(one: readonly [Verdict, string]): Record<DisputeReason, readonly [Verdict, string]> {
  return { has_payment: one, no_payment: one, invalid_sum: one, invalid_requisites: one, unknown: one };
}

const places: readonly (readonly [keyof typeof payins, From, boolean])[] = [
  ['receipt', 'transfer_confirmed', false],
  ['unpaid', 'transfer_waiting', false],
  ['unpaid', 'canceled', false],
  ['unpaid', 'expired', false],
  ['part', 'completed', true],
  ['paid', 'completed', false],
];

describe.each(places)('a claim about a payin (%s, from %s)', (kind, from, isPart) => {
  it.each(reasons)('%s reaches paid and not paid in one decision each', (reason) => {
    const claim = { reason, from, ...(isPart ? { isPart } : {}) };
    const [accepted, rejected] = payins[kind][reason];
    expect([ifAccepted('in', claim), ifRejected('in', claim).join(', ')]).toEqual([accepted, rejected]);
    expect(new Set([accepted, ...ifRejected('in', claim)])).toEqual(new Set(['paid', 'not_paid']));
  });
});

describe.each(['new', 'transfer_waiting', 'transfer_confirmed', 'completed', 'canceled', 'expired'] as const)(
  'a claim about a payout from %s',
  (from) => {
    it.each(reasons)('%s pays the maker only where it says so, or is wrong about a proof', (reason) => {
      const accepted = reason === 'has_payment' ? 'paid' : 'not_paid';
      expect(ifAccepted('out', { reason, from })).toBe(accepted);
      const opposite = accepted === 'paid' ? 'not_paid' : 'paid';
      expect(ifRejected('out', { reason, from })).toEqual(from === 'transfer_confirmed' ? [opposite] : []);
    });
  },
);

describe('a rejection', () => {
  const said = (type: Direction, claim: Partial<DealDispute>, verdict: Verdict, result: DisputeResult = 'UNKNOWN') => {
    try {
      requireRejection({ ...deal(), type, dispute: dispute(claim) } as Parameters<typeof requireRejection>[0], {
        result,
        verdict,
      });
      return 'done';
    } catch (error) {
      return error instanceof AppError ? [error.faults[0].field, error.message.replace(/.*be: /, '')] : error;
    }
  };

  it('names what can be said instead, or that nothing can', () => {
    expect(said('out', { reason: 'no_payment' }, 'not_paid')).toEqual(['verdict', 'paid.']);
    expect(said('out', { reason: 'no_payment', from: 'completed' }, 'paid')).toEqual(['verdict', 'nothing.']);
    expect(said('in', { reason: 'has_payment' }, 'paid')).toEqual(['verdict', 'not_paid.']);
    expect(said('in', { reason: 'has_payment' }, 'not_paid')).toBe('done');
    expect(() => requireRejection({ type: 'in', dispute: null }, { result: 'UNKNOWN', verdict: 'paid' })).toThrow(
      'nothing',
    );
  });

  it.each(['WAITING_CONFIRM_DOCS_FROM_MERCHANT', 'WAITING_CONFIRM_DOCS_FROM_TRADER'] as const)(
    'says nothing about the money where it asks for papers: %s',
    (result) => {
      for (const type of ['in', 'out'] as const) {
        for (const verdict of ['paid', 'not_paid'] as const) {
          expect(said(type, { reason: 'unknown' }, verdict, result)).toEqual(['verdict', 'nothing.']);
        }
      }
    },
  );
});
