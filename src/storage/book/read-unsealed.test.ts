import { describe, expect, it } from 'vitest';
import { type Horizon, usableBase } from './read-unsealed.ts';

const page: Horizon = { snapshot: '90:100:95', cluster: 7n, xidMin: 90n, xidMax: 100n };

describe('the snapshot of a page, from which unsealed transfers are read', () => {
  it('is used in the cluster it was taken in', () => {
    expect(usableBase(page, page)).toBe(page);
    expect(usableBase(page, { ...page, xidMin: 110n, xidMax: 120n })).toBe(page);
  });

  it('says nothing in another cluster, or in one that has gone back behind it: everything is read', () => {
    expect(usableBase(page, { ...page, cluster: 8n, xidMax: 120n })).toBeNull();
    expect(usableBase(page, { ...page, xidMax: 99n })).toBeNull();
    expect(usableBase(null, page)).toBeNull();
  });
});
