import { describe, expect, it } from 'vitest';
import { type RoutingKind, routingDay, routingKinds } from './routing-world.ts';

const seeds = [1, 2, 3];
const sum = (kind: RoutingKind, isWeighted: boolean) => {
  const days = seeds.map((seed) => routingDay(kind, seed, isWeighted));
  const total = (of: (day: (typeof days)[number]) => number) => days.reduce((whole, day) => whole + of(day), 0);
  return {
    payers: total(({ payers }) => payers),
    paid: total(({ paid }) => paid),
    waited: total(({ waitedMinutes }) => waitedMinutes),
    fewest: Math.min(...days.map(({ fewest }) => fewest)),
  };
};

describe('weights', () => {
  it.each(routingKinds.filter(({ makers }) => new Set(makers).size > 1).map((kind) => [kind.name, kind] as const))(
    'serve more payers, and sooner: %s',
    (_, kind) => {
      const [plain, weighted] = [sum(kind, false), sum(kind, true)];
      expect(weighted.payers).toBe(plain.payers);
      expect(weighted.paid).toBeGreaterThan(plain.paid);
      if (kind.makers.includes('slow')) {
        expect(weighted.waited * plain.paid).toBeLessThan(plain.waited * weighted.paid);
      }
      expect(weighted.fewest).toBeGreaterThan(0);
    },
  );

  it('cost nothing where all do well: no requisite gets much less than its share', () => {
    const [plain, weighted] = [sum(routingKinds[0] as RoutingKind, false), sum(routingKinds[0] as RoutingKind, true)];
    expect(weighted.paid).toBeGreaterThan(plain.paid * 0.99);
    expect(weighted.fewest).toBeGreaterThan(plain.fewest * 0.7);
  });
});
