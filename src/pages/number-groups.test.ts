import { describe, expect, it } from 'vitest';
import { kindOfNumber } from '../domain/makers/requisite-number.ts';
import { numberGroups } from './number-groups.ts';

describe('the groups of a number', () => {
  it.each([
    ['a Russian phone', '+79000000001', '+7 900 000 00 01', 'phone'],
    ['a phone of another country', '+992900000001', '+992 900 000 001', 'phone'],
    ['a phone whose digits do not divide by three', '+4479111234567', '+4 479 111 234 567', 'phone'],
    ['a card', '2200000000000004', '2200 0000 0000 0004', 'card'],
    ['a card of nineteen digits', '2200000000000000004', '2200 0000 0000 0000 004', 'card'],
    ['a Russian account', '40817810000000000001', '40817 810 0 0000 0000001', 'account'],
    ['a link', 'https://qr.example.com/AB12', 'https://qr.example.com/AB12', 'link'],
    ['details in words', 'BIC 044525225, account 4081', 'BIC 044525225, account 4081', 'text'],
    ['an IBAN', 'KZ86125KZT5004100100', 'KZ86 125K ZT50 0410 0100', 'account'],
  ])('are those of %s', (_, number, groups, kind) => {
    expect(numberGroups(number).join(' ')).toBe(groups);
    expect(kindOfNumber(number)).toBe(kind);
  });

  it('lose no character, whatever the number', () => {
    for (const number of ['', '+', '7', '12345', '+7900', '•••• 0004', '40817', 'x'.repeat(50)]) {
      expect(numberGroups(number).join('')).toBe(number);
    }
  });
});
