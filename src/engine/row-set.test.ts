import { describe, expect, it } from 'vitest';
import { invoice, noon } from '../../test/engine/support/small-world.ts';
import { fiat } from '../domain/money/money.ts';
import { unusedLoad } from '../domain/payins/allocation.ts';
import { rowKinds } from '../storage/rows/row-kinds.ts';
import { RowSet } from './row-set.ts';

const answer = (key: string) => ({ storeId: 1, key, requestHash: '', status: 200, body: '', createdAt: noon });

describe('the rows of one kind in a batch', () => {
  it('are those that were loaded and those that are new, each as it was last put', () => {
    const rows = new RowSet(rowKinds.invoices);
    rows.load(invoice({ id: 'loaded' }));
    const changed = invoice({ id: 'loaded', sequence: 1 });
    expect(rows.put(changed)).toEqual(invoice({ id: 'loaded' }));
    expect(rows.put(invoice({ id: 'new' }))).toBeUndefined();
    const final = invoice({ id: 'new', sequence: 2 });
    expect(rows.put(final)).toEqual(invoice({ id: 'new' }));
    expect(rows.all()).toEqual([changed, final]);
    expect([rows.get('loaded'), rows.get('new'), rows.get('other')]).toEqual([changed, final, undefined]);
    expect(rows.written()).toEqual({ added: [final], changed: [changed] });
  });

  it('have nothing to be written when they were only loaded', () => {
    const rows = new RowSet(rowKinds.invoices);
    rows.load(invoice());
    expect(rows.written()).toBeNull();
  });

  it('are written in the order of their keys, where another batch may write the same', () => {
    for (const keys of ['cab', 'bca', 'acb', 'cba'].map((text) => [...text])) {
      const rows = new RowSet(rowKinds.answers);
      for (const key of keys) rows.put(answer(key));
      expect(rows.written()?.added.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    }
    const two = new RowSet(rowKinds.answers);
    for (const key of ['b', 'a']) two.put(answer(key));
    expect(two.written()?.added.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('are not loaded after one was changed: what was decided would not have seen it', () => {
    const rows = new RowSet(rowKinds.invoices);
    rows.put(invoice({ id: 'new' }));
    expect(() => rows.load(invoice({ id: 'late' }))).toThrow('loaded after one was changed');
  });

  it('are not loaded at all where they are only ever added', () => {
    const rows = new RowSet(rowKinds.audits);
    expect(() => rows.load({} as never)).toThrow('are not loaded');
  });

  it('are never new where they come with something else', () => {
    const rows = new RowSet(rowKinds.requisiteLoads);
    expect(() => rows.put(unusedLoad(1))).toThrow('would be new');
    rows.load(unusedLoad(1));
    expect(rows.put({ ...unusedLoad(1), activeDeals: 1 })).toEqual(unusedLoad(1));
  });

  it('keep what is written once', () => {
    const rows = new RowSet(rowKinds.invoices);
    rows.load(invoice());
    expect(() => rows.put(invoice({ askedSum: fiat(1n) }))).toThrow('is written once');
  });

  it('are refused when they would break a rule of their table', () => {
    const rows = new RowSet(rowKinds.requisiteLoads);
    rows.load(unusedLoad(1));
    expect(() => rows.put({ ...unusedLoad(1), activeDeals: -1 })).toThrow('would break');
  });
});
