import { describe, expect, it } from 'vitest';
import { operationNamed, refusalsOfBody, refusalsOfQuery } from '../../test/support/refused-fields.ts';

const reason = 'a test';
const limits = [
  { currency: 'RUB', type: 'in', min: '100.00', max: '5000.00' },
  { currency: 'RUB', type: 'out', min: '100.00', max: '5000.00' },
];
const shop = { merchantId: 1, name: 'Shop', currency: 'RUB', settlementCurrency: 'USDT', network: 'TRC20', limits };
const pair = { settlementCurrency: 'USDT', fiatCurrency: 'RUB' };
const sources = [{ url: 'https://example.com/', path: 'a' }];
const address = 'https://a.example/';

/**
 * What is wrong with the shape of one field becomes its code and the field's name, without a service: that each operation says over
 * HTTP what its shape says is seen in `test/http/every-field.test.ts`.
 */
const refused: Readonly<Record<string, readonly [right: object, wrong: readonly (readonly [string, object])[]]>> = {
  createStore: [
    { ...shop, reason },
    [
      ['invalid_choice network', { network: 'BTC' }],
      ['blank name', { name: '   ' }],
      ['too_long name', { name: 'x'.repeat(201) }],
      ['blank reason', { reason: '\t' }],
      ['out_of_range payinFeeBps', { payinFeeBps: 10_001 }],
      ['wrong_type payinFeeBps', { payinFeeBps: 1.5 }],
      ['invalid_amount payinFeeFixed', { payinFeeFixed: '-1' }],
      ['out_of_range dealLifetimeMs', { dealLifetimeMs: 0 }],
      ['invalid_colour page.colour', { page: { colour: 'red' } }],
      ['invalid_colour page.darkColour', { page: { darkColour: '#12345g' } }],
      ['invalid_language page.language', { page: { language: 'Ру' } }],
      ['blank page.name', { page: { name: ' ' } }],
    ],
  ],
  setRates: [
    { ...pair, in: '100', reason },
    [
      ['invalid_rate in', { in: '-1' }],
      ['wrong_type in', { in: 95.5 }],
      ['invalid_rate in', { in: '1.123456789' }],
      ['invalid_rate in', { in: '12345678901' }],
      ['blank reason', { reason: '' }],
      ['out_of_range ageMaxMs', { ageMaxMs: 0 }],
    ],
  ],
  createRateFeed: [
    { ...pair, type: 'in', sources, intervalMs: 10_000, reason },
    [
      ['blank sources.0.url', { sources: [{ url: '', path: 'a' }] }],
      ['invalid_characters sources', { sources: [] }],
      ['invalid_characters sources', { sources: Array(6).fill({ url: 'https://example.com/' }) }],
      ['out_of_range sources.0.book.from', { sources: [{ url: address, book: { from: 0, to: 3 } }] }],
      ['blank sources.0.time.path', { sources: [{ url: address, time: { path: '', ageMaxMs: 1000 } }] }],
      ['out_of_range marginBps', { marginBps: 5_001 }],
      ['out_of_range intervalMs', { intervalMs: 1 }],
      ['invalid_choice type', { type: 'both' }],
    ],
  ],
  createUser: [
    { login: 'odd', role: 'operator', password: 'a password of tests', reason },
    [
      ['blank reason', { reason: '  ' }],
      ['blank reason', { reason: undefined }],
      ['password_too_short password', { password: 'short' }],
      ['too_long password', { password: 'x'.repeat(5000) }],
      ['invalid_login login', { login: 'Anna Maria' }],
      ['wrong_type login', { login: 7 }],
      ['invalid_choice role', { role: 'admin' }],
      ['out_of_range makerId', { role: 'maker', makerId: -1 }],
    ],
  ],
  createToken: [
    { name: 'mine', scopes: ['read'], reason },
    [
      ['blank scopes', { scopes: [] }],
      ['invalid_choice scopes.0', { scopes: ['everything'] }],
      ['wrong_type scopes', { scopes: 'read' }],
      ['blank name', { name: '' }],
      ['out_of_range lifetimeDays', { lifetimeDays: 0 }],
      ['blank reason', { reason: ' ' }],
    ],
  ],
  addBank: [
    { currency: 'RUB', code: 'other_bank', name: 'Village Bank', nameRu: null, reason },
    [
      ['invalid_code aliases.0', { aliases: ['VTB'] }],
      ['blank name', { name: ' ' }],
      ['blank reason', { reason: undefined }],
    ],
  ],
  addCurrency: [
    { code: 'GEL', name: 'Georgian lari', subunit: 2, reason },
    [
      ['invalid_code code', { code: 'gel' }],
      ['out_of_range subunit', { subunit: 19 }],
    ],
  ],
};

const queries: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, unknown>>])[]>> = {
  listInvoices: [
    ['out_of_range limit', { limit: '0' }],
    ['out_of_range limit', { limit: '201' }],
    ['wrong_type after', { after: 'x' }],
    ['invalid_choice status', { status: 'open' }],
    ['wrong_type from', { from: 'yesterday' }],
    ['wrong_type storeId', { storeId: ['1', '2'] }],
  ],
  readSales: [
    ['invalid_choice step', { step: 'minute' }],
    ['wrong_type from', { from: 'yesterday' }],
  ],
};

describe.each(Object.entries(refused))('the body of %s', (operationId, [right, wrong]) => {
  const operation = operationNamed(operationId);

  it('is taken when it is right', () => {
    expect(refusalsOfBody(operation, right)).toEqual([]);
  });

  it.each(wrong)('is refused with "%s" for %j', (said, change) => {
    // What is undefined is not sent.
    const body = JSON.parse(JSON.stringify({ ...right, ...change }));
    expect(refusalsOfBody(operation, body)).toEqual([said]);
  });
});

describe.each(Object.entries(queries))('the query of %s', (operationId, wrong) => {
  const operation = operationNamed(operationId);

  it('may be empty', () => {
    expect(refusalsOfQuery(operation, {})).toEqual([]);
  });

  it.each(wrong)('is refused with "%s" for %j', (said, given) => {
    expect(refusalsOfQuery(operation, given)).toEqual([said]);
  });
});
