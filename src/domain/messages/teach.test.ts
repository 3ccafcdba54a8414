import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { patternFaultOf } from './pattern.ts';
import { compareReadings } from './preview.ts';
import { compileTemplates, readMessage } from './reading.ts';
import { type Marking, patternOf } from './teach.ts';
import type { MessageTemplate } from './template.ts';
import { requireTestsHold } from './template-tests.ts';

/** Marks the first place of each piece. */
function marked(text: string, marks: Readonly<Record<string, Marking['part']>>): string {
  return patternOf(
    text,
    Object.entries(marks).map(([piece, part]) => ({
      begin: text.indexOf(piece),
      end: text.indexOf(piece) + piece.length,
      part,
    })),
    'RUB',
  );
}

const template = (pattern: string, more: Partial<MessageTemplate> = {}): MessageTemplate => ({
  id: 1,
  version: 1,
  bank: 'vtb',
  currency: 'RUB',
  senders: ['VTB'],
  pattern,
  stopWords: [],
  ...more,
});

describe('a template learned from an example', () => {
  const text = 'Поступление 4 300р Счет*6612 от ЮРИЙ М. Баланс 5120.7р 19:55';
  const learned = 'Поступление {amount}{currency} Счет*{digits} от {name} Баланс {balance}{currency} {time}';

  it('is the message with its parts named, and finds the currency by itself', () => {
    const marks = {
      '4 300': 'amount',
      '6612': 'digits',
      'ЮРИЙ М.': 'name',
      '5120.7': 'balance',
      '19:55': 'time',
    } as const;
    expect(marked(text, marks)).toBe(learned);
  });

  it('is the same when the marks are a little too wide', () => {
    const marks = {
      ' 4 300р ': 'amount',
      '*6612': 'digits',
      ' ЮРИЙ М. ': 'name',
      ' 5120.7р': 'balance',
      ' 19:55': 'time',
    } as const;
    expect(marked(text, marks).replace('Счет{', 'Счет*{')).toBe(learned);
  });

  it('takes unmarked digits for numbers without a meaning', () => {
    expect(marked('Операция 12-44/7: зачислено 500 руб. из Банк (24)', { '500': 'amount', Банк: 'any' })).toBe(
      'Операция {number}: зачислено {amount}{currency}. из {any} \\({number}\\)',
    );
  });

  it('reads the message that it was learned from, and others of its shape', () => {
    const pattern = marked('Вам пришло 15,00 RUR [перевод] от Ян И.', { '15,00': 'amount', 'Ян И.': 'name' });
    const compiled = compileTemplates([template(pattern)], () => 2);
    const read = (message: string) => readMessage(compiled, { sender: 'VTB', title: '', text: message });
    expect(read('Вам пришло 15,00 RUR [перевод] от Ян И.')).toMatchObject({
      parts: { amount: 1500n, senderName: 'Ян И' },
    });
    expect(read('Вам пришло 1 200 ₽ [перевод] от Ольга П.')).toMatchObject({ parts: { amount: 120000n } });
  });

  it('is refused when marks overlap or lie outside of the message', () => {
    const mark = (begin: number, end: number): Marking => ({ begin, end, part: 'amount' });
    expect(() => patternOf('Сумма 500 700', [mark(6, 10), mark(8, 13)], 'RUB')).toThrow(AppError);
    expect(() => patternOf('Сумма 500', [mark(6, 40)], 'RUB')).not.toThrow();
    expect(() => patternOf('Сумма 500', [mark(20, 40)], 'RUB')).toThrow(AppError);
  });
});

describe('a pattern', () => {
  it.each([
    ['Сумма {amount}{currency}', null],
    ['Сумма \\{amount\\} {amount}', null],
    ['Сумма {amount', 'open-part'],
    ['Сумма {sum}', 'unknown-part'],
    ['Сумма [от {name} {amount}', 'open-bracket'],
    ['Сумма [] {amount}', 'empty-bracket'],
    ['Сумма (а|{name}) {amount}', 'open-choice'],
    ['Сумма (а|) {amount}', 'empty-choice'],
    ['Сумма ] {amount}', 'stray-mark'],
    ['Сумма } {amount}', 'stray-mark'],
    ['Сумма {amount} {amount}', 'part-twice'],
    ['Сумма [{amount}]', 'no-amount'],
    ['Сумма {balance}', 'no-amount'],
    ['+{amount}{currency}', 'too-loose'],
    ['(а|вся сумма) {amount}', 'too-loose'],
    ['Сумма {any} {name} {amount}', 'parts-touch'],
    ['Сумма {amount} с карты 4821', 'digits'],
    ['Сумма {amount} [с карты (1|2)]', 'digits'],
    [`Сумма {amount} ${'я'.repeat(500)}`, 'too-long'],
    [`Сумма {amount} ${'[а]'.repeat(80)}`, 'too-many-pieces'],
    ['Сумма {amount} [[[[а]]]]', 'too-deep'],
  ])('%s: %s', (pattern, fault) => {
    expect(patternFaultOf(pattern)).toBe(fault);
  });
});

describe('stored messages', () => {
  const message = (text: string, sender = 'VTB') => ({ sender, title: '', text });
  const before = compileTemplates([template('Поступление {amount}{currency}[ {any}]')], () => 2);
  const messages = [
    message('Поступление 500р'),
    message('Поступление 500р от Ян И'),
    message('Зачислено 700р'),
    message('Реклама'),
    message('Зачислено 900р', '900'),
  ];

  it('show what another template would read, and what that would change', () => {
    const after = compileTemplates(
      [template('Поступление {amount}{currency} от {name}'), template('Зачислено {amount}{currency}', { id: 2 })],
      () => 2,
    );
    const compared = compareReadings({ before, after }, messages, { senders: ['vtb'], limit: 10 });
    expect(compared.looked).toBe(4);
    expect(compared.counts).toEqual({ gained: 1, otherwise: 1, lost: 1, same: 1 });
    expect(compared.changes.map((one) => [one.message.text, one.before.kind, one.after.kind])).toEqual([
      ['Поступление 500р', 'transfer', 'unread'],
      ['Поступление 500р от Ян И', 'transfer', 'transfer'],
      ['Зачислено 700р', 'unread', 'transfer'],
    ]);
  });

  it('show a stop word that would come into their way, and no more than was asked for', () => {
    const after = compileTemplates(
      [template('Поступление {amount}{currency}', { stopWords: ['зачислено', 'поступление'] })],
      () => 2,
    );
    const { counts, changes } = compareReadings({ before, after }, messages, { senders: ['VTB'], limit: 1 });
    expect(counts).toEqual({ gained: 0, otherwise: 1, lost: 2, same: 1 });
    expect(changes).toHaveLength(1);
  });
});

describe('test sets', () => {
  const tested = (id: number, pattern: string, expected: string | null, text: string) => ({
    ...template(pattern, { id }),
    tests: [
      { ...{ sender: 'VTB', title: '' }, text: 'Зачислено 5р', expect: { amount: '5.00' } },
      { ...{ sender: 'VTB', title: '' }, text, expect: expected === null ? null : { amount: expected } },
    ].filter((_one, index) => index > 0 || pattern.startsWith('Зачислено')),
  });
  const refusal = (act: () => void): string => {
    try {
      act();
      return 'none';
    } catch (error) {
      return error instanceof AppError ? error.message : 'another error';
    }
  };
  const good = tested(1, 'Зачислено {amount}{currency}', null, 'Зачислено 5р бонусами');

  it('hold together, or nothing is switched on', () => {
    expect(refusal(() => requireTestsHold([good], [], () => 2))).toBe('none');
    const greedy = tested(2, 'Зачислено {amount}{currency} {any}', '7.00', 'Зачислено 7р Ян');
    // Its own set does not hold, because it does not read the first message.
    expect(refusal(() => requireTestsHold([greedy], [], () => 2))).toContain('Message 1 of the test set of template 2');
    const other = { ...greedy, tests: greedy.tests.slice(1) };
    expect(refusal(() => requireTestsHold([other], [], () => 2))).toBe('none');
    // It would take what another template knows not to be a transfer, be that one on or off.
    expect(refusal(() => requireTestsHold([good, other], [], () => 2))).toContain(
      'Message 2 of the test set of template 1',
    );
    expect(refusal(() => requireTestsHold([other], [good], () => 2))).toContain(
      'Message 2 of the test set of template 1',
    );
  });

  it('have to hold a message that is read: a template without one proves nothing', () => {
    expect(refusal(() => requireTestsHold([{ ...good, tests: good.tests.slice(1) }], [], () => 2))).toContain(
      'has no message',
    );
  });

  it('are told apart by every part', () => {
    const wrong = {
      ...good,
      tests: [{ sender: 'VTB', title: '', text: 'Зачислено 5р', expect: { amount: '5.00', name: 'Ян' } }],
    };
    expect(refusal(() => requireTestsHold([wrong], [], () => 2))).toContain('read as something else');
  });
});
