import { describe, expect, it } from 'vitest';
import { amountToCopy, moneyParts, moneyText } from './money-text.ts';

const rub = (amount: string) => ({ amount, currency: 'RUB', subunit: 2 });
const plainSpaces = (text: string) => text.replace(/\s/g, ' ');

describe('an amount', () => {
  it('is written in the form of the reader', () => {
    expect(plainSpaces(moneyText('ru', rub('1234567.80')))).toBe('1 234 567,80 ₽');
    expect(moneyText('en', rub('1234567.80'))).toBe('₽1,234,567.80');
  });

  it('keeps every digit: no float could hold this one', () => {
    expect(moneyText('en', rub('92233720368547758.07'))).toBe('₽92,233,720,368,547,758.07');
  });

  it('has its currency behind it where Intl knows none', () => {
    expect(plainSpaces(moneyText('en', { amount: '1.00000001', currency: 'USDT', subunit: 8 }))).toBe(
      '1.00000001 USDT',
    );
  });

  it('has a whole part for the eye, and a rest', () => {
    expect(
      moneyParts('en', rub('1000.50'))
        .filter(({ kind }) => kind === 'whole')
        .map(({ value }) => value)
        .join(''),
    ).toBe('1,000');
  });

  it('is copied as banking apps take it', () => {
    expect(['1000.00', '1000.50', '0.05', '100.10'].map((amount) => amountToCopy(rub(amount)))).toEqual([
      '1000',
      '1000.50',
      '0.05',
      '100.10',
    ]);
  });
});
