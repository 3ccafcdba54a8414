import { describe, expect, it } from 'vitest';
import { operator } from '../../../test/engine/support/decided.ts';
import {
  act,
  codeOf,
  follows,
  moved,
  plansOf,
  type StoredBefore,
  smallService,
} from '../../../test/engine/support/small-service.ts';
import {
  account,
  catalogueOf,
  deal,
  dispute,
  feeAccountId,
  invoice,
  noon,
  payoutDeal,
  refund,
  requisite,
} from '../../../test/engine/support/small-world.ts';
import type { DealDispute } from '../../domain/invoices/deal.ts';
import { type DisputeReason, disputeReasons } from '../../domain/invoices/deal-dispute.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { fiat, settlement } from '../../domain/money/money.ts';
import type { Excess } from '../../domain/payins/excess.ts';
import type { Refund } from '../../domain/refunds/refund.ts';
import { fault } from '../../errors/app-error.ts';
import { type DecideDispute, decideDispute } from './decide-dispute.ts';

const catalogue = catalogueOf([requisite(1)]);
const available = 102;
const claimed = invoice({ status: 'dispute', disputedFrom: 'new', dealCount: 1, sequence: 1 });

const decide = (decision: DecideDispute['decision']) =>
  decideDispute({
    actor: operator,
    reason: 'looked at the proof',
    decisionId: 'decision',
    invoiceId: claimed.id,
    seenStoreId: 1,
    nextDealId: 'next deal',
    decision,
  });
const accept = (change: Partial<Extract<DecideDispute['decision'], { kind: 'accept' }>> = {}) =>
  decide({ kind: 'accept', amount: null, next: null, ...change });
const base = { invoiceIds: [claimed.id], refundsOf: [claimed.id], excessesOf: [claimed.id], accountIds: [11, 12, 15] };

describe('a claim over a payout', () => {
  const payout: Invoice = { ...claimed, type: 'out' };
  const frozen = payoutDeal({ status: 'dispute', confirmedAt: noon - 5 });
  const total = settlement(frozen.makerSum + frozen.feeSum);
  const withPayout = (claim: Partial<DealDispute> = {}, change: Partial<Invoice> = {}) =>
    smallService(catalogue, {
      invoices: [{ ...payout, ...change }],
      deals: [{ ...frozen, dispute: dispute({ reason: 'no_payment', ...claim }) }],
    });
  const release = moved('payout_release', frozen.id, [account.frozenId, account.availableId], total);

  it('ends the payout where it is right, and the store has its funds back', () => {
    const { result, changes } = follows(withPayout(), accept({ next: 'cancel' }));
    expect(result.invoice).toMatchObject({ status: 'canceled', disputedFrom: null });
    expect(result.deals).toMatchObject([{ status: 'canceled', dispute: { result: 'ACCEPTED' } }]);
    expect(changes.transfers).toEqual([release]);
    expect(changes.audits).toMatchObject([
      { action: 'accept-dispute', details: { amount: null, verdict: 'not_paid', next: 'cancel' } },
    ]);
  });

  it('puts the payout back into the pool under the deal that was named for it', () => {
    const { result, changes } = follows(withPayout(), accept({ next: 'pool' }));
    expect(result.invoice).toMatchObject({ status: 'new', dealCount: 2 });
    expect(changes.deals).toMatchObject([
      { id: frozen.id, status: 'canceled' },
      { id: 'next deal', status: 'new', makerId: null, ordinal: 2 },
    ]);
    expect(changes.transfers).toEqual([
      release,
      moved('payout_freeze', 'next deal', [account.availableId, account.frozenId], total),
    ]);
  });

  it('asks what becomes of a payout that was not paid', () => {
    expect(act(withPayout(), accept())).toEqual(fault('blank', { field: 'next' }));
  });

  it.each(Object.values(disputeReasons).filter((reason) => reason !== 'has_payment'))(
    'never pays the maker where it says %s',
    (reason: DisputeReason) => {
      const { changes } = follows(withPayout({ reason }), accept({ next: 'cancel' }));
      expect(changes.transfers).toEqual([release]);
    },
  );

  it('pays the maker where it says that the money was paid, or where it is rejected with that word', () => {
    const paid = [
      moved('payout_pay', frozen.id, [account.frozenId, available], frozen.makerSum),
      moved('payout_fee', frozen.id, [account.frozenId, feeAccountId], frozen.feeSum),
    ];
    expect(follows(withPayout({ reason: 'has_payment' }), accept()).changes.transfers).toEqual(paid);
    const rejected = decide({ kind: 'reject', result: 'UNKNOWN', verdict: 'paid' });
    const { result, changes } = follows(withPayout(), rejected);
    expect(changes.transfers).toEqual(paid);
    expect(result.deals).toMatchObject([{ status: 'completed', dispute: { result: 'UNKNOWN' } }]);
    const left = follows(withPayout(), decide({ kind: 'reject', result: 'UNKNOWN' }));
    expect(left.changes.transfers).toBeUndefined();
  });

  it('is decided at once: no money that came, no transfers and no twin are looked for', () => {
    const named = { internalId: 'order' };
    for (const claim of [{}, { from: 'completed' }, { from: 'expired' }] as const) {
      const status = claim.from === 'completed' ? 'paid' : claim.from === 'expired' ? 'expired' : 'new';
      expect(plansOf(withPayout(claim, { ...named, disputedFrom: status }), accept({ next: 'cancel' }))).toEqual([
        base,
      ]);
    }
  });

  it('leaves a payout that had ended as it is', () => {
    const service = withPayout({ from: 'expired' }, { disputedFrom: 'expired' });
    const { result, changes } = follows(service, accept({ next: 'cancel' }));
    expect(result.invoice.status).toBe('expired');
    expect(changes.transfers).toBeUndefined();
  });

  it('has the one sum that was frozen', () => {
    const refused = act(withPayout({ reason: 'has_payment' }), accept({ amount: '999.99' }));
    expect(refused).toEqual(fault('payout_sum_fixed'));
  });
});

describe('a claim over a payin of which something was given back', () => {
  const given = (change: Partial<Refund> = {}) => refund({ invoiceId: claimed.id, sum: fiat(60_000n), ...change });
  const completed = deal({ status: 'dispute', confirmedAt: noon - 5, endedAt: noon - 5, restsUntil: noon });
  const withRefund = (one: Refund, reason: DisputeReason, more: StoredBefore = {}) =>
    smallService(catalogue, {
      invoices: [{ ...claimed, disputedFrom: 'paid' }],
      deals: [{ ...completed, dispute: dispute({ reason, from: 'completed' }) }],
      refunds: [one],
      ...more,
    });
  const above = fault('refunded_above', { refunded: '600.00' });

  it('cannot find that no money came, or less than was given back', () => {
    expect(act(withRefund(given(), 'no_payment'), accept())).toEqual(above);
    expect(act(withRefund(given(), 'invalid_sum'), accept({ amount: '599.99' }))).toEqual(above);
    expect(codeOf(act(withRefund(given(), 'invalid_sum'), accept({ amount: '600' })))).toBe('done');
    expect(codeOf(act(withRefund(given({ canceledAt: noon }), 'no_payment'), accept()))).toBe('done');
  });

  it('counts what came in parts before as money that came', () => {
    const part = (receivedSum: bigint) =>
      deal({ id: 'part', status: 'completed', occupies: false, receivedSum: fiat(receivedSum) });
    const rest = { ...completed, askedSum: fiat(40_000n), ordinal: 2 };
    const withPart = (partSum: bigint) =>
      withRefund(given(), 'no_payment', {
        invoices: [{ ...claimed, disputedFrom: 'paid', partSum: fiat(partSum), dealCount: 2 }],
        deals: [part(partSum), { ...rest, dispute: dispute({ reason: 'no_payment', from: 'completed' }) }],
      });
    expect(codeOf(act(withPart(60_000n), accept()))).toBe('done');
    expect(act(withPart(59_999n), accept())).toEqual(above);
  });

  it('locks the payouts of its refunds, of which how they stand decides', () => {
    const payout = invoice({ id: 'payout', type: 'out', status: 'canceled' });
    const invoices = [{ ...claimed, disputedFrom: 'paid' as const }, payout];
    const service = withRefund(given({ payoutId: 'payout' }), 'no_payment', { invoices });
    const plans = plansOf(service, accept());
    const both = [claimed.id, 'payout'];
    expect(plans).toEqual([base, { ...base, invoiceIds: both, arrivalsOf: [completed.id], linesOf: [completed.id] }]);
    expect(codeOf(act(service, accept()))).toBe('done');
    const accepted = withRefund(given({ payoutId: 'payout' }), 'invalid_sum', { invoices });
    expect(plansOf(accepted, accept())).toEqual([
      base,
      {
        ...base,
        arrivalsOf: [completed.id],
        linesOf: [completed.id],
        invoiceIds: both,
      },
    ]);
  });

  it('cannot change what is kept apart and was promised to the payer', () => {
    const excess: Excess = {
      id: completed.id,
      invoiceId: claimed.id,
      storeId: 1,
      sum: fiat(10_000n),
      currency: 'RUB',
      heldSum: settlement(104_712_042n),
      createdAt: noon,
      keptAt: null,
    };
    const promised = given({ sum: fiat(10_000n), excessOf: completed.id });
    const correct = (one: Refund, amount: string | null) =>
      act(withRefund(one, 'invalid_sum', { excesses: [excess] }), accept({ amount }));
    expect(correct(promised, '1050')).toEqual(fault('excess_not_held', { status: 'promised' }));
    expect(codeOf(correct({ ...promised, canceledAt: noon }, '1050'))).toBe('done');
    // What came is the sum asked for and what is apart: that is no change.
    expect(codeOf(correct(promised, null))).toBe('done');
    expect(codeOf(correct(promised, '1100'))).toBe('done');
  });
});
