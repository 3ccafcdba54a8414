import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { messageDigest, readMoment, readPosted } from './posted-messages.ts';

const usual = { fields: {}, timeZone: 'Europe/Moscow' };
const text = 'Перевод 100р';
const moment = Date.parse('2026-11-16T12:00:00.345Z');

function codeOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.faults[0].field ?? ''}`.trim();
    throw error;
  }
  return 'taken';
}

describe('what forwarders post', () => {
  it('is one message, a list, or an object with a list', () => {
    const one = { sender: '900', text };
    expect(readPosted(one, usual)).toHaveLength(1);
    expect(readPosted([one, one], usual)).toHaveLength(2);
    expect(readPosted({ messages: [one, one, one] }, usual)).toHaveLength(3);
    expect(readPosted([], usual)).toEqual([]);
  });

  it('is read as Incoming SMS to URL forwarder sends it', () => {
    const body = { from: '900', text, sentStamp: moment - 1000, receivedStamp: moment, sim: 'sim1' };
    expect(readPosted(body, usual)).toEqual([
      { sender: '900', title: '', text, toldId: null, receivedAt: moment, sentAt: moment - 1000 },
    ]);
  });

  it('is read as SMS Gateway for Android sends it', () => {
    const payload = {
      messageId: 'abc',
      message: text,
      phoneNumber: '900',
      simNumber: 1,
      receivedAt: '2026-11-16T15:00:00.345+03:00',
    };
    const body = { deviceId: 'd', event: 'sms:received', id: 'event-7', webhookId: 'w', payload };
    expect(readPosted(body, usual)).toEqual([
      { sender: '900', title: '', text, toldId: 'event-7', receivedAt: moment, sentAt: null },
    ]);
  });

  it('is read as SmsForwarder sends it, by a template of its own', () => {
    const body = { from: 'ru.bank.app', title: 'Пополнение', content: text, receive_time: '2026-11-16 15:00:00' };
    expect(readPosted(body, usual)).toEqual([
      { sender: 'ru.bank.app', title: 'Пополнение', text, toldId: null, receivedAt: moment - 345, sentAt: null },
    ]);
  });

  it('is read under the names that are set for the phone, and under no others then', () => {
    const fields = { list: 'data.items', text: 'body.plain', sender: 'who' };
    const body = { data: { items: [{ who: 900, body: { plain: text }, text: 'another', sender: 'x' }] } };
    expect(readPosted(body, { ...usual, fields })).toMatchObject([{ sender: '900', text }]);
    expect(codeOf(() => readPosted({ text, sender: '900' }, { ...usual, fields }))).toBe('blank text');
  });

  it.each([
    ['a text', 'Перевод', 'json_object_expected'],
    ['nothing', null, 'json_object_expected'],
    ['a list of texts', ['Перевод'], 'json_object_expected'],
    ['a message without a text', { sender: '900' }, 'blank text'],
    ['a blank text in a list', [{ text }, { text: '  ' }], 'blank 1.text'],
    ['a text that is an object', { text: { a: 1 } }, 'wrong_type text'],
    ['a text that is too long', [{ text: 'я'.repeat(4001) }], 'too_long 0.text'],
    ['a sender that is too long', { text, sender: 'a'.repeat(201) }, 'too_long sender'],
    ['too many', Array.from({ length: 101 }, () => ({ text })), 'too_many_messages'],
  ])('is refused when it is %s', (_, body, expected) => {
    expect(codeOf(() => readPosted(body, usual))).toBe(expected);
  });

  it('does not find parts in what objects have by nature', () => {
    expect(codeOf(() => readPosted({ sender: 'x' }, { ...usual, fields: { text: 'constructor.name' } }))).toBe(
      'blank text',
    );
  });
});

describe('a time that a phone tells', () => {
  it.each([
    [moment, moment],
    [String(moment), moment],
    [1_794_830_400, 1_794_830_400_000],
    ['2026-11-16T12:00:00.345Z', moment],
    ['2026-11-16T15:00:00.345', moment],
    ['2026-11-16 15:00:00', moment - 345],
    ['2026-11-16 15:00', moment - 345],
    ['0000-01-01 12:00:00', null],
    ['0000-01-01T12:00:00Z', null],
    ['0050-01-01 12:00:00', 0],
    ['yesterday', null],
    ['', null],
    [-5, null],
    [1e20, null],
    [{}, null],
  ])('%j is %j', (told, expected) => {
    expect(readMoment(told, 'Europe/Moscow')).toBe(expected);
  });
});

describe('the digest of a message', () => {
  it('tells apart what is in which part', () => {
    const digests = [
      { sender: 'a', title: 'b', text: 'c' },
      { sender: 'ab', title: '', text: 'c' },
      { sender: 'a', title: '', text: 'bc' },
    ].map((one) => messageDigest(one).toString('hex'));
    expect(new Set(digests).size).toBe(3);
  });
});
