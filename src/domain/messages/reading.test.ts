import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './compile-pattern.ts';
import { matchProgram } from './match.ts';
import { parsePattern } from './pattern.ts';
import { compileTemplates, type Reading, readMessage } from './reading.ts';
import { regularText } from './regular-text.ts';
import type { MessageTemplate } from './template.ts';
import { readTemplateFile } from './template-file.ts';
import { partsText, requireTestsHold, testFault } from './template-tests.ts';

const shipped = readTemplateFile(readFileSync('catalogue/message-templates.json', 'utf8')).map((one, index) => ({
  ...one,
  id: index + 1,
  version: 1,
}));
const all = compileTemplates(shipped, () => 2);

function shown(reading: Reading): unknown {
  return reading.kind === 'transfer' ? { bank: reading.bank, ...partsText(reading.parts, 2) } : reading;
}

describe('the templates that come with the service', () => {
  it.each([
    [
      '900',
      'СЧЁТ4821 14:07 Перевод 3150р от Олег К. Баланс: 9402.15р',
      { bank: 'sberbank', amount: '3150.00', name: 'Олег К', digits: '4821', balance: '9402.15', time: '14:07' },
    ],
    [
      '900',
      'MIR-7730 09:41 Перевод из Т‑Банк +820р от АННА В. Баланс: 1 204.5р',
      { bank: 'sberbank', amount: '820.00', name: 'АННА В', digits: '7730', balance: '1204.50', time: '09:41' },
    ],
    [
      '900',
      'СЧЁТ4821 03.02.26 зачислен перевод по СБП 6400р из ВТБ от ИГОРЬ ПЕТРОВИЧ Л.',
      { bank: 'sberbank', amount: '6400.00', name: 'ИГОРЬ ПЕТРОВИЧ Л', digits: '4821', date: '2026-02-03' },
    ],
    [
      '900',
      'MIR-7730 22:10 зачисление 2500р SHOP Баланс: 3100р',
      { bank: 'sberbank', amount: '2500.00', digits: '7730', balance: '3100.00', time: '22:10' },
    ],
    ['ru.sberbankmobile', '+ 2 500 ₽ — Баланс: 3 100 ₽', { bank: 'sberbank', amount: '2500.00', balance: '3100.00' }],
    [
      'T-Bank',
      'Пополнение, счет RUB. 1900 RUB. Вера Н. Доступно 2310,4 RUB',
      { bank: 'tinkoff', amount: '1900.00', name: 'Вера Н', balance: '2310.40' },
    ],
    [
      'VTB',
      'Поступление 4300р Счет*6612 от ЮРИЙ М. Баланс 5120.7р 19:55',
      { bank: 'vtb', amount: '4300.00', name: 'ЮРИЙ М', digits: '6612', balance: '5120.70', time: '19:55' },
    ],
    [
      'Alfa-Bank',
      'Перевод на сумму 2 200 RUR из Озон Банк от Инна П. по СБП',
      { bank: 'alfabank', amount: '2200.00', name: 'Инна П' },
    ],
    [
      'Alfa-Bank',
      'Popolnenie *9914 na 3000 RUR Balans 4150 RUR',
      { bank: 'alfabank', amount: '3000.00', digits: '9914', balance: '4150.00' },
    ],
    [
      'Raiffeisen',
      '+ 1 500 ₽ от Лев Т. Теперь на счете 8 020 ₽',
      { bank: 'raiffeisenbank', amount: '1500.00', name: 'Лев Т', balance: '8020.00' },
    ],
    [
      'RSHB',
      'Успешный перевод СБП. Нина С из Озон Банк Зачислено 990.00 RUR',
      { bank: 'rosselhozbank', amount: '990.00', name: 'Нина С' },
    ],
    [
      'OTP Bank',
      'Счет *3057 зачисление 6100р. Доступно 7200р.',
      { bank: 'otp_bank', amount: '6100.00', digits: '3057', balance: '7200.00' },
    ],
    [
      'BSPB',
      '*4410 Зачислен перевод по СБП 5200RUB 16:31 от Марк Ильич Д',
      { bank: 'bspb', amount: '5200.00', name: 'Марк Ильич Д', digits: '4410', time: '16:31' },
    ],
    [
      'DOM.RF',
      'Пополнение +8 300.00 RUB на счет **2096 по СБП от ЛИЯ О. успешно. Доступно 9 000.00 RUB',
      { bank: 'domrf', amount: '8300.00', name: 'ЛИЯ О', digits: '2096', balance: '9000.00' },
    ],
    ['MTS Bank', 'Поступление 1700р. Глеб Ильич Р через СБП', { bank: 'mts', amount: '1700.00', name: 'Глеб Ильич Р' }],
    [
      'URALSIB',
      'Пополнение *5128 Сумма 2000.00 р Остаток 6400.00 р',
      { bank: 'uralsib', amount: '2000.00', digits: '5128', balance: '6400.00' },
    ],
    [
      'PSB',
      '*3349 Пополнение 1200p SHOP Доступно 1750,1p',
      { bank: 'promsvyaz', amount: '1200.00', digits: '3349', balance: '1750.10' },
    ],
  ])('read what %s writes: %s', (sender, text, parts) => {
    expect(shown(readMessage(all, { sender, title: '', text }))).toEqual(parts);
  });

  it.each(shipped.flatMap((template) => template.tests.map((test) => [template.key, test.text, test] as const)))(
    'hold their own test set, all being on: %s: %s',
    (_key, _text, test) => {
      expect(testFault(readMessage(all, test), test.expect, 2)).toBeNull();
    },
  );

  it('can all be switched on together, and have messages of each kind in their test sets', () => {
    expect(() => requireTestsHold(shipped, [], () => 2)).not.toThrow();
    for (const { key, tests } of shipped) {
      const read = tests.filter(({ expect: expected }) => expected !== null);
      expect([key, read.length >= 3, tests.length - read.length >= 2]).toEqual([key, true, true]);
    }
  });

  it.each([
    'Никому не говорите код 48-21. Перевод 3150р на карту',
    'СЧЁТ4821 14:07 Покупка 3150р SHOP Баланс: 9402.15р',
    'СЧЁТ4821 14:07 зачисление 3150р ВОЗВРАТ ПОКУПКИ Баланс: 9402.15р',
    'СЧЁТ4821 14:07 зачисление 3150р Кешбэк Баланс: 9402.15р',
    'СЧЁТ4821 14:07 Перевод 3150р со своего счета Баланс: 9402.15р',
    'СЧЁТ4821 14:07 Перевод 3150р от Олег К. отклонён Баланс: 9402.15р',
    'Вам одобрен кредит 315000р! Оформите в приложении. Баланс: 9402.15р',
    'Олег К. просит перевести 3150р',
  ])('stop at a message that is not a transfer: %s', (text) => {
    expect(readMessage(all, { sender: '900', title: '', text }).kind).toBe('stopped');
  });
});

describe('a date', () => {
  it.each(['01.01.0000', '01.01.0050', '31.12.9999', '31.02.2026', '0000-01-01'])(
    '%s is nothing that a bank writes: the message is left to a person',
    (date) => {
      const text = `СЧЁТ4821 ${date} зачислен перевод по СБП 6400р из ВТБ от ИГОРЬ ПЕТРОВИЧ Л.`;
      expect(readMessage(all, { sender: '900', title: '', text }).kind).toBe('unread');
    },
  );
});

const plain: MessageTemplate = {
  id: 7,
  version: 3,
  bank: 'vtb',
  currency: 'RUB',
  senders: ['VTB'],
  pattern: 'Поступление {amount}{currency}[ от {name}][ Баланс {balance}{currency}]',
  stopWords: ['возврат*', 'никому не'],
};
const read = (templates: readonly Partial<MessageTemplate>[], text: string, title = '', sender = 'VTB') =>
  readMessage(
    compileTemplates(
      templates.map((one) => ({ ...plain, ...one })),
      () => 2,
    ),
    { sender, title, text },
  );
const amountOf = (text: string, pattern?: string) => {
  const reading = read([pattern === undefined ? {} : { pattern }], text);
  return reading.kind === 'transfer' ? reading.parts.amount : reading.kind;
};

describe('a message', () => {
  it('is read with the template, its version and its bank', () => {
    expect(read([{}], 'Поступление 500р от Ян И.')).toEqual({
      kind: 'transfer',
      templateId: 7,
      templateVersion: 3,
      bank: 'vtb',
      parts: { amount: 50000n, currency: 'RUB', senderName: 'Ян И' },
    });
  });

  it('is read from its own senders only, however they are spelled', () => {
    expect(read([{}], 'Поступление 500р', '', 'vtb').kind).toBe('transfer');
    // В, Т and В of the other alphabet.
    expect(read([{}], 'Поступление 500р', '', 'VТB').kind).toBe('transfer');
    expect(read([{}], 'Поступление 500р', '', 'VTB1').kind).toBe('unread');
  });

  it('is read as a whole: nothing before it, nothing behind it', () => {
    expect(read([{}], 'Поступление 500р.').kind).toBe('transfer');
    expect(read([{}], 'Завтра Поступление 500р').kind).toBe('unread');
    expect(read([{}], 'Поступление 500р завтра').kind).toBe('unread');
    expect(read([{}], 'Поступление 500рот Ян И').kind).toBe('unread');
  });

  it.each([
    ['500р', 50000n],
    ['500,5 руб.', 50050n],
    ['500.05 ₽', 50005n],
    ['1 500 RUR', 150000n],
    ["1'500,00 RUB", 150000n],
    ['1,500.25р', 150025n],
    ['1.500,25р', 150025n],
    ['1 234 567 890р', 123456789000n],
    ['0.01р', 1n],
  ])('tells its sum in the ways of banks: %s', (sum, minor) => {
    expect(amountOf(`Поступление ${sum}`)).toBe(minor);
  });

  it.each([
    '0р',
    '0.00р',
    '1.500р',
    '1,500р',
    '1 50р',
    '15 00р',
    '1 5000р',
    '500.123р',
    '-500р',
    '1..5р',
    '5е3р',
    '500 USD',
    '500',
  ])('is not read with a sum that could be another, or none: %s', (sum) => {
    expect(amountOf(`Поступление ${sum}`)).toBe('unread');
  });

  it('stops at a stop word, also in its title, also in letters of the other alphabet', () => {
    expect(read([{}], 'Поступление 500р от Возврат')).toEqual({ kind: 'stopped', word: 'возврат*' });
    expect(read([{}], 'Поступление 500р', 'Никому не говорите')).toEqual({ kind: 'stopped', word: 'никому не' });
    expect(read([{}], 'Поступление 500р от BОЗВPАТЫ').kind).toBe('stopped');
    expect(read([{}], 'Поступление 500р от Невозвратный Н.').kind).toBe('transfer');
  });

  it('stops at the stop word of any template of its sender', () => {
    const other = { id: 8, pattern: 'Зачислено {amount}', stopWords: ['Ян'] };
    expect(read([{}, other], 'Поступление 500р от Ян И.')).toEqual({ kind: 'stopped', word: 'Ян' });
    expect(read([{}, { ...other, senders: ['900'] }], 'Поступление 500р от Ян И.').kind).toBe('transfer');
  });

  it('is read with its title where the text alone says nothing', () => {
    expect(read([{}], 'от Ян И.', 'Поступление 500р').kind).toBe('unread');
    const titled = { pattern: '{any} — Поступление {amount}{currency}' };
    expect(read([titled], 'Поступление 500р', 'ВТБ Онлайн').kind).toBe('transfer');
    expect(read([{}], 'Поступление 500р', 'ВТБ Онлайн').kind).toBe('transfer');
  });

  it('is not read when two templates read it differently, in whatever order', () => {
    const first = { id: 1, pattern: 'Сумма {amount}{currency} остаток {balance}{currency}' };
    const second = { id: 2, pattern: 'Сумма {balance}{currency} остаток {amount}{currency}' };
    const text = 'Сумма 500р остаток 700р';
    expect(read([first, second], text)).toEqual({ kind: 'ambiguous', templates: [1, 2] });
    expect(read([second, first], text)).toEqual({ kind: 'ambiguous', templates: [2, 1] });
    expect(read([first], text).kind).toBe('transfer');
    expect(read([first, { ...first, id: 2, bank: 'mts' }], text).kind).toBe('ambiguous');
  });

  it('is read by the template that says more, where the other says the same and less', () => {
    const less = { id: 1, pattern: 'Поступление {amount}{currency} от {any}' };
    expect(read([less, {}], 'Поступление 500р от Ян И.')).toMatchObject({
      templateId: 7,
      parts: { senderName: 'Ян И' },
    });
  });

  it('is not read when one template can read it in two ways', () => {
    const two = 'Сумма [{number} ]{amount} [{number} ]зачислена';
    expect(amountOf('Сумма 500 зачислена', two)).toBe(50000n);
    expect(amountOf('Сумма 500 700 зачислена', two)).toBe('ambiguous');
  });

  it('is not read when it is longer than any bank writes', () => {
    expect(read([{}], `Поступление 500р от ${'я'.repeat(70)}`).kind).toBe('transfer');
    expect(read([{}], `Поступление 500р от ${'я'.repeat(90)}`).kind).toBe('unread');
    expect(read([{ pattern: 'Поступление {amount}{any}' }], `Поступление 500${'я'.repeat(4000)}`).kind).toBe('unread');
  });
});

describe('a matcher', () => {
  const greedy =
    'Перевод [{any} от ][{name}, ][{any}; ][{number} ]{amount}{currency}[ {any}][ баланс {balance}] {time}[ {any}] конец';
  it.each([
    ['one letter', 'п'.repeat(4000)],
    ['the beginning, again and again', 'Перевод от '.repeat(363)],
    ['names and points', `Перевод ${'А. '.repeat(1300)}`],
    ['digits and spaces', `Перевод ${'1 234 '.repeat(660)}`],
    ['sums', `Перевод ${'500р '.repeat(790)}`],
    ['almost all of it', `Перевод ${'а, б; '.repeat(600)}500р 12:30 коне`],
    ['marks', '{[(|)]}\\*+?.'.repeat(330)],
    ['broken pairs', '\ud83d'.repeat(4000)],
  ])('looks at each step at most twice for each character, whatever comes: %s', (_what, text) => {
    const program = compilePattern(parsePattern(greedy), 'RUB');
    const { folded } = regularText(text);
    const { steps } = matchProgram(program, folded);
    expect(steps).toBeLessThanOrEqual(2 * (folded.length + 1) * program.length);
  });

  it('is over after a few characters of a message that begins otherwise', () => {
    const program = compilePattern(parsePattern('Поступление {amount}{currency} от {name}'), 'RUB');
    expect(matchProgram(program, regularText(`Покупка ${'500р '.repeat(700)}`).folded).steps).toBeLessThan(100);
  });
});
