import { describe, expect, it } from 'vitest';
import { catalogueOf, noon, requisite } from '../../../test/engine/support/small-world.ts';
import { settlement } from '../money/money.ts';
import { isOpen, newStoreSettings, type OpeningRows, openingState, openingSteps, usualLimitsOf } from './opening.ts';

const catalogue = () => catalogueOf([requisite(1)]);
const all: OpeningRows = { operators: 2, makersWithFunds: [1], hasPaidPayin: true, lastBackupAt: noon };
const none: OpeningRows = { operators: 0, makersWithFunds: [], hasPaidPayin: false, lastBackupAt: null };

const openOnes = (world: Parameters<typeof openingState>[0], rows: OpeningRows) =>
  openingState(world, rows, noon)
    .filter(({ isDone }) => !isDone)
    .map(({ name }) => name);

describe('the opening of a service', () => {
  it('begins with everything to do', () => {
    const empty = {
      ...catalogue(),
      currencies: new Map(),
      banks: [],
      options: [],
      rates: new Map(),
      merchants: new Map(),
      stores: new Map(),
      apiKeys: new Map(),
      makers: new Map(),
      requisites: new Map(),
      requisiteById: new Map(),
    };
    expect(openOnes(empty, none)).toEqual([...openingSteps]);
  });

  it('is complete when everything is there', () => {
    const steps = openingState(catalogue(), all, noon);
    expect(openOnes(catalogue(), all)).toEqual([]);
    expect(isOpen(steps)).toBe(true);
  });

  it('waits for a second operator: one alone could do everything', () => {
    expect(openOnes(catalogue(), { ...all, operators: 1 })).toEqual(['operators']);
  });

  it('counts a maker only with a balance and a requisite in use', () => {
    expect(openOnes(catalogue(), { ...all, makersWithFunds: [] })).toEqual(['maker']);
    const world = catalogue();
    const paused = [...world.requisiteById].map(([id, one]) => [id, { ...one, isPaused: true }] as const);
    expect(openOnes({ ...world, requisiteById: new Map(paused) }, all)).toEqual(['maker']);
  });

  it('asks for a store that takes some sum, and earns something', () => {
    const world = catalogue();
    const free = [...world.stores].map(([id, store]) => [id, { ...store, payinFeeBps: 0 }] as const);
    expect(openOnes({ ...world, stores: new Map(free) }, all)).toEqual(['store']);
    const closed = [...world.stores].map(
      ([id, store]) => [id, { ...store, limits: { ...store.limits, in: new Map() } }] as const,
    );
    expect(openOnes({ ...world, stores: new Map(closed) }, all)).toEqual(['store']);
  });

  it('counts a store that earns by a fixed fee alone', () => {
    const world = catalogue();
    const fixed = [...world.stores].map(
      ([id, store]) => [id, { ...store, payinFeeBps: 0, payinFeeFixed: settlement(1n) }] as const,
    );
    expect(openOnes({ ...world, stores: new Map(fixed) }, all)).toEqual([]);
  });

  it('does not count a rate that is too old', () => {
    const world = catalogue();
    const old = [...world.rates].map(
      ([pair, rates]) => [pair, { ...rates, in: { ...rates.in, setAt: noon - 2, ageMaxMs: 1 } }] as const,
    );
    expect(openOnes({ ...world, rates: new Map(old) }, all)).toEqual(['rates']);
  });

  it('proposes limits for the currencies whose prices it knows', () => {
    expect(usualLimitsOf('RUB')).toEqual({ min: '500', max: '300000' });
    expect(usualLimitsOf('USDT')).toBeNull();
  });

  it('gives a new store what was said, and the usual of what was not', () => {
    const both = (currency: string, min: string, max: string) =>
      ['in', 'out'].map((type) => ({ currency, type, min, max }));
    expect(newStoreSettings('RUB', {})).toEqual({
      payinFeeBps: 250,
      payoutFeeBps: 150,
      limits: both('RUB', '500', '300000'),
    });
    expect(newStoreSettings('RUB', { payinFeeBps: 0, max: '900' })).toEqual({
      payinFeeBps: 0,
      payoutFeeBps: 150,
      limits: both('RUB', '500', '900'),
    });
    expect(newStoreSettings('USDT', {}).limits).toEqual([]);
    expect(newStoreSettings('USDT', { min: '1', max: '2' }).limits).toEqual(both('USDT', '1', '2'));
  });
});
