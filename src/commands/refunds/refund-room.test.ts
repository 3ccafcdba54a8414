import { describe, expect, it } from 'vitest';
import { operator } from '../../../test/engine/support/decided.ts';
import {
  act,
  codeOf,
  follows,
  moved,
  type StoredBefore,
  smallService,
} from '../../../test/engine/support/small-service.ts';
import {
  account,
  arrival,
  catalogueOf,
  deal,
  dispute,
  invoice,
  noon,
  refund,
  requisite,
} from '../../../test/engine/support/small-world.ts';
import type { Invoice, InvoiceStatus } from '../../domain/invoices/invoice.ts';
import { fiat } from '../../domain/money/money.ts';
import type { Refund } from '../../domain/refunds/refund.ts';
import { fault } from '../../errors/app-error.ts';
import { resolveArrival } from '../arrivals/resolve-arrival.ts';
import { decideDispute } from '../disputes/decide-dispute.ts';

const catalogue = catalogueOf([requisite(1)]);
const expired: Invoice = invoice({ status: 'expired', partSum: fiat(40_000n), dealCount: 2 });
const part = deal({ id: 'part', status: 'completed', receivedSum: fiat(40_000n), occupies: false });
const rest = deal({ status: 'expired', askedSum: fiat(60_000n), ordinal: 2, endedAt: noon - 5 });
const late = arrival({ amount: rest.askedSum });
const by = { actor: operator, reason: 'the bank says so' };

const given = (change: Partial<Refund> = {}) => refund({ invoiceId: expired.id, sum: fiat(40_000n), ...change });
const payout = (status: InvoiceStatus) => invoice({ id: 'payout', type: 'out', status });

/** The rest came late, and an operator says whose it is. */
const match = (one: Refund, status: InvoiceStatus = 'new') =>
  act(
    smallService(catalogue, {
      invoices: [expired, payout(status)],
      deals: [part, rest],
      arrivals: [late],
      refunds: [one],
    }),
    resolveArrival({
      ...by,
      arrivalId: late.id,
      answer: { kind: 'match', dealId: rest.id, invoiceId: expired.id, storeId: 1 },
    }),
  );

/** The payer claims to have paid the rest, and an operator finds it; the money is there, and is what the claim speaks of. */
const accept = (one: Refund, status: InvoiceStatus = 'new', more: StoredBefore = {}) =>
  act(
    smallService(catalogue, {
      invoices: [{ ...expired, status: 'dispute', disputedFrom: 'expired' }, payout(status)],
      deals: [part, { ...rest, status: 'dispute', dispute: dispute({ reason: 'has_payment', from: 'expired' }) }],
      arrivals: [late],
      refunds: [one],
      ...more,
    }),
    decideDispute({
      ...by,
      decisionId: 'decision',
      invoiceId: expired.id,
      seenStoreId: 1,
      nextDealId: 'next deal',
      decision: { kind: 'accept', amount: null, next: null },
    }),
  );

describe.each([
  ['a match', match],
  ['a claim', accept],
])('the rest of an invoice that had expired with a part, by %s', (_, pay) => {
  it('takes back what was promised of the part, as long as the payer has not said where it goes', () => {
    const outcome = pay(given());
    expect(outcome).toMatchObject({
      changes: {
        invoices: [{ status: 'paid', receivedSum: 100_000n }],
        arrivals: [{ status: 'matched', dealId: rest.id }],
        refunds: [{ id: 'refund', canceledAt: noon }],
      },
    });
    expect('changes' in outcome && outcome.changes.audits).toContainEqual({
      at: noon,
      ...by,
      action: 'cancel-refund',
      subjectKind: 'invoice',
      subjectId: expired.id,
      details: { refundId: 'refund' },
    });
  });

  it.each<InvoiceStatus>(['new', 'paid', 'dispute'])('does not pay it while the payout of a refund is %s', (status) => {
    expect(pay(given({ payoutId: 'payout' }), status)).toEqual(fault('part_refunded', { refundId: 'refund' }));
  });

  it.each<[string, Refund, InvoiceStatus]>([
    ['was canceled', given({ canceledAt: noon - 1 }), 'new'],
    ['has lapsed', given({ lapsesAt: noon }), 'new'],
    ['was not paid', given({ payoutId: 'payout' }), 'canceled'],
    ['has run out', given({ payoutId: 'payout' }), 'expired'],
    ['returns what was sent too much', given({ excessOf: part.id }), 'new'],
  ])('leaves a refund as it is that %s', (_why, one, status) => {
    const outcome = pay(one, status);
    expect(codeOf(outcome)).toBe('done');
    expect('changes' in outcome && outcome.changes.refunds).toBeUndefined();
  });
});

describe('the rest that had counted once, and was found not to have come by mistake', () => {
  const transfers = [moved('payin_settle', rest.id, [103, account.availableId], 1n)];

  it('counts again with what was given back since', () => {
    const outcome = accept(given({ payoutId: 'payout' }), 'paid', { transfers });
    expect(outcome).toMatchObject({ result: { invoice: { status: 'paid' } } });
    expect('changes' in outcome && outcome.changes.refunds).toBeUndefined();
  });

  it('takes back what was promised since', () => {
    expect(accept(given(), 'new', { transfers })).toMatchObject({ changes: { refunds: [{ canceledAt: noon }] } });
  });
});

it('a claim about money that counts already takes no promise back', () => {
  const paid = invoice({ status: 'dispute', disputedFrom: 'paid', receivedSum: fiat(100_000n), dealCount: 1 });
  const claimed = dispute({ reason: 'invalid_sum', from: 'completed' });
  const service = smallService(catalogue, {
    invoices: [paid],
    deals: [deal({ status: 'dispute', confirmedAt: noon - 5, endedAt: noon - 5, restsUntil: noon, dispute: claimed })],
    refunds: [given()],
  });
  const { result, changes } = follows(
    service,
    decideDispute({
      ...by,
      decisionId: 'decision',
      invoiceId: paid.id,
      seenStoreId: 1,
      nextDealId: 'next deal',
      decision: { kind: 'accept', amount: '900', next: null },
    }),
  );
  expect([result.invoice.status, changes.refunds]).toEqual(['paid', undefined]);
});
