import { describe, expect, it } from 'vitest';
import { noChanges } from '../../src/domain/changes.ts';
import { fiat, settlement } from '../../src/domain/money.ts';
import { WorkingSet } from '../../src/engine/working-set.ts';
import type { BatchChanges } from '../../src/storage/batch/batch-store.ts';
import { catalogueOf, deal, invoice, noon, requisite } from '../../test/engine/support/small-world.ts';
import { applyChanges, ConstraintViolation } from './apply-changes.ts';
import { emptyLoaded } from './memory-load.ts';
import { MemoryStore } from './memory-store.ts';

const catalogue = catalogueOf([requisite(1)]);

/** A batch that stores this and nothing else. */
function batch(some: Partial<BatchChanges>): BatchChanges {
  const work = new WorkingSet(catalogue, emptyLoaded(1n), noon);
  work.apply({ ...noChanges(), invoices: [invoice({ id: 'other' })] });
  const changes = work.batchChanges();
  if (changes === null) throw new Error('there is an invoice to store');
  return { ...changes, newInvoices: [], ...some };
}

function refusal(store: MemoryStore, some: Partial<BatchChanges>): string {
  try {
    applyChanges(store, batch(some));
  } catch (error) {
    if (error instanceof ConstraintViolation) return error.constraint;
  }
  return 'stored';
}

const hold = {
  debitId: 102,
  creditId: 103,
  amount: settlement(5n),
  currency: 'USDT',
  kind: 'payin_hold',
  subjectId: 'deal',
} as const;

describe('the store in memory', () => {
  it('stores a batch whole or not at all', () => {
    const store = new MemoryStore(catalogue);
    const overdraft = [{ accountId: 102, delta: -1n }];
    expect(refusal(store, { newInvoices: [invoice({ id: 'a' })], balanceDeltas: overdraft })).toBe(
      'accounts_not_overdrawn',
    );
    expect(store.invoices.size).toBe(0);
    expect(store.balances.get(102)).toBe(0n);
    expect(refusal(store, { newInvoices: [invoice({ id: 'a' })] })).toBe('stored');
  });

  it('refuses a second open payin under one internal ID and sum, and takes it when the first has ended', () => {
    const store = new MemoryStore(catalogue);
    const first = invoice({ id: 'a', internalId: 'order' });
    const second = invoice({ id: 'b', internalId: 'order' });
    expect(refusal(store, { newInvoices: [first] })).toBe('stored');
    expect(refusal(store, { newInvoices: [second] })).toBe('invoices_one_open_payin');
    expect(refusal(store, { newInvoices: [{ ...second, amount: fiat(1n) }] })).toBe('stored');
    expect(
      refusal(store, { changedInvoices: [{ ...first, status: 'expired' }], newInvoices: [{ ...second, id: 'c' }] }),
    ).toBe('stored');
    expect(refusal(store, { changedInvoices: [first] })).toBe('invoices_one_open_payin');
  });

  it('refuses a second payout under one internal ID, whatever became of the first', () => {
    const store = new MemoryStore(catalogue);
    const payout = invoice({ id: 'a', internalId: 'order', type: 'out' });
    expect(refusal(store, { newInvoices: [payout] })).toBe('stored');
    expect(refusal(store, { changedInvoices: [{ ...payout, status: 'expired' }] })).toBe('stored');
    expect(refusal(store, { newInvoices: [{ ...payout, id: 'b', amount: fiat(1n) }] })).toBe('invoices_one_payout');
  });

  it('gives a pair to one deal, and to another when it was freed in the same batch', () => {
    const store = new MemoryStore(catalogue);
    const first = deal({ id: 'a', invoiceId: 'a', restsUntil: noon });
    const second = deal({ id: 'b', invoiceId: 'b' });
    const both = [invoice({ id: 'a' }), invoice({ id: 'b' })];
    expect(refusal(store, { newInvoices: both, newDeals: [first] })).toBe('stored');
    expect(refusal(store, { newDeals: [second] })).toBe('deals_one_per_pair');
    expect(refusal(store, { freedPairs: ['a'], newDeals: [second] })).toBe('stored');
    expect(store.deals.get('a')?.occupies).toBe(false);
  });

  it('posts a kind of transfer once for a subject, and answers a key once', () => {
    const store = new MemoryStore(catalogue);
    const answer = { storeId: 1, key: 'k', requestHash: '', status: 200, body: '', createdAt: noon };
    expect(refusal(store, { transfers: [hold], answers: [answer] })).toBe('stored');
    expect(refusal(store, { transfers: [hold] })).toBe('transfers_pkey');
    expect(refusal(store, { transfers: [{ ...hold, kind: 'payin_release' }] })).toBe('stored');
    expect(refusal(store, { answers: [answer] })).toBe('idempotency_keys_pkey');
    expect(store.postedKinds('deal')).toEqual(['payin_hold', 'payin_release']);
  });

  it('lets one arrival pay a deal, and one stand under a reference', () => {
    const store = new MemoryStore(catalogue);
    const arrival = {
      id: 'a',
      requisiteId: 1,
      amount: fiat(5n),
      currency: 'RUB',
      arrivedAt: noon,
      reference: 'r',
      status: 'matched',
      exception: null,
      dealId: 'deal',
      enteredBy: 'maker',
      createdAt: noon,
      resolvedAt: noon,
    } as const;
    expect(refusal(store, { newArrivals: [arrival] })).toBe('stored');
    expect(refusal(store, { newArrivals: [{ ...arrival, id: 'b', status: 'held' }] })).toBe(
      'arrivals_requisite_id_reference_key',
    );
    expect(refusal(store, { newArrivals: [{ ...arrival, id: 'c', reference: 's' }] })).toBe('arrivals_one_per_deal');
  });
});
