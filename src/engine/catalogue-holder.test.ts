import { describe, expect, it } from 'vitest';
import { catalogueOf } from '../../test/engine/support/small-world.ts';
import type { Catalogue } from '../domain/catalogue.ts';
import { CatalogueHolder } from './catalogue-holder.ts';

const version = (number: bigint): Catalogue => catalogueOf([], { version: number });

describe('a catalogue holder', () => {
  it('holds the newest that it read, and never goes back to an older one', async () => {
    const reads = [version(5n), version(7n), version(6n), version(7n)];
    const holder = await CatalogueHolder.open(async () => reads.shift() ?? version(0n));
    expect(holder.current.version).toBe(5n);
    for (const expected of [7n, 7n, 7n]) {
      await holder.refresh();
      expect(holder.current.version).toBe(expected);
    }
  });

  it('reads once more for many that ask while it reads, because that read may have missed their change', async () => {
    let reads = 0;
    const holder = await CatalogueHolder.open(async () => version(BigInt(++reads)));
    await Promise.all(Array.from({ length: 50 }, () => holder.refresh()));
    expect(reads).toBe(3);
    await holder.refresh();
    expect(reads).toBe(4);
  });

  it('keeps what it has when a read fails, and reads again when it is asked again', async () => {
    let isAway = false;
    let next = 1n;
    const holder = await CatalogueHolder.open(async () => {
      if (isAway) throw new Error('away');
      return version(next++);
    });
    isAway = true;
    await expect(holder.refresh()).rejects.toThrow('away');
    expect(holder.current.version).toBe(1n);
    isAway = false;
    await holder.refresh();
    expect(holder.current.version).toBe(2n);
  });
});
