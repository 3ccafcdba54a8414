import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readReferenceData } from '../catalogue/reference-file.ts';
import { kindOfNumber, readRequisiteNumber, requisitePlace } from './requisite-number.ts';

const { options } = readReferenceData(
  readFileSync(new URL('../../../catalogue/starter.json', import.meta.url), 'utf8'),
);

const read = (code: string, currency: string, number: string) => {
  const option = options.find((one) => one.code === code);
  if (option === undefined) throw new Error(`there is no ${code}`);
  return readRequisiteNumber({ option, currency, number });
};

describe('the number of a requisite', () => {
  it.each<[string, string, string, string]>([
    ['TO_CARD', 'RUB', '4111 1111 1111 1111', '4111111111111111'],
    ['TO_CARD', 'KZT', '5555-5555-5555-4444', '5555555555554444'],
    ['TO_CARD', 'RUB', '2200000000000004', '2200000000000004'],
    ['SBP', 'RUB', '+7 (900) 123-45-67', '+79001234567'],
    ['TO_ACCOUNT', 'RUB', '40817810000000000001', '40817810000000000001'],
    ['TO_ACCOUNT', 'KZT', 'kz86 125K ZT50 0410 0100', 'KZ86125KZT5004100100'],
    ['TO_ACCOUNT', 'EUR', 'DE89370400440532013000', 'DE89370400440532013000'],
    ['CROSS_BORDER', 'RUB', '+992900000001', '+992900000001'],
    ['CROSS_BORDER', 'RUB', '4111111111111111', '4111111111111111'],
    ['SBP_QR', 'RUB', ' https://qr.nspk.example/AS10?type=02&sum=100 ', 'https://qr.nspk.example/AS10?type=02&sum=100'],
    ['MANUAL_SBP_QR', 'RUB', 'https://qr.nspk.example/Mixed-Case', 'https://qr.nspk.example/Mixed-Case'],
    ['MOBILE_TOP_UP', 'RUB', '+7 900 123 45 67', '+79001234567'],
    ['TO_BANK_DETAILS', 'RUB', ' BIC 044525225\naccount 4081 7810 ', 'BIC 044525225\naccount 4081 7810'],
    ['VIET_QR', 'RUB', '00020101021238570010A000000727', '00020101021238570010A000000727'],
  ])('%s in %s may be %s', (option, currency, number, expected) => {
    expect(read(option, currency, number)).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['TO_CARD', 'RUB', '4111111111111112'],
    ['TO_CARD', 'RUB', '0000000000000000'],
    ['TO_CARD', 'RUB', '411111111111'],
    ['TO_CARD', 'RUB', '４１１１１１１１１１１１１１１１'],
    ['SBP', 'RUB', '89001234567'],
    ['SBP', 'RUB', '+4915112345678'],
    ['TO_ACCOUNT', 'RUB', '4081781000000000000'],
    ['TO_ACCOUNT', 'RUB', 'KZ86125KZT5004100100'],
    ['TO_ACCOUNT', 'KZT', 'KZ87125KZT5004100100'],
    ['CROSS_BORDER', 'RUB', '900'],
    ['CROSS_BORDER', 'RUB', ''],
    ['CROSS_BORDER', 'RUB', `+${'9'.repeat(1000)}`],
    ['SBP', 'RUB', '+7900123456'],
    ['SBP', 'RUB', '+790012345678'],
    ['SBP_QR', 'RUB', 'http://qr.nspk.example/AS10'],
    ['SBP_QR', 'RUB', 'https://user:secret@qr.nspk.example/AS10'],
    ['SBP_QR', 'RUB', 'https://localhost/AS10'],
    ['SBP_QR', 'RUB', 'javascript:alert(1)'],
    ['SBP_QR', 'RUB', 'https://qr.nspk.example/AS 10'],
    ['SBP_QR', 'RUB', `https://qr.nspk.example/${'A'.repeat(300)}`],
    ['SBP_QR', 'RUB', '+79001234567'],
    ['MOBILE_TOP_UP', 'RUB', '+992900000001'],
    ['TO_BANK_DETAILS', 'RUB', ' \n '],
    ['TO_BANK_DETAILS', 'RUB', 'account\u202e4081'],
    ['TO_BANK_DETAILS', 'RUB', 'x'.repeat(256)],
  ])('%s in %s is not %s', (option, currency, number) => {
    expect(read(option, currency, number)).toBeNull();
  });

  it('finds every mistyped digit of a card', () => {
    const card = '4111111111111111';
    for (let index = 1; index < card.length; index++) {
      for (const digit of '0123456789') {
        const typed = card.slice(0, index) + digit + card.slice(index + 1);
        expect(read('TO_CARD', 'RUB', typed)).toBe(typed === card ? card : null);
      }
    }
  });

  it('is one place for a card whatever the bank, and one in each bank for a phone', () => {
    const place = (number: string, bank: string) => requisitePlace({ number, bank });
    expect(place('4111111111111111', 'vtb')).toBe(place('4111111111111111', 'otp_bank'));
    expect(place('+79001234567', 'vtb')).not.toBe(place('+79001234567', 'otp_bank'));
  });
});

it('a number says by its look what it is', () => {
  const looks = ['+79001234567', '2200000000000004', '40817810000000000001', 'https://a.example/b', 'BIC 044525225'];
  expect(looks.map(kindOfNumber)).toEqual(['phone', 'card', 'account', 'link', 'text']);
});
