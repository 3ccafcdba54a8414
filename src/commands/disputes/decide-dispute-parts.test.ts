import { describe, expect, it } from 'vitest';
import { operator } from '../../../test/engine/support/decided.ts';
import { follows, moved, smallService } from '../../../test/engine/support/small-service.ts';
import {
  account,
  catalogueOf,
  deal,
  dispute,
  feeAccountId,
  invoice,
  noon,
  requisite,
  store,
} from '../../../test/engine/support/small-world.ts';
import type { Deal } from '../../domain/invoices/deal.ts';
import type { DisputeReason } from '../../domain/invoices/deal-dispute.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { fiat, settlement } from '../../domain/money/money.ts';
import { decideDispute } from './decide-dispute.ts';

const available = 102;

/** 600.00 of 1,000.00 came and were counted; the rest has not come. */
const part = deal({
  status: 'completed',
  occupies: false,
  receivedSum: fiat(60_000n),
  makerSum: settlement(628_272_251n),
  feeSum: settlement(15_706_807n),
  confirmedAt: noon - 5,
  endedAt: noon - 5,
});

interface Case {
  readonly reason?: DisputeReason;
  readonly of?: Partial<Invoice>;
  readonly others?: readonly Deal[];
  readonly shortUnits?: number;
}

const arguedPart = ({ reason = 'has_payment', of = {}, others = [], shortUnits = 0 }: Case) => {
  const policy = { ...store.policy, shortUnits };
  const catalogue = catalogueOf([requisite(1)], { stores: new Map([[1, { ...store, policy }]]) });
  const partSum = fiat(60_000n);
  const argued = invoice({ status: 'dispute', disputedFrom: 'new', partSum, dealCount: 1, sequence: 1, ...of });
  const disputed: Deal = { ...part, status: 'dispute', dispute: dispute({ reason, from: 'completed', isPart: true }) };
  return smallService(catalogue, { invoices: [argued], deals: [disputed, ...others] });
};

const accepted = (one: Case, amount: string | null = null) => decided(one, { kind: 'accept', amount, next: null });

const decided = (one: Case, decision: Parameters<typeof decideDispute>[0]['decision']) =>
  follows(
    arguedPart(one),
    decideDispute({
      actor: operator,
      reason: 'looked at the statement',
      decisionId: 'decision',
      invoiceId: part.invoiceId,
      seenStoreId: 1,
      nextDealId: 'next deal',
      decision,
    }),
  );

describe('a claim over a part of a payin that is accepted', () => {
  it('does not make the invoice paid with the part: it waits for the rest, as before', () => {
    const { result, changes } = accepted({});
    expect(result.invoice).toMatchObject({ status: 'new', disputedFrom: null, partSum: 60_000n, receivedSum: null });
    expect(result.deals).toMatchObject([{ status: 'completed', dispute: { result: 'ACCEPTED' } }]);
    expect(changes.transfers).toBeUndefined();
    expect(changes.notifications).toMatchObject([{ invoice: { status: 'new', sequence: 2 } }]);
  });

  it('corrects the part, and what is left to send with it', () => {
    const { result, changes } = accepted({ reason: 'invalid_sum' }, '800');
    expect(result.invoice).toMatchObject({ status: 'new', partSum: 80_000n, receivedSum: null, isSumChanged: false });
    expect(result.deals).toMatchObject([{ receivedSum: 80_000n, dispute: { result: 'AMOUNT_CHANGED' } }]);
    expect(changes.transfers).toEqual([
      moved('correction_sum', 'decision', [available, account.availableId], 204_188_482n),
      moved('correction_fee', 'decision', [available, feeAccountId], 5_235_602n),
    ]);
  });

  it.each<[string, Case, bigint]>([
    ['1000', {}, 100_000n],
    ['1100', {}, 110_000n],
    ['700', { of: { partSum: fiat(90_000n), dealCount: 2 }, others: [partBefore(30_000n)] }, 100_000n],
    ['995', { shortUnits: 5 }, 99_500n],
  ])('pays the invoice where %s makes up its sum', (amount, one, receivedSum) => {
    expect(accepted(one, amount).result.invoice).toMatchObject({ status: 'paid', receivedSum });
  });

  it('waits on where the other parts and this one do not make up the sum', () => {
    const one = { of: { partSum: fiat(90_000n), dealCount: 2 }, others: [partBefore(30_000n)] };
    expect(accepted(one, '699.99').result.invoice).toMatchObject({ status: 'new', partSum: 99_999n });
    expect(accepted({ shortUnits: 5 }, '994.99').result.invoice).toMatchObject({ status: 'new', partSum: 99_499n });
  });

  it('leaves an invoice expired that had expired with the part', () => {
    const { result } = accepted({ of: { disputedFrom: 'expired', sumReason: 'short', expireAt: noon - 1 } });
    expect(result.invoice).toMatchObject({ status: 'expired', partSum: 60_000n, sumReason: 'short' });
  });

  it('keeps the part where the payer is said to have paid all, in whatever words', () => {
    const { result } = accepted({ reason: 'no_payment' });
    expect(result.invoice).toMatchObject({ status: 'new', partSum: 60_000n });
    expect(accepted({ reason: 'no_payment' }, '1000').result.invoice).toMatchObject({ status: 'paid' });
  });
});

describe('a claim over a part of a payin that is rejected', () => {
  it('takes a part back that had not come: all of the sum is to be paid, or what the other parts leave', () => {
    const notPaid = { kind: 'reject', result: 'UNKNOWN', verdict: 'not_paid' } as const;
    const none = decided({ reason: 'no_payment' }, notPaid).result;
    expect(none.invoice).toMatchObject({ status: 'new', partSum: null });
    expect(none.deals).toMatchObject([{ status: 'canceled' }]);
    const of = { partSum: fiat(90_000n), dealCount: 2 };
    const one = decided({ reason: 'unknown', of, others: [partBefore(30_000n)] }, notPaid).result;
    expect(one.invoice).toMatchObject({ status: 'new', partSum: 30_000n });
  });
});

function partBefore(receivedSum: bigint): Deal {
  return { ...part, id: 'before', ordinal: 0, receivedSum: fiat(receivedSum) };
}
