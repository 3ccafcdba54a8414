import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogueOf, requisite } from '../../../test/engine/support/small-world.ts';
import { AppError } from '../../errors/app-error.ts';
import { changeDetails, checkChange, inOrder, missingFrom, readAliases, requireFree } from './reference-data.ts';
import { findBank, findOpenBank, inOwnCodes, isOffered } from './reference-entries.ts';
import { readReferenceData } from './reference-file.ts';

const starterText = readFileSync(new URL('../../../catalogue/starter.json', import.meta.url), 'utf8');
const starter = readReferenceData(starterText);
const nothing = { currencies: new Map(), banks: [], options: [] };
const small = catalogueOf([]);
const switchedOn = { isEnabled: true };
const everything = {
  currencies: new Map(starter.currencies.map((one) => [one.code, { ...one, ...switchedOn }])),
  banks: starter.banks.map((one) => ({ ...one, ...switchedOn })),
  options: starter.options.map((one) => ({ ...one, ...switchedOn })),
};

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'done';
}

describe('the starter catalogue', () => {
  it('has the currencies of the field, with their fraction digits', () => {
    expect(starter.currencies.map(({ code, subunit }) => `${code} ${subunit}`)).toEqual([
      ...['RUB 2', 'KZT 2', 'TJS 2', 'UZS 2', 'KGS 2', 'AZN 2', 'USD 2', 'EUR 2', 'USDT 8'],
    ]);
  });

  it('has the banks under the codes that clients know, and their former codes beside them', () => {
    const rubles = new Map(starter.banks.filter(({ currency }) => currency === 'RUB').map((bank) => [bank.code, bank]));
    const known =
      'sberbank raiffeisenbank ros_bank sovkom otp_bank promsvyaz rosselhozbank pochta rsb bank_open ubrir mts dcbank';
    for (const code of known.split(' ')) expect(rubles.has(code), code).toBe(true);
    expect(rubles.get('promsvyaz')?.aliases).toEqual(['psb']);
    expect(rubles.get('unknown')?.name).toBe('Any bank');
  });

  it('has a name in both languages for everything', () => {
    const all = [...starter.currencies, ...starter.banks, ...starter.options];
    expect(all.filter(({ name, nameRu }) => name === '' || nameRu === null)).toEqual([]);
  });
});

describe('a file of reference data', () => {
  const fileWith = (change: object) => JSON.stringify({ ...JSON.parse(starterText), ...change });
  it.each<[string, string]>([
    ['no JSON', 'RUB'],
    ['a list', '[]'],
    ['a currency with half a digit', fileWith({ currencies: [{ code: 'RUB', name: 'Ruble', subunit: 1.5 }] })],
    ['a currency in small letters', fileWith({ currencies: [{ code: 'rub', name: 'Ruble', subunit: 2 }] })],
    ['a bank without a name', fileWith({ banks: { RUB: [{ code: 'vtb', name: ' ' }] } })],
    ['a bank in capitals', fileWith({ banks: { RUB: [{ code: 'VTB', name: 'VTB' }] } })],
    ['a bank that is there twice', fileWith({ banks: { RUB: [bank('vtb'), bank('vtb')] } })],
    ['an alias that is a bank', fileWith({ banks: { RUB: [bank('vtb'), { ...bank('vtb2'), aliases: ['vtb'] }] } })],
    ['options without currencies', fileWith({ options: [{ code: 'SBP', name: 'SBP', numberKinds: ['phone'] }] })],
    ['options without numbers', fileWith({ options: [{ ...option, numberKinds: [] }] })],
    ['options with unknown numbers', fileWith({ options: [{ ...option, numberKinds: ['pigeon'] }] })],
    ['options with a link beside other numbers', fileWith({ options: [{ ...option, hasLink: true }] })],
    ['options with half a page', fileWith({ options: [{ ...option, page: { en: { title: 'X' } } }] })],
    ['options with an unknown drawing', fileWith({ options: [{ ...option, icon: 'pigeon' }] })],
  ])('is refused with %s', (_, text) => {
    expect(codeOf(() => readReferenceData(text))).toBe('catalogue_malformed');
  });

  it('says where it is wrong', () => {
    const text = fileWith({ banks: { RUB: [bank('vtb'), { code: 'a b', name: 'A' }] } });
    expect(() => readReferenceData(text)).toThrow('banks.RUB[1].code is not a code of a bank.');
  });
});

const option = { code: 'SBP', name: 'SBP', currencies: ['RUB'], numberKinds: ['phone'] };

function bank(code: string) {
  return { code, name: code };
}

describe('loading', () => {
  it('adds everything to nothing, and nothing to everything', () => {
    expect(missingFrom(nothing, starter)).toEqual({ ...starter, optionCurrencies: [] });
    const none = { currencies: [], banks: [], options: [], optionCurrencies: [] };
    expect(missingFrom(everything, starter)).toEqual(none);
  });

  it('gives a currency that is new to the ways to pay that were there before it', () => {
    const currencies = new Map([...everything.currencies].filter(([code]) => code !== 'TJS'));
    const missing = missingFrom({ ...everything, currencies }, starter);
    expect(missing.currencies.map(({ code }) => code)).toEqual(['TJS']);
    expect(missing.options).toEqual([]);
    expect(missing.optionCurrencies).toEqual([
      { code: 'TO_CARD', currency: 'TJS' },
      { code: 'TO_ACCOUNT', currency: 'TJS' },
    ]);
  });

  it('leaves a code alone that is an alias of an added bank', () => {
    const present = { ...nothing, banks: [presentBank('raif', ['raiffeisenbank', 'psb'])] };
    const missing = missingFrom(present, starter);
    const codes = missing.banks.filter(({ currency }) => currency === 'RUB').map(({ code }) => code);
    expect(codes).not.toContain('raiffeisenbank');
    expect(missing.banks.find(({ code }) => code === 'promsvyaz')?.aliases).toEqual([]);
  });
});

function presentBank(code: string, aliases: readonly string[]) {
  return { currency: 'RUB', code, name: code, nameRu: null, isEnabled: true, aliases };
}

describe('codes', () => {
  it.each<[string, 'currency' | 'bank' | 'option', string | null, string]>([
    ['done', 'currency', null, 'GEL'],
    ['code_taken', 'currency', null, 'RUB'],
    ['invalid_code', 'currency', null, 'gel'],
    ['done', 'bank', 'RUB', 'vtb'],
    ['code_taken', 'bank', 'RUB', 'sberbank'],
    ['code_taken', 'bank', 'RUB', 'old-sberbank'],
    ['done', 'bank', 'KZT', 'sberbank'],
    ['invalid_code', 'bank', 'RUB', 'Vtb'],
    ['done', 'option', null, 'TO_ACCOUNT'],
    ['code_taken', 'option', null, 'SBP'],
    ['invalid_code', 'option', null, 'sbp'],
  ])('%s: a %s in %s with the code %s', (expected, kind, currency, code) => {
    expect(codeOf(() => requireFree(small, { kind, currency, code }))).toBe(expected);
  });

  it('the codes of a bank mean no other bank in the same currency', () => {
    const sberbank = { currency: 'RUB', code: 'sberbank' };
    expect(readAliases(small, sberbank, ['sber', 'sber', 'sberbank', 'old-sberbank'])).toEqual([
      'sber',
      'old-sberbank',
    ]);
    expect(codeOf(() => readAliases(small, sberbank, ['tinkoff']))).toBe('code_taken');
    expect(codeOf(() => readAliases(small, sberbank, ['old-tinkoff']))).toBe('code_taken');
    expect(codeOf(() => readAliases(small, sberbank, ['Sber']))).toBe('invalid_code');
  });

  it('find a bank by either name, and a request is read in its own code', () => {
    expect(findBank(small, 'RUB', 'old-tinkoff')?.code).toBe('tinkoff');
    expect(inOwnCodes(small, 'RUB', { option: 'SBP', bank: 'old-tinkoff' })).toEqual({
      option: 'SBP',
      bank: 'tinkoff',
    });
    expect(inOwnCodes(small, 'RUB', { option: null, bank: 'nobody' })).toEqual({ option: null, bank: 'nobody' });
    expect(inOwnCodes(small, 'KZT', { option: null, bank: 'old-tinkoff' }).bank).toBe('old-tinkoff');
  });
});

describe('a change', () => {
  const change = (wish: object) => checkChange(everything, { kind: 'option', currency: null, code: 'SBP' }, wish);

  it('a change of a way to pay keeps what it leaves out', () => {
    const { traits } = change({ traits: { phonePrefix: '+374' } });
    expect(traits).toMatchObject({ numberKinds: ['phone'], phonePrefix: '+374', needsBank: true, icon: 'phone' });
    expect(traits?.page['ru']?.title).toBe('По номеру телефона');
    expect(change({ name: 'X' })).toEqual({ name: 'X' });
  });

  it('a change of a way to pay is refused where it makes no sense', () => {
    expect(codeOf(() => change({ traits: { hasLink: true } }))).toBe('option_link');
    expect(codeOf(() => change({ currencies: ['RUB', 'XYZ'] }))).toBe('currency_not_allowed');
    expect(change({ traits: { hasLink: true, numberKinds: ['link'] } }).traits).toMatchObject({ qrCarries: 'page' });
  });

  it('is kept in the audit log as text', () => {
    expect(changeDetails({ isEnabled: false, aliases: ['a', 'b'] })).toEqual({ isEnabled: false, aliases: 'a, b' });
  });
});

describe('the order', () => {
  it('puts the named ones first and keeps the rest as they stood', () => {
    expect(inOrder(['a', 'b', 'c', 'd'], ['d', 'b', 'd'])).toEqual(['d', 'b', 'a', 'c']);
    expect(codeOf(() => inOrder(['a'], ['b']))).toBe('not_found');
  });
});

describe('a switch', () => {
  const offered = (change: object) => isOffered({ ...small, ...change }, requisite(1));

  it('switching off the bank, the way to pay or the currency takes requisites out of use', () => {
    const off = <Item extends { code: string }>(items: readonly Item[], code: string) =>
      items.map((item) => (item.code === code ? { ...item, isEnabled: false } : item));
    expect(offered({})).toBe(true);
    expect(offered({ banks: off(small.banks, 'sberbank') })).toBe(false);
    expect(offered({ options: off(small.options, 'SBP') })).toBe(false);
    expect(
      offered({ currencies: new Map(off([...small.currencies.values()], 'RUB').map((one) => [one.code, one])) }),
    ).toBe(false);
    expect(findOpenBank({ ...small, banks: off(small.banks, 'sberbank') }, 'RUB', 'old-sberbank')).toBeNull();
  });
});
