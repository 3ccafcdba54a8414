import { expect, it } from 'vitest';
import { toldText } from './told-text.ts';

const sum = { amount: '1000.5', subunit: '2', currency: 'RUB' };
const bank = { bank: 'sberbank', bankName: 'Sberbank', bankNameRu: 'Сбербанк' };

it('writes sums and names of banks as readers of the language do', () => {
  const facts = { ...sum, ...bank, number: '…1234', until: '12:30' };
  expect(toldText('deal', facts, 'ru')).toEqual({
    title: 'Новая сделка: 1\u00a0000,50 RUB',
    text: 'Сбербанк, …1234. Ждём деньги до 12:30 UTC.',
    path: '/console',
  });
  expect(toldText('deal', facts, 'en')).toMatchObject({
    title: 'New deal: 1,000.50 RUB',
    text: 'Sberbank, …1234. Money is expected until 12:30 UTC.',
  });
  expect(toldText('payout', facts, 'ru').text).toBe('Сбербанк. Платит тот, кто взял первым.');
});

it('keeps every digit of a sum, and adds no fraction where the currency has none', () => {
  const title = (amount: string, subunit: string) =>
    toldText('dispute', { amount, subunit, currency: 'X' }, 'ru').title;
  expect(title('92233720368.54775807', '8')).toBe('Спор на 92\u00a0233\u00a0720\u00a0368,54775807 X');
  expect(title('10', '8')).toBe('Спор на 10,00 X');
  expect(title('1000000', '0')).toBe('Спор на 1\u00a0000\u00a0000 X');
});

it('writes a balance below zero with a minus, and the limit as the person gave it', () => {
  const facts = { name: 'Лавка', amount: '-1234.5', subunit: '8', currency: 'USDT', below: '20000' };
  expect(toldText('balance', facts, 'ru').text).toBe('Осталось \u22121\u00a0234,50 USDT, меньше 20\u00a0000.');
});

it('names a law that does not hold in the language of the reader', () => {
  const facts = { alarm: 'law', law: 'a balance equals the sum of its transfers', subject: '17' };
  expect(toldText('audit', facts, 'ru')).toEqual({
    title: 'Тревога: учёт',
    text: 'Остаток равен сумме проводок: 17',
    path: '/console/system',
  });
  expect(toldText('audit', facts, 'en').text).toBe('a balance equals the sum of its transfers: 17');
  expect(toldText('audit', { ...facts, law: 'a law of tomorrow' }, 'ru').text).toBe('a law of tomorrow: 17');
});

it('says in the language of the reader that money is stopped', () => {
  expect(toldText('audit', { alarm: 'stop' }, 'ru')).toEqual({
    title: 'Тревога: учёт',
    text: 'Выплаты и выводы остановлены, пока оператор не разберётся.',
    path: '/console/system',
  });
  expect(toldText('audit', { alarm: 'stop' }, 'en').text).toMatch(/^Payouts and withdrawals are stopped/);
});
