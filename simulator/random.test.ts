import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';

describe('chance', () => {
  it('is the same for the same seed, and another for another', () => {
    const draw = (seed: number) => {
      const random = new Random(seed);
      return Array.from({ length: 5 }, () => random.next());
    };
    expect(draw(42)).toEqual(draw(42));
    expect(draw(42)).not.toEqual(draw(43));
  });

  it('a generator that is split off does not depend on what was drawn before', () => {
    const [fresh, used] = [new Random(7), new Random(7)];
    used.next();
    expect(used.split(1).next()).toBe(fresh.split(1).next());
    expect(fresh.split(1).next()).not.toBe(fresh.split(2).next());
  });

  it('stays within its bounds and meets its weights, more or less', () => {
    const random = new Random(1);
    const drawn = Array.from({ length: 2_000 }, () => random.between(3, 6));
    expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([3, 6]);
    const names = Array.from({ length: 2_000 }, () => random.weighted({ often: 9, seldom: 1 }));
    const seldom = names.filter((name) => name === 'seldom').length;
    expect(seldom).toBeGreaterThan(120);
    expect(seldom).toBeLessThan(280);
    expect(Array.from({ length: 2_000 }, () => random.chance(500)).filter(Boolean).length).toBeGreaterThan(850);
  });
});
