import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueOf, requisite, store } from '../../../test/engine/support/small-world.ts';
import { fiat } from '../money/money.ts';
import { takesAmount } from './allocation.ts';
import { Rotation } from './rotation.ts';

const amount = fiat(100_000n);

describe('Rotation', () => {
  const any = { option: null, bank: null };
  const request = { store, variant: any, askedSum: amount, currency: 'RUB' };
  const anyMembers = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });
  /** Those that say false do not take the sum. */
  const listOf = (members: readonly boolean[]) =>
    members.map((takes, index) => requisite(index + 1, takes ? {} : { dealMin: fiat(amount + 1n) }));

  it('gives each requisite the first place equally often, also when others do not take the sum', () => {
    fc.assert(
      fc.property(
        anyMembers,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 4 }),
        (members, rounds, count) => {
          const catalogue = catalogueOf(listOf(members));
          const rotation = new Rotation();
          const fitting = members.filter((takes) => takes).length;
          const first = new Map<number, number>();
          for (let deal = 0; deal < fitting * rounds; deal++) {
            const [taken] = rotation.take(catalogue, request, count);
            if (taken !== undefined) first.set(taken.id, (first.get(taken.id) ?? 0) + 1);
          }
          expect([...first.values()]).toEqual(Array.from({ length: fitting }, () => rounds));
        },
      ),
    );
  });

  it('gives as many as asked for, each once, or all that take the sum', () => {
    fc.assert(
      fc.property(anyMembers, fc.nat({ max: 15 }), fc.nat({ max: 30 }), (members, count, before) => {
        const catalogue = catalogueOf(listOf(members));
        const rotation = new Rotation();
        for (let call = 0; call < before; call++) rotation.take(catalogue, request, 1);
        const taken = rotation.take(catalogue, request, count);
        expect(taken).toHaveLength(Math.min(count, members.filter((takes) => takes).length));
        expect(new Set(taken).size).toBe(taken.length);
        expect(taken.every((one) => takesAmount(one, { askedSum: amount }))).toBe(true);
      }),
    );
  });

  it('gives nothing where nothing fits, and goes on when something does', () => {
    const rotation = new Rotation();
    for (let call = 0; call < 3; call++) expect(rotation.take(catalogueOf([]), request, 5)).toEqual([]);
    expect(rotation.take(catalogueOf([requisite(7)]), request, 5).map(({ id }) => id)).toEqual([7]);
  });

  it('survives a list that shrinks', () => {
    const rotation = new Rotation();
    const long = catalogueOf([1, 2, 3, 4, 5].map((id) => requisite(id)));
    for (let call = 0; call < 4; call++) rotation.take(long, request, 1);
    expect(rotation.take(catalogueOf([requisite(1), requisite(2)]), request, 1)).toHaveLength(1);
  });

  const weighed = (weights: readonly number[]) => {
    const catalogue = catalogueOf(weights.map((_, index) => requisite(index + 1)));
    return { ...catalogue, weights: new Map(weights.map((weight, index) => [index + 1, weight])) };
  };
  const sharesOf = (weights: readonly number[], deals: number) => {
    const [catalogue, rotation] = [weighed(weights), new Rotation()];
    const shares = weights.map(() => 0);
    for (let deal = 0; deal < deals; deal++) {
      const place = (rotation.take(catalogue, request, 1)[0]?.id ?? 0) - 1;
      shares[place] = (shares[place] ?? 0) + 1;
    }
    return shares;
  };

  it('gives deals in proportion to the weights', () => {
    expect(sharesOf([1_000, 500, 100], 1_600)).toEqual([1_000, 500, 100]);
    expect(sharesOf([100, 100, 100], 300)).toEqual([100, 100, 100]);
  });

  it('passes no requisite over for ever, whatever the weights', () => {
    const anyWeights = fc.array(fc.integer({ min: 2, max: 20 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(anyWeights, (steps) => {
        const weights = steps.map((step) => step * 50);
        expect(Math.min(...sharesOf(weights, weights.length * 30))).toBeGreaterThan(0);
      }),
    );
  });

  it('still offers those of little weight, behind the others', () => {
    const catalogue = weighed([100, 1_000, 100]);
    expect(new Rotation().take(catalogue, request, 8).map(({ id }) => id)).toEqual([2, 3, 1]);
    expect(new Rotation().take(weighed([100]), request, 1)).toHaveLength(1);
  });

  it('forgets what was owed once the weight is full again', () => {
    const rotation = new Rotation();
    for (let deal = 0; deal < 5; deal++) rotation.take(weighed([100, 100]), request, 1);
    const full = weighed([1_000, 1_000]);
    for (let deal = 0; deal < 4; deal++) rotation.take(full, request, 1);
    const [one, two] = [rotation.take(full, request, 1), rotation.take(full, request, 1)];
    expect(new Set([...one, ...two].map(({ id }) => id))).toEqual(new Set([1, 2]));
  });
});
