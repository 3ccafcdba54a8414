import { describe, expect, it } from 'vitest';
import { catalogueOf, requisite, store } from '../../../test/engine/support/small-world.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Store } from '../merchants/store.ts';
import { fiat } from '../money/money.ts';
import { checkTerms, checkVariant, readSum } from './invoice-terms.ts';

const catalogue = catalogueOf([requisite(1)]);
const any = { option: null, bank: null };

function faultsOf(act: () => unknown): readonly string[] {
  try {
    act();
    return [];
  } catch (error) {
    if (error instanceof AppError) return error.faults.map(({ code }) => code);
    throw error;
  }
}

describe('readSum', () => {
  const read = (amount: string, currency = 'RUB') => readSum(catalogue, store, 'in', { amount, currency });

  it('reads the amount in minor units of its currency', () => {
    expect(read('1000.5')).toBe(100_050n);
  });

  it('refuses a currency without limits, an invalid amount, and one that no column can hold', () => {
    expect(faultsOf(() => read('1', 'KZT'))).toEqual(['currency_not_allowed']);
    expect(faultsOf(() => read('1', 'USDT'))).toEqual(['currency_not_allowed']);
    expect(faultsOf(() => read('1.001'))).toEqual(['invalid_amount']);
    expect(read('92233720368547758.07')).toBe(2n ** 63n - 1n);
    expect(faultsOf(() => read('92233720368547758.08'))).toEqual(['amount_too_big']);
  });
});

describe('checkTerms', () => {
  const check = (amount: bigint, variant: { option: string | null; bank: string | null } = any, of: Store = store) =>
    checkTerms(catalogue, of, 'in', { amount: fiat(amount), currency: 'RUB', variant });

  it('takes sums between the limits, both included, and says the limit where it refuses', () => {
    expect(faultsOf(() => check(10_000n))).toEqual([]);
    expect(faultsOf(() => check(100_000_000n))).toEqual([]);
    expect(() => check(9_999n)).toThrow('Invoice amount should be not less than 100.00');
    expect(() => check(100_000_001n)).toThrow('Invoice amount should be not greater than 1000000.00');
  });

  it('refuses a direction that is off before anything else, and a sum after everything else', () => {
    const closed: Store = { ...store, payinEnabled: false };
    expect(faultsOf(() => check(1n, { option: 'PIGEON', bank: null }, closed))).toEqual(['pay_in_disabled']);
    expect(faultsOf(() => check(1n, { option: 'PIGEON', bank: 'nowhere' }))).toEqual([
      'payment_option_not_allowed',
      'payment_method_not_allowed',
    ]);
  });
});

describe('checkVariant', () => {
  const check = (type: 'in' | 'out', option: string | null, bank: string | null) =>
    faultsOf(() => checkVariant(catalogue, store, type, { currency: 'RUB', variant: { option, bank } }));

  it('knows the options and banks of the currency', () => {
    expect(check('in', 'SBP', 'sberbank')).toEqual([]);
    expect(check('in', null, null)).toEqual([]);
    expect(check('in', 'sbp', null)).toEqual(['payment_option_not_allowed']);
    expect(check('in', null, 'Sberbank')).toEqual(['payment_method_not_allowed']);
    const inTenge = { currency: 'KZT', variant: { option: 'SBP', bank: 'sberbank' } };
    expect(faultsOf(() => checkVariant(catalogue, store, 'in', inTenge))).toEqual([
      'payment_option_not_allowed',
      'payment_method_not_allowed',
    ]);
  });

  it('needs the bank of a phone number that is paid out to', () => {
    expect(check('out', 'SBP', 'unknown')).toEqual(['payment_method_not_allowed']);
    expect(check('out', 'TO_CARD', 'unknown')).toEqual([]);
    expect(check('in', 'SBP', 'unknown')).toEqual([]);
  });

  it('refuses a way to pay that the store does not offer, and one that is switched off for all', () => {
    const variant = { option: 'SBP', bank: null };
    const without = { optionsOff: ['SBP'] };
    const refused = ['payment_option_not_allowed'];
    expect(faultsOf(() => checkVariant(catalogue, without, 'in', { currency: 'RUB', variant }))).toEqual(refused);
    const options = catalogue.options.map((one) => ({ ...one, isEnabled: one.code !== 'SBP' }));
    const off = { ...catalogue, options };
    expect(faultsOf(() => checkVariant(off, store, 'in', { currency: 'RUB', variant }))).toEqual(refused);
    const other = { option: 'TO_CARD', bank: null };
    expect(checkVariant(off, without, 'in', { currency: 'RUB', variant: other })).toEqual(other);
  });
});
