import { describe, expect, it } from 'vitest';
import {
  account,
  catalogueOf,
  feeAccountId,
  maker,
  noon,
  requisite,
  store,
} from '../../../test/engine/support/small-world.ts';
import { makerOf } from '../makers/maker.ts';
import { indexRequisites, requisiteKey } from '../makers/requisite.ts';
import { type Merchant, validSecrets } from '../merchants/merchant.ts';
import { rateOf, settlementAccountOf, storeOf } from '../merchants/store.ts';
import { currencyOf } from '../money/money.ts';
import { feeAccountOf } from '../money/service-accounts.ts';
import { rate } from '../rates/rates.ts';

const catalogue = catalogueOf([]);

describe('the catalogue', () => {
  it('has what is in use, and says what is missing', () => {
    expect(currencyOf(catalogue, 'RUB').subunit).toBe(2);
    expect(() => currencyOf(catalogue, 'XXX')).toThrow('currency XXX is in use');
    expect(storeOf(catalogue, 1)).toBe(store);
    expect(() => storeOf(catalogue, 2)).toThrow('store 2 is in use');
    expect(makerOf(catalogue, 1)).toEqual(maker(1));
    expect(() => makerOf(catalogue, 2)).toThrow('maker 2 is in use');
    expect(feeAccountOf(catalogue, 'USDT')).toBe(feeAccountId);
    expect(() => feeAccountOf(catalogue, 'RUB')).toThrow('no fee account in RUB');
  });

  it('pays from and credits the account in the currency of settlement', () => {
    const other = { ...account, id: 'other', currency: 'RUB' };
    expect(settlementAccountOf({ ...store, accounts: [other, account] })).toBe(account);
    expect(() => settlementAccountOf({ ...store, accounts: [other] })).toThrow('store 1 has no account in USDT');
  });
});

describe('a secret', () => {
  it('signs until its end, and without an end for ever', () => {
    const merchant = {
      secrets: [
        { value: 'new', validUntil: null },
        { value: 'old', validUntil: noon },
      ],
    } as unknown as Merchant;
    expect(validSecrets(merchant, noon - 1)).toEqual(['new', 'old']);
    expect(validSecrets(merchant, noon)).toEqual(['new']);
  });
});

describe('the rate of a store', () => {
  const wish = { currency: 'RUB', type: 'in', now: noon } as const;

  it('is the common one of its direction, with its spread', () => {
    expect(rateOf(catalogue, store, wish)).toBe(9_550_000_000n);
    expect(rateOf(catalogue, store, { ...wish, type: 'out' })).toBe(9_350_000_000n);
    const spread = { ...store, payinSpreadBps: 100 };
    expect(rateOf(catalogue, spread, wish)).toBe(9_645_500_000n);
    expect(rateOf(catalogue, spread, { ...wish, type: 'out' })).toBe(9_350_000_000n);
  });

  it('is refused where there is none, and where it is too old', () => {
    expect(() => rateOf(catalogue, store, { ...wish, currency: 'KZT' })).toThrow(
      expect.objectContaining({ code: 'rate_unavailable' }),
    );
    const setting = { rate: rate(1n), setAt: noon, ageMaxMs: 1_000 };
    const aging = catalogueOf([], { rates: new Map([['USDT/RUB', { in: setting, out: setting }]]) });
    expect(() => rateOf(aging, store, { ...wish, now: noon + 1_000_000 })).toThrow(
      expect.objectContaining({ code: 'rate_outdated' }),
    );
  });
});

describe('requisites', () => {
  it('are found by both currencies, and by option and bank or by either or neither', () => {
    const all = [requisite(1), requisite(2, { bank: 'tinkoff' }), requisite(3, { option: 'TO_CARD' })];
    const other = requisite(4, { makerId: 2 });
    const makers = new Map([
      [1, maker(1)],
      [2, maker(2, 'TON')],
    ]);
    const index = indexRequisites([...all, other], makers);
    const found = (option: string | null, bank: string | null, settlementCurrency = 'USDT') =>
      (index.get(requisiteKey({ currency: 'RUB', settlementCurrency, option, bank })) ?? []).map(({ id }) => id);
    expect(found('SBP', 'sberbank')).toEqual([1]);
    expect(found('SBP', null)).toEqual([1, 2]);
    expect(found(null, 'sberbank')).toEqual([1, 3]);
    expect(found(null, null)).toEqual([1, 2, 3]);
    expect(found(null, null, 'TON')).toEqual([4]);
    expect(found('SBP', 'vtb')).toEqual([]);
  });
});
