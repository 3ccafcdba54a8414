import { describe, expect, it } from 'vitest';
import { fiat, settlement } from '../../src/domain/money/money.ts';
import type { BatchChanges } from '../../src/domain/state/changes.ts';
import { catalogueOf, deal, invoice, noon, requisite } from '../../test/engine/support/small-world.ts';
import { added, changed, nothingWritten } from '../../test/engine/support/written.ts';
import { applyChanges, ConstraintViolation } from './apply-changes.ts';
import { MemoryStore } from './memory-store.ts';

const catalogue = catalogueOf([requisite(1)]);

/** A batch that stores this and nothing else. */
function batch(some: Partial<BatchChanges>): BatchChanges {
  return { ...nothingWritten(), now: noon, freedPairs: [], changedMoney: [], ...some };
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
    const overdraft = changed([{ accountId: 102, delta: -1n }]);
    expect(refusal(store, { invoices: added([invoice({ id: 'a' })]), balanceDeltas: overdraft })).toBe(
      'accounts_not_overdrawn',
    );
    expect(store.invoices.size).toBe(0);
    expect(store.balance(102)).toBe(0n);
    expect(refusal(store, { invoices: added([invoice({ id: 'a' })]) })).toBe('stored');
  });

  it('refuses a second payin under one internal ID and sum, and takes it when the first has given its name back', () => {
    const store = new MemoryStore(catalogue);
    const first = invoice({ id: 'a', internalId: 'order' });
    const second = invoice({ id: 'b', internalId: 'order' });
    expect(refusal(store, { invoices: added([first]) })).toBe('stored');
    expect(refusal(store, { invoices: added([second]) })).toBe('invoices_one_payin');
    expect(refusal(store, { invoices: added([{ ...second, askedSum: fiat(1n) }]) })).toBe('stored');
    expect(
      refusal(store, { invoices: { changed: [{ ...first, holdsName: false }], added: [{ ...second, id: 'c' }] } }),
    ).toBe('stored');
    expect(refusal(store, { invoices: changed([first]) })).toBe('invoices_one_payin');
  });

  it('refuses a second payout under one internal ID, whatever became of the first', () => {
    const store = new MemoryStore(catalogue);
    const payout = invoice({ id: 'a', internalId: 'order', type: 'out' });
    expect(refusal(store, { invoices: added([payout]) })).toBe('stored');
    expect(refusal(store, { invoices: changed([{ ...payout, status: 'expired' }]) })).toBe('stored');
    expect(refusal(store, { invoices: added([{ ...payout, id: 'b', amount: fiat(1n) }]) })).toBe('invoices_one_payout');
  });

  it('gives a pair to one deal, and to another when it was freed in the same batch', () => {
    const store = new MemoryStore(catalogue);
    const first = deal({ id: 'a', invoiceId: 'a', restsUntil: noon });
    const second = deal({ id: 'b', invoiceId: 'b' });
    const both = [invoice({ id: 'a' }), invoice({ id: 'b' })];
    expect(refusal(store, { invoices: added(both), deals: added([first]) })).toBe('stored');
    expect(refusal(store, { deals: added([second]) })).toBe('deals_one_per_pair');
    expect(refusal(store, { freedPairs: ['a'], deals: added([second]) })).toBe('stored');
    expect(store.deals.get('a')?.occupies).toBe(false);
  });

  it('posts a kind of transfer once for a subject, and answers a key once', () => {
    const store = new MemoryStore(catalogue);
    const answer = { storeId: 1, key: 'k', requestHash: '', status: 200, body: '', createdAt: noon };
    expect(refusal(store, { transfers: added([hold]), answers: added([answer]) })).toBe('stored');
    expect(refusal(store, { transfers: added([hold]) })).toBe('transfers_pkey');
    expect(refusal(store, { transfers: added([{ ...hold, kind: 'payin_release' }]) })).toBe('stored');
    expect(refusal(store, { answers: added([answer]) })).toBe('idempotency_keys_pkey');
    expect(store.transfersOf.get('deal')?.map(({ kind }) => kind)).toEqual(['payin_hold', 'payin_release']);
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
      toldBy: 'maker' as const,
      createdAt: noon,
      resolvedAt: noon,
    } as const;
    expect(refusal(store, { arrivals: added([arrival]) })).toBe('stored');
    expect(refusal(store, { arrivals: added([{ ...arrival, id: 'b', status: 'held', exception: 'twice' }]) })).toBe(
      'arrivals_one_per_reference',
    );
    expect(refusal(store, { arrivals: added([{ ...arrival, id: 'c', reference: 's' }]) })).toBe(
      'arrivals_one_per_deal',
    );
  });
});
