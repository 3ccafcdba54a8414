import { describe, expect, it } from 'vitest';
import { requisite } from '../../../test/engine/support/small-world.ts';
import { accountOf, type OwnRequisite, recipientOf } from './recipient.ts';

function own(id: number, change: Partial<OwnRequisite> = {}): OwnRequisite {
  return { ...requisite(id), digits: [], ...change };
}

const card = own(1, { number: '2202201234564821' });
const phone = own(2, { number: '+79001112233' });
const other = own(3, { bank: 'tinkoff', number: '2200700000003057' });

function found(list: readonly OwnRequisite[], lastDigits: string | null, bank = 'sberbank', currency = 'RUB') {
  const recipient = recipientOf(list, { bank, currency, lastDigits });
  return recipient.kind === 'found' ? recipient.requisites.map(({ id }) => id) : recipient.reason;
}

describe('the requisite that a message is about', () => {
  it('is the one of its bank whose digits fit', () => {
    expect(found([card, phone, other], '4821')).toEqual([1]);
    expect(found([card, phone, other], '3057', 'tinkoff')).toEqual([3]);
  });

  it('is none when the digits fit none, or the phone has none of the bank or currency', () => {
    expect(found([card, phone], '9999')).toBe('other_digits');
    expect(found([card], null, 'tinkoff')).toBe('no_requisite');
    expect(found([card], '4821', 'sberbank', 'KZT')).toBe('no_requisite');
    expect(found([], '4821')).toBe('no_requisite');
  });

  it('is never guessed from the digits of a phone number, nor from one or two digits', () => {
    expect(found([phone], '2233')).toBe('other_digits');
    expect(found([card], '21')).toBe('other_digits');
  });

  it('is told by the digits that the maker has set, longer or shorter than what the bank writes', () => {
    const set = own(2, { number: '+79001112233', digits: ['7730', '50821'] });
    expect(found([card, set], '7730')).toEqual([2]);
    expect(found([set], '0821')).toEqual([2]);
    expect(found([set], '150821')).toEqual([2]);
    expect(found([own(1, { number: card.number, digits: ['1111'] })], '4821')).toBe('other_digits');
  });

  it('is the only one of its bank where no digits are told; of several it cannot be said', () => {
    expect(found([card, other], null)).toEqual([1]);
    expect(found([card, phone], null)).toBe('several_requisites');
  });

  it('may be several that share the account', () => {
    const shared = [card, own(2, { number: '+79001112233', digits: ['4821'] })];
    expect(found(shared, '4821')).toEqual([1, 2]);
    expect(found(shared, null)).toEqual([1, 2]);
    expect(shared.map((one) => accountOf(one, shared))).toEqual([1, 1]);
    expect(accountOf(other, [...shared, other])).toBe(3);
  });
});
