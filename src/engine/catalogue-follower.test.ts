import { describe, expect, it } from 'vitest';
import { catalogueOf } from '../../test/engine/support/small-world.ts';
import { CatalogueFollower } from './catalogue-follower.ts';
import { CatalogueHolder } from './catalogue-holder.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** A follower of a catalogue that can be away; its timers run when the test says so. */
async function following() {
  const world = { isAway: false, reads: 0, warnings: 0, pauses: [] as number[] };
  const timers: (() => void)[] = [];
  const holder = await CatalogueHolder.open(
    async () => {
      world.reads += 1;
      if (world.isAway) throw new Error('away');
      return catalogueOf([], { version: String(world.reads) });
    },
    async () => undefined,
  );
  const follower = new CatalogueFollower({
    holder,
    failed: () => {
      world.warnings += 1;
    },
    later: (act, ms) => {
      world.pauses.push(ms);
      timers.push(act);
      return () => timers.splice(timers.indexOf(act), 1);
    },
  });
  const elapse = async () => {
    timers.shift()?.();
    await tick();
  };
  return { world, holder, follower, timers, elapse };
}

describe('a catalogue follower', () => {
  it('reads a change again that could not be read, more and more seldom, until it was read', async () => {
    const { world, holder, follower, timers, elapse } = await following();
    world.isAway = true;
    follower.changed();
    await tick();
    for (let tries = 0; tries < 6; tries++) await elapse();
    expect(world.pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
    expect(world.warnings).toBe(7);
    expect(holder.current.version).toBe('1');
    world.isAway = false;
    await elapse();
    expect(holder.current.version).toBe(String(world.reads));
    expect(timers).toEqual([]);
    world.isAway = true;
    follower.changed();
    await tick();
    expect(world.pauses.at(-1)).toBe(250);
  });

  it('tries again once for many changes that could not be read, and not at all when a later one could', async () => {
    const { world, follower, timers } = await following();
    world.isAway = true;
    for (let changes = 0; changes < 50; changes++) follower.changed();
    await tick();
    follower.changed();
    await tick();
    expect([timers.length, world.warnings]).toEqual([1, 1]);
    world.isAway = false;
    follower.changed();
    await tick();
    expect(timers).toEqual([]);
  });

  it('tries nothing again once it is stopped', async () => {
    const { world, follower, timers } = await following();
    world.isAway = true;
    follower.changed();
    await tick();
    follower.changed();
    follower.stop();
    expect(timers).toEqual([]);
    await tick();
    expect([timers.length, world.warnings]).toEqual([0, 1]);
  });
});
