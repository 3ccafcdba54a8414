import { describe, expect, it } from 'vitest';
import type { InvoiceLife, OperatorDeal } from '../../api/schema.ts';
import { en } from '../../text/en/dictionary.ts';
import { ru } from '../../text/ru/dictionary.ts';
import { type OutcomeKind, outcomeOf, outcomeTones } from './outcome.ts';

const rubles = (amount: string) => ({ amount, currency: 'RUB', subunit: 2 });

const life = (change: Partial<InvoiceLife>): InvoiceLife =>
  ({
    type: 'in',
    status: 'new',
    sum: rubles('1000.00'),
    askedSum: rubles('1000.00'),
    partSum: null,
    excess: null,
    receivedSumFromTaker: null,
    expireAt: '2026-11-14T13:00:00+00:00',
    deals: [],
    notifications: [],
    disputeFacts: [],
    ...change,
  }) as unknown as InvoiceLife;

const deal = (status: OperatorDeal['status'], change: Partial<OperatorDeal> = {}): OperatorDeal =>
  ({
    id: 'first',
    status,
    isActive: !['completed', 'canceled', 'expired'].includes(status),
    deadlineAt: '2026-11-14T12:15:00+00:00',
    confirmedAt: null,
    creditAt: null,
    objectedAt: null,
    overdue: null,
    dispute: null,
    attachments: [],
    ...change,
  }) as unknown as OperatorDeal;

const confirmedAt = '2026-11-14T12:05:00+00:00';
const receipt = { confirmedAt, attachments: [{ addedAt: confirmedAt }] } as Partial<OperatorDeal>;
const takenBack = { confirmedAt, dispute: { reason: 'no_payment', from: 'completed' } } as Partial<OperatorDeal>;
const overdue = { overdue: { since: '2026-11-15T12:05:00+00:00', newRate: null } };
const decided = (kind: 'accepted' | 'rejected') =>
  ({ disputeFacts: [{ kind: 'opened' }, { kind, dealId: 'first' }] }) as Partial<InvoiceLife>;
const received = (amount: string) => ({ receivedSumFromTaker: rubles(amount) });
const claimed = {
  dispute: { reason: 'invalid_sum', deadlineAt: '2026-11-15T12:00:00+00:00' },
} as Partial<OperatorDeal>;

const cases: readonly [OutcomeKind, Partial<InvoiceLife>][] = [
  ['payinOpen', {}],
  ['payinAwaited', { deals: [deal('expired'), deal('transfer_waiting')] }],
  ['payinLapsed', { deals: [deal('expired')] }],
  ['payinChecked', { deals: [deal('transfer_confirmed', receipt)] }],
  ['payinOverdue', { deals: [deal('transfer_confirmed', { ...receipt, ...overdue })] }],
  ['payinRefused', { deals: [deal('canceled', receipt)] }],
  // What was taken back by a claim is not what pays afterwards.
  ['payinTakenBack', { ...decided('accepted'), deals: [deal('canceled', takenBack)] }],
  ['payinEndedTakenBack', { status: 'expired', ...decided('accepted'), deals: [deal('canceled', takenBack)] }],
  [
    'payinPaid',
    {
      status: 'paid',
      ...received('1000.00'),
      ...decided('accepted'),
      deals: [deal('canceled', takenBack), deal('completed', { id: 'second', confirmedAt })],
    },
  ],
  ['payinPaid', { status: 'paid', ...received('1000.00'), deals: [deal('completed')] }],
  // Confirmed without a receipt, by an operator who then found nothing.
  ['payinLapsed', { deals: [deal('canceled', { confirmedAt })] }],
  // As the service tells it: the sum is what came by then.
  ['payinPaidOtherSum', { status: 'paid', sum: rubles('900.00'), ...received('900.00'), deals: [deal('completed')] }],
  [
    'payinPaidOver',
    {
      status: 'paid',
      ...received('1000.00'),
      excess: { dealId: '', status: 'held', came: rubles('1100.00'), sum: rubles('100.00'), keptAt: null },
      deals: [deal('completed')],
    },
  ],
  ['payinPart', { partSum: rubles('900.00'), deals: [deal('completed', receipt)] }],
  ['payinAwaited', { partSum: rubles('900.00'), deals: [deal('completed', receipt), deal('transfer_waiting')] }],
  ['payinExpiredPart', { status: 'expired', partSum: rubles('900.00'), deals: [deal('completed', receipt)] }],
  ['payinPaidByClaim', { status: 'paid', ...received('1000.00'), ...decided('accepted'), deals: [deal('completed')] }],
  ['disputeOpen', { status: 'dispute', deals: [deal('dispute', claimed)] }],
  ['payinExpiredUnbegun', { status: 'expired' }],
  ['payinExpiredUnpaid', { status: 'expired', deals: [deal('expired')] }],
  ['payinEndedRefused', { status: 'canceled', deals: [deal('canceled', receipt)] }],
  ['payinEndedClaimRejected', { status: 'expired', ...decided('rejected'), deals: [deal('expired')] }],
  ['payinCanceled', { status: 'canceled', deals: [deal('canceled')] }],
  ['payoutOpen', { type: 'out', deals: [deal('new')] }],
  ['payoutTaken', { type: 'out', deals: [deal('transfer_waiting')] }],
  ['payoutSent', { type: 'out', deals: [deal('transfer_confirmed', { creditAt: '2026-11-15T12:00:00+00:00' })] }],
  ['payoutObjected', { type: 'out', deals: [deal('transfer_confirmed', { objectedAt: confirmedAt })] }],
  ['payoutPaid', { type: 'out', status: 'paid', deals: [deal('completed')] }],
  ['payoutCanceled', { type: 'out', status: 'canceled', deals: [deal('canceled')] }],
  ['payoutExpired', { type: 'out', status: 'expired', deals: [deal('expired')] }],
];

describe('the outcome of an invoice', () => {
  it.each(cases)('is %s where its life says so', (kind, change) => {
    expect(outcomeOf(life(change)).kind).toBe(kind);
  });

  it('has a case for every kind that there are words for', () => {
    expect(new Set(cases.map(([kind]) => kind))).toEqual(new Set(Object.keys(outcomeTones)));
  });

  it('says until when the next step has time, what came instead, and why it is disputed', () => {
    expect(outcomeOf(life({})).until).toBe('2026-11-14T13:00:00+00:00');
    expect(outcomeOf(life({ deals: [deal('transfer_waiting')] })).until).toBe('2026-11-14T12:15:00+00:00');
    expect(outcomeOf(life({ status: 'paid', ...received('900.00') })).received).toEqual(rubles('900.00'));
    const disputed = outcomeOf(life({ status: 'dispute', deals: [deal('dispute', claimed)] }));
    expect([disputed.reason, disputed.until]).toEqual(['invalid_sum', '2026-11-15T12:00:00+00:00']);
  });

  it('says that the shop was not told, as long as its server has not taken the newest notification', () => {
    const told = (...outcomes: readonly string[]) =>
      outcomeOf(
        life({
          notifications: [
            { sequence: 2, attempts: outcomes.map((outcome) => ({ outcome, status: 500 })) },
            { sequence: 1, attempts: [{ outcome: 'delivered', status: 200 }] },
          ] as unknown as InvoiceLife['notifications'],
        }),
      ).untold;
    expect(told('refused', 'refused')).toEqual({ outcome: 'refused', status: 500 });
    expect(told('refused', 'delivered')).toBeNull();
    expect(told()).toBeNull();
  });

  it('is told in whole sentences in both languages, with its facts in them', () => {
    const facts = { sum: '1,000.00 RUB', received: '900.00 RUB', until: '14 Nov, 13:00', reason: 'Different sum' };
    for (const { outcome } of [en, ru]) {
      for (const [kind, { what, next }] of Object.entries(outcome.kinds)) {
        for (const sentence of [what(facts), next(facts), next({ ...facts, until: '' })]) {
          expect(sentence, kind).toMatch(/^[\p{Lu}\d].*\.$/u);
          expect(sentence, kind).not.toMatch(/ {2}|undefined|\.\./);
        }
      }
    }
    expect(en.outcome.kinds.payinPaidOtherSum.what(facts)).toBe(
      'Paid with another sum: 900.00 RUB arrived instead of 1,000.00 RUB.',
    );
  });
});
