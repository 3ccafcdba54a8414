import { describe, expect, it } from 'vitest';
import { catalogueOf, deal, maker, noon, requisite, store } from '../../../test/engine/support/small-world.ts';
import { fiat, settlement } from '../money/money.ts';
import { type AllocationView, unusedLoad } from './allocation.ts';
import { isFree, waysToPay, withoutDeal } from './availability.ts';

const amount = fiat(100_000n);
const makerSum = settlement(1_000n);

it('waysToPay names each way to pay once, in the order of the catalogue, if its requisite takes the sum', () => {
  const catalogue = catalogueOf([
    requisite(1, { option: 'TO_CARD', bank: 'tinkoff' }),
    requisite(2, { option: 'TO_CARD', bank: 'tinkoff' }),
    requisite(3, { option: 'SBP', bank: 'tinkoff' }),
    requisite(4, { option: 'SBP', bank: 'sberbank' }),
    requisite(5, { option: 'TO_CARD', bank: 'sberbank', dealMin: fiat(amount + 1n) }),
  ]);
  const waysOf = (change: object) =>
    waysToPay(catalogue, { store, askedSum: amount, currency: 'RUB', ...change }).map(({ option, bank }) => ({
      option,
      bank,
    }));
  expect(waysOf({ currency: 'RUB' })).toEqual([
    { option: 'SBP', bank: 'sberbank' },
    { option: 'SBP', bank: 'tinkoff' },
    { option: 'TO_CARD', bank: 'tinkoff' },
  ]);
  expect(waysOf({ currency: 'KZT' })).toEqual([]);
  expect(waysOf({ store: { ...store, optionsOff: ['SBP'] } })).toEqual([{ option: 'TO_CARD', bank: 'tinkoff' }]);
});

it('waysToPay keeps to the currency asked for, where two have a bank and a way of one name', () => {
  const rouble = catalogueOf([]);
  const tenge = { code: 'KZT', name: 'Tenge', nameRu: null, subunit: 2, isEnabled: true };
  const banks = [...rouble.banks, ...rouble.banks.map((bank) => ({ ...bank, currency: 'KZT' }))];
  const options = rouble.options.map((option) => ({ ...option, currencies: ['RUB', 'KZT'] }));
  const currencies = new Map([...rouble.currencies, ['KZT', tenge]]);
  const both = [requisite(1, { bank: 'sberbank' }), requisite(2, { bank: 'sberbank', currency: 'KZT' })];
  const catalogue = catalogueOf(both, { currencies, banks, options });
  for (const [currency, id] of [
    ['RUB', 1],
    ['KZT', 2],
  ] as const) {
    const ways = waysToPay(catalogue, { store, askedSum: amount, currency });
    expect(ways.map(({ option, bank, requisites }) => [option, bank, requisites.map((one) => one.id)])).toEqual([
      ['SBP', 'sberbank', [id]],
    ]);
  }
});

describe('what is free now', () => {
  const one = requisite(1, { activeDealsMax: 1 });
  const catalogue = catalogueOf([one, requisite(2, { makerId: 2 })]);
  const idle: AllocationView = {
    requisiteLoad: unusedLoad,
    occupant: () => undefined,
    balance: () => 1_000n,
  };
  const wish = { store, askedSum: amount, currency: 'RUB', makerSum, feeSum: settlement(0n), now: noon };
  const free = (view: AllocationView) => isFree(catalogue, view, [one], wish);

  it('is not what limits, pairs or balances forbid', () => {
    expect(free(idle)).toBe(true);
    expect(free({ ...idle, balance: () => 999n })).toBe(false);
    expect(free({ ...idle, occupant: () => ({ dealId: 'x', restsUntil: null }) })).toBe(false);
    expect(free({ ...idle, requisiteLoad: (id) => ({ ...unusedLoad(id), activeDeals: 1 }) })).toBe(false);
  });

  it('counts a running deal of the payer as ended: its hold is free, and its place', () => {
    const busy: AllocationView = {
      ...idle,
      requisiteLoad: (requisiteId) => ({ ...unusedLoad(requisiteId), activeDeals: 1 }),
      balance: (id) => (id === maker(1).availableId ? 600n : 0n),
    };
    const own = deal({ requisiteId: 1, makerId: 1, makerSum: settlement(400n) });
    expect(free(busy)).toBe(false);
    expect(free(withoutDeal(catalogue, busy, own))).toBe(true);
    expect(free(withoutDeal(catalogue, busy, { ...own, makerSum: settlement(399n) }))).toBe(false);
    expect(free(withoutDeal(catalogue, busy, { ...own, requisiteId: 2 }))).toBe(false);
    expect(free(withoutDeal(catalogue, busy, { ...own, makerId: 2 }))).toBe(false);
  });

  it('keeps all else of a running deal: its pair rests, other makers have what they had', () => {
    const resting: AllocationView = { ...idle, occupant: () => ({ dealId: 'own', restsUntil: null }) };
    const own = deal({ requisiteId: 1, makerId: 1, makerSum: settlement(400n) });
    const view = withoutDeal(catalogue, resting, own);
    expect(free(view)).toBe(false);
    expect(view.requisiteLoad(2)).toEqual(unusedLoad(2));
    expect(view.requisiteLoad(1)).toEqual({ ...unusedLoad(1), activeDeals: -1 });
    expect([view.balance(maker(1).availableId), view.balance(999)]).toEqual([1_400n, 1_000n]);
  });
});
