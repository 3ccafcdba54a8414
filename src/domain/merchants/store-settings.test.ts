import { describe, expect, it } from 'vitest';
import { refusal } from '../../../test/engine/support/refusal.ts';
import { catalogueOf } from '../../../test/engine/support/small-world.ts';
import { minorMax } from '../money/money.ts';
import { readSum } from '../money/setting-fields.ts';
import { plainPage } from './page-settings.ts';
import { readStoreSettings, type StoreSettings } from './store-settings.ts';

const reference = catalogueOf([]);
const read = (settings: StoreSettings) => readStoreSettings(reference, 'USDT', settings);

describe('the settings of a store', () => {
  it('stay as they are where nothing is given', () => {
    expect(read({})).toEqual({ figures: {} });
  });

  it('are read by their names, sums in minor units of the settlement currency', () => {
    const given: StoreSettings = {
      name: 'Shop',
      payinEnabled: true,
      payoutEnabled: false,
      payinFeeBps: 1,
      payinFeeFixed: '0.1',
      payoutFeeBps: 2,
      payoutFeeFixed: '0.2',
      payinSpreadBps: 3,
      payoutSpreadBps: 4,
      invoiceLifetimeMs: 5,
      payoutLifetimeMs: 6,
      dealLifetimeMs: 7,
      payoutHoldMs: 8,
      twoApprovalsAbove: '0.3',
      withdrawalFee: '0.00',
      limits: [{ currency: 'RUB', type: 'in', min: '1', max: '1.00' }],
      page: {},
      optionsOff: ['SBP', 'SBP'],
    };
    expect(read(given)).toEqual({
      figures: {
        payinEnabled: true,
        payoutEnabled: false,
        payinFeeBps: 1,
        payinFeeFixed: 10_000_000n,
        payoutFeeBps: 2,
        payoutFeeFixed: 20_000_000n,
        payinSpreadBps: 3,
        payoutSpreadBps: 4,
        invoiceLifetimeMs: 5,
        payoutLifetimeMs: 6,
        dealLifetimeMs: 7,
        payoutHoldMs: 8,
        twoApprovalsAbove: 30_000_000n,
      },
      name: 'Shop',
      withdrawalFee: 0n,
      limits: [{ currency: 'RUB', type: 'in', min: 100n, max: 100n }],
      page: plainPage,
      optionsOff: ['SBP'],
    });
  });

  it.each<[string, StoreSettings]>([
    ['currency_not_allowed limits.0.currency', { limits: [{ currency: 'XXX', type: 'in', min: '1', max: '2' }] }],
    ['limit_order limits.0.max', { limits: [{ currency: 'RUB', type: 'in', min: '2.01', max: '2' }] }],
    ['invalid_amount limits.0.min', { limits: [{ currency: 'RUB', type: 'in', min: '0', max: '2' }] }],
    ['invalid_amount limits.0.max', { limits: [{ currency: 'RUB', type: 'in', min: '1', max: '2.001' }] }],
    ['payment_option_not_allowed optionsOff.1', { optionsOff: ['SBP', 'NOWHERE'] }],
    ['invalid_amount withdrawalFee', { withdrawalFee: '0.000000001' }],
    ['invalid_amount limits.0.min', { limits: [{ currency: 'RUB', type: 'in', min: '1.001', max: '2' }] }],
    ['invalid_amount payinFeeFixed', { payinFeeFixed: 'x0' }],
    ['invalid_amount payinFeeFixed', { payinFeeFixed: '99999999999999999999' }],
    ['invalid_amount payoutFeeFixed', { payoutFeeFixed: '0x' }],
  ])('are refused with %s', (expected, settings) => {
    expect(refusal(() => read(settings))).toBe(expected);
  });

  it('have one limit for each currency and direction', () => {
    const limit = (type: 'in' | 'out') => ({ currency: 'RUB', type, min: '1', max: '2' });
    expect(refusal(() => read({ limits: [limit('in'), limit('out')] }))).toBe('done');
    expect(refusal(() => read({ limits: [limit('in'), limit('in')] }))).toBe('limit_twice limits.1');
  });
});

describe('a sum in a setting', () => {
  it('is a thousandth at most of what a column holds, so that sums of many fit', () => {
    const most = minorMax / 1000n;
    expect(readSum(String(most), 0, 'field')).toBe(most);
    expect(refusal(() => readSum(String(most + 1n), 0, 'field'))).toBe('invalid_amount field');
    expect(refusal(() => readSum('nothing', 0, 'field'))).toBe('invalid_amount field');
  });
});
