import { expect, it } from 'vitest';
import { catalogueOf, maker, requisite } from '../../../test/engine/support/small-world.ts';
import { fiat } from '../../domain/money/money.ts';
import { gatherKeys } from './batch-keys.ts';

const requisites = [requisite(1, { makerId: 1 }), requisite(2, { makerId: 2 })];
const catalogue = catalogueOf(requisites);
const earlier = { storeId: 1, internalId: 'order', amount: fiat(5n), currency: 'RUB' } as const;

it('the needs of many commands become one set of keys, each once, with the accounts of the candidates’ makers', () => {
  const candidates = { requisites, amount: fiat(5n), wider: null };
  const keys = gatherKeys(catalogue, [
    { invoiceIds: ['a', 'b'], accountIds: [11, 12], earlier: { ...earlier, type: 'in' } },
    { invoiceIds: ['b'], accountIds: [11], merchantIds: [1], withdrawalIds: ['w'], candidates },
    { merchantIds: [1], candidates, earlier: { ...earlier, type: 'out' } },
    { answer: { storeId: 1, key: 'k' } },
    {},
  ]);
  expect(keys.invoices).toEqual(['a', 'b']);
  expect(keys.secondFactors).toEqual([1]);
  expect(keys.withdrawals).toEqual(['w']);
  expect(keys.requisiteLoads).toEqual([1, 2]);
  expect(new Set(keys.occupants.map(({ requisiteId, amount }) => `${requisiteId} ${amount}`))).toEqual(
    new Set(['1 5', '2 5']),
  );
  const makerAccounts = [1, 2].flatMap((id) => [maker(id).availableId, maker(id).heldId]);
  expect(new Set(keys.balances)).toEqual(new Set([11, 12, ...makerAccounts]));
  expect(keys.balances).toHaveLength(6);
  expect([keys.earlierPayins.length, keys.earlierPayouts.length]).toEqual([1, 1]);
  expect(keys.answers).toEqual([{ storeId: 1, key: 'k' }]);
});
