import { describe, expect, it } from 'vitest';
import { catalogueOf } from '../../test/engine/support/small-world.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import { CatalogueHolder } from './catalogue-holder.ts';

const version = (number: bigint): Catalogue => catalogueOf([], { version: String(number) });

/** Each read is one version newer. */
function reader(): () => Promise<Catalogue> {
  let reads = 0n;
  return async () => {
    reads += 1n;
    const own = reads;
    await tick();
    return version(own);
  };
}
const tick = () => new Promise((resolve) => setImmediate(resolve));
const never = () => new Promise(() => undefined);

describe('a catalogue holder', () => {
  it('holds what it read last, also when the database has gone back, and tells of every other version once', async () => {
    const reads = [version(5n), version(7n), version(6n), version(6n)];
    const holder = await CatalogueHolder.open(async () => reads.shift() ?? version(0n));
    const told: string[] = [];
    holder.onReplaced((before, after) => told.push(`${before.version} ${after.version}`));
    expect(holder.current.version).toBe('5');
    for (const expected of ['7', '6', '6']) {
      await holder.refresh();
      expect(holder.current.version).toBe(expected);
    }
    expect(told).toEqual(['5 7', '7 6']);
  });

  it('reads at once for a lone change', async () => {
    const holder = await CatalogueHolder.open(reader(), never);
    await holder.refresh();
    expect(holder.current.version).toBe('2');
  });

  it('reads once more for many that ask while it reads, because that read may have missed their change', async () => {
    const holder = await CatalogueHolder.open(reader(), async () => undefined);
    const first = holder.refresh();
    await tick();
    const others = Array.from({ length: 50 }, () => holder.refresh());
    expect(new Set(others).size).toBe(1);
    await Promise.all([first, ...others]);
    expect(holder.current.version).toBe('3');
    await holder.refresh();
    expect(holder.current.version).toBe('4');
  });

  it('rests after a read, and reads all changes of that while at once', async () => {
    const rests: (() => void)[] = [];
    const rest = () => new Promise<void>((resolve) => rests.push(resolve));
    const holder = await CatalogueHolder.open(reader(), rest);
    await holder.refresh();
    let isRead = false;
    const changes = Array.from({ length: 50 }, async () => {
      await holder.refresh();
      isRead = true;
    });
    await tick();
    expect([isRead, holder.current.version]).toEqual([false, '2']);
    rests.shift()?.();
    await Promise.all(changes);
    expect(holder.current.version).toBe('3');
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
    expect(holder.current.version).toBe('1');
    isAway = false;
    await holder.refresh();
    expect(holder.current.version).toBe('2');
  });
});
