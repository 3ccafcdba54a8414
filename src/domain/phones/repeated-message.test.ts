import { describe, expect, it } from 'vitest';
import { arrivalReference, repetitionOf, type SeenMessage, toldMoment } from './repeated-message.ts';

const noon = Date.parse('2026-11-16T12:00:00.345Z');
const minute = 60_000;

function seen(change: Partial<SeenMessage> = {}): SeenMessage {
  return { toldId: null, receivedAt: noon, cameAt: noon + 500, ...change };
}

const tellsNothing = { hasTime: false, hasBalance: false };
const tellsTime = { hasTime: true, hasBalance: false };
const tellsBalance = { hasTime: false, hasBalance: true };

describe('a message that is equal to an earlier one', () => {
  it('is new where there is no earlier one', () => {
    expect(repetitionOf(seen(), null, tellsNothing)).toBe('new');
  });

  it.each([
    ['a forwarder that sends it again', tellsNothing, {}, 'replay'],
    ['the same second of a clock without milliseconds', tellsNothing, { receivedAt: noon - 345 }, 'doubtful'],
    ['that second, where the text tells a balance', tellsBalance, { receivedAt: noon - 345 }, 'replay'],
    [
      'that second, where the forwarder numbers its messages',
      tellsNothing,
      { receivedAt: noon - 345, toldId: '7' },
      'replay',
    ],
  ] as const)('is what the clock says: %s', (_, told, both, expected) => {
    expect(repetitionOf(seen(both), seen(both), told)).toBe(expected);
  });

  it('is not the same where the forwarder gave it another number, whatever the clock says', () => {
    expect(repetitionOf(seen({ toldId: '8' }), seen({ toldId: '7' }), tellsNothing)).toBe('doubtful');
  });

  it.each([
    [tellsBalance, minute, 'replay'],
    [tellsBalance, 3 * minute, 'new'],
    [tellsTime, 10_000, 'doubtful'],
    [tellsTime, 48 * 60 * minute, 'doubtful'],
    [tellsNothing, 10_000, 'doubtful'],
    [tellsNothing, 23 * 60 * minute, 'doubtful'],
    [tellsNothing, 25 * 60 * minute, 'new'],
  ] as const)('is judged by what it tells: %j, %d ms later, is %s', (told, apartMs, expected) => {
    expect(repetitionOf(seen({ receivedAt: noon + apartMs }), seen(), told)).toBe(expected);
  });

  it('goes by when it came here where the phone tells no time', () => {
    const unclocked = { receivedAt: null };
    expect(repetitionOf(seen(unclocked), seen(unclocked), tellsNothing)).toBe('doubtful');
    expect(repetitionOf(seen({ ...unclocked, cameAt: noon + minute }), seen(unclocked), tellsBalance)).toBe('replay');
  });
});

describe('the moment that a text tells', () => {
  const zone = 'Europe/Moscow';
  const at = (text: string) => Date.parse(text);

  it('is the last one before the phone had it, also after midnight', () => {
    expect(toldMoment({ time: '23:58' }, at('2026-11-16T20:58:30Z'), zone)).toBe(at('2026-11-16T20:58:00Z'));
    expect(toldMoment({ time: '23:58' }, at('2026-11-16T21:08:00Z'), zone)).toBe(at('2026-11-16T20:58:00Z'));
  });

  it('may be a little ahead of the phone', () => {
    expect(toldMoment({ time: '00:02' }, at('2026-11-16T20:59:00Z'), zone)).toBe(at('2026-11-16T21:02:00Z'));
  });

  it('has the date that is told, and is none without a time', () => {
    expect(toldMoment({ time: '10:00', date: '2026-11-14' }, at('2026-11-16T12:00:00Z'), zone)).toBe(
      at('2026-11-14T07:00:00Z'),
    );
    expect(toldMoment({ date: '2026-11-14' }, at('2026-11-16T12:00:00Z'), zone)).toBeNull();
  });
});

describe('the reference of an arrival', () => {
  const digest = Buffer.alloc(32, 1);

  it('is the same for a replay, and another one for another phone, text or time', () => {
    const reference = arrivalReference(1, digest, noon);
    expect(arrivalReference(1, Buffer.alloc(32, 1), noon)).toBe(reference);
    const others = [
      arrivalReference(2, digest, noon),
      arrivalReference(1, Buffer.alloc(32, 2), noon),
      arrivalReference(1, digest, noon + 1),
    ];
    expect(new Set([reference, ...others]).size).toBe(4);
  });
});
