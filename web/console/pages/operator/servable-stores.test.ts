import { expect, it } from 'vitest';
import { servableStores } from './servable-stores.ts';

const listed = [
  { id: 1, name: 'Shop', settlementCurrency: 'USDT' },
  { id: 2, name: 'Euro shop', settlementCurrency: 'EUR' },
];
const shown = (storeIds: readonly number[] | null, stores = listed) =>
  servableStores({ settlementCurrency: 'USDT', storeIds }, stores).map(({ id, name }) => `${id} ${name}`);

it('a maker can be chosen for the stores of its currency', () => {
  expect(shown(null)).toEqual(['1 Shop']);
  expect(shown([])).toEqual(['1 Shop']);
  expect(shown([1])).toEqual(['1 Shop']);
});

it('a store that a maker serves stays to be chosen when it is not on the list, or the list has not come yet', () => {
  expect(shown([1, 301])).toEqual(['1 Shop', '301 #301']);
  expect(shown([1, 301], [])).toEqual(['1 #1', '301 #301']);
  expect(shown([2])).toEqual(['1 Shop', '2 Euro shop']);
});
