import { describe, expect, it } from 'vitest';
import { SeededRandom } from './seeded-random.ts';

describe('chance with a seed', () => {
  const draw = (random: SeededRandom) => Array.from({ length: 5 }, () => random.next());

  it('is the same for the same seed, and another for another', () => {
    expect(draw(new SeededRandom(7))).toEqual(draw(new SeededRandom(7)));
    expect(draw(new SeededRandom(7))).not.toEqual(draw(new SeededRandom(8)));
    expect(draw(new SeededRandom(7).fork(1))).not.toEqual(draw(new SeededRandom(7).fork(2)));
  });

  it('is spread evenly, and follows weights', () => {
    const random = new SeededRandom(1);
    const drawn = Array.from({ length: 10_000 }, () => random.between(1, 10));
    for (let value = 1; value <= 10; value++) {
      expect(drawn.filter((one) => one === value).length).toBeGreaterThan(850);
    }
    const often = Array.from({ length: 10_000 }, () => random.weighted({ often: 9, seldom: 1, never: 0 }));
    expect(often.filter((one) => one === 'often').length / 10_000).toBeCloseTo(0.9, 1);
    expect(often).not.toContain('never');
  });

  it('lets things come at their mean', () => {
    const random = new SeededRandom(2);
    const waits = Array.from({ length: 10_000 }, () => random.untilNextMs(100));
    expect(waits.reduce((sum, one) => sum + one, 0) / 10_000).toBeCloseTo(100, -1);
  });
});
