import { describe, expect, it } from 'vitest';
import { decideOn, memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import { payinRequest } from '../../../test/engine/support/requests.ts';
import { catalogueOf, deal, invoice, noon, requisite, store } from '../../../test/engine/support/small-world.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { fiat } from '../../domain/money/money.ts';
import { unusedLoad } from '../../domain/payins/allocation.ts';
import { Rotation } from '../../domain/payins/rotation.ts';
import { createPayin } from './create-payin.ts';

const many = catalogueOf(Array.from({ length: 20 }, (_, index) => requisite(index + 1)));
const sum = fiat(100_000n);
/** A deal runs on each of these requisites over the usual sum. */
const busy = (ids: readonly number[]) =>
  ids.map((requisiteId) => ({ requisiteId, amount: sum, dealId: `deal ${requisiteId}`, restsUntil: null }));
/** An invoice of the same name as it was looked up, before any lock. */
const seen = (change: Partial<Invoice>) => {
  const { id, status, createdAt, updatedAt, holdsName } = invoice({ id: 'earlier', internalId: 'order', ...change });
  const key = { storeId: 1, internalId: 'order', amount: sum, currency: 'RUB' };
  return { ...key, id, status, createdAt, updatedAt, holdsName };
};

describe('create-payin', () => {
  it('decides the same for the same view, and changes nothing in it', () => {
    const view = memoryBatch(many);
    const command = createPayin(payinRequest());
    const [once, twice] = [0, 1].map(() => decideOn(view, command));
    expect(twice).toEqual(once);
    expect(once?.kind).toBe('done');
    expect(view.batchChanges()).toBeNull();
  });

  it('looks at one requisite, then at a few, then at all, and only then says that none is free', () => {
    const command = createPayin(payinRequest());
    const rotation = new Rotation();
    const view = memoryBatch(many, { occupants: busy(Array.from({ length: 20 }, (_, index) => index + 1)) });
    const first = decideOn(view, command, { rotation });
    expect(first).toEqual({ kind: 'again', hint: { width: 1 } });
    const second = decideOn(view, command, { rotation, hint: { width: 1 } });
    expect(second).toEqual({ kind: 'again', hint: { width: 2 } });
    const third = decideOn(view, command, { rotation, hint: { width: 2 } });
    expect(third).toMatchObject({ kind: 'done', result: { deals: [] } });
    expect(third.kind === 'done' && third.changes.misses).toMatchObject([
      { reason: 'amount_busy', storeId: 1, amount: sum },
    ]);
    expect(third.kind === 'done' && third.changes.transfers).toEqual([]);
  });

  it('finds the last free requisite of many when it looks at all', () => {
    const command = createPayin(payinRequest());
    const view = memoryBatch(many, {
      occupants: busy(Array.from({ length: 20 }, (_, index) => index + 1).filter((id) => id !== 13)),
    });
    const decision = decideOn(view, command, { hint: { width: 2 } });
    expect(decision.kind === 'done' && decision.result.deals[0]?.requisiteId).toBe(13);
  });

  it('gives the earlier invoice of the same batch again, without loading it', () => {
    const view = memoryBatch(many);
    const first = decideOn(view, createPayin(payinRequest({ internalId: 'order' })));
    if (first.kind !== 'done') throw new Error('it is accepted');
    view.apply(first.changes);
    const second = decideOn(view, createPayin(payinRequest({ internalId: 'order' })));
    expect(second.kind === 'done' && second.result.invoice.id).toBe(first.result.invoice.id);
    expect(second.kind === 'done' && second.changes.invoices).toEqual([]);
  });

  it('asks for the earlier invoice to be locked before it believes in it', () => {
    const view = memoryBatch(many, { earlierPayins: [seen({})] });
    const command = createPayin(payinRequest({ internalId: 'order' }));
    const hint = { earlierIds: ['earlier'] };
    expect(decideOn(view, command)).toEqual({ kind: 'again', hint });
    expect(command.plan({ catalogue: many, rotation: new Rotation() }, hint).invoiceIds).toEqual(['earlier']);
  });

  it('writes down that the earlier one has expired, and creates a new one beside it', () => {
    const earlier = invoice({ id: 'earlier', internalId: 'order', expireAt: noon, dealCount: 1 });
    const view = memoryBatch(many, {
      earlierPayins: [seen({})],
      invoices: [earlier],
      deals: [deal({ id: 'earlier', invoiceId: 'earlier', deadlineAt: noon, requisiteId: 20 })],
      requisiteLoads: [...many.requisiteById.keys()].map((requisiteId) => {
        return { ...unusedLoad(requisiteId), activeDeals: requisiteId === 20 ? 1 : 0 };
      }),
    });
    const request = payinRequest({ internalId: 'order' });
    const decision = decideOn(view, createPayin(request), { hint: { earlierIds: ['earlier'] } });
    if (decision.kind !== 'done') throw new Error('it is accepted');
    expect(decision.result.invoice.id).toBe(request.id);
    view.apply(decision.changes);
    expect(view.invoice('earlier')?.status).toBe('expired');
    expect(view.batchChanges()?.notifications.added).toHaveLength(1);
  });

  it('gives the earlier one for a day after it was paid; then the new one takes its name', () => {
    const dayMs = 24 * 3_600_000;
    const paid = { id: 'earlier', internalId: 'order', status: 'paid', holdsName: true, expireAt: noon } as const;
    const decide = (updatedAt: number) => {
      const view = memoryBatch(many, {
        earlierPayins: [seen({ ...paid, updatedAt })],
        invoices: [invoice({ ...paid, updatedAt })],
      });
      const decision = decideOn(view, createPayin(payinRequest({ internalId: 'order' })), {
        hint: { earlierIds: ['earlier'] },
      });
      if (decision.kind !== 'done') throw new Error('it is accepted');
      view.apply(decision.changes);
      return { id: decision.result.invoice.id, holdsName: view.invoice('earlier')?.holdsName };
    };
    expect(decide(noon - dayMs + 1)).toEqual({ id: 'earlier', holdsName: true });
    expect(decide(noon - dayMs)).toEqual({ id: expect.not.stringMatching('earlier'), holdsName: false });
  });

  it('gives the earlier one when the store, or the service, has since given the currency up', () => {
    const none = new Map([[1, { ...store, limits: { in: new Map(), out: new Map() } }]]);
    const ruble = { code: 'RUB', name: 'Russian ruble', subunit: 2, nameRu: null, isEnabled: false };
    const changes = [{ stores: none }, { currencies: new Map([['RUB', ruble]]), rates: new Map() }];
    for (const catalogue of changes.map((change) => catalogueOf([...many.requisiteById.values()], change))) {
      for (const startDeal of [false, true]) {
        const command = createPayin(payinRequest({ internalId: 'order', startDeal }));
        const hint = { earlierIds: ['earlier'] };
        expect(command.plan({ catalogue, rotation: new Rotation() }, hint)).toMatchObject({
          earlier: { internalId: 'order', amount: 100_000n },
          invoiceIds: ['earlier'],
        });
        const invoices = [invoice({ id: 'earlier', internalId: 'order' })];
        const view = memoryBatch(catalogue, { earlierPayins: [seen({})], invoices });
        expect(decideOn(view, command, { hint })).toMatchObject({ result: { invoice: { id: 'earlier' } } });
        expect(() => decideOn(memoryBatch(catalogue), command)).toThrow('Currency not allowed');
      }
    }
  });

  it('leaves a refusal met while planning to the decision', () => {
    const command = createPayin(payinRequest({ amount: '1.001' }));
    expect(command.plan({ catalogue: many, rotation: new Rotation() }, undefined)).toEqual({});
    expect(() => decideOn(memoryBatch(many), command)).toThrow(/positive decimal/);
  });
});
