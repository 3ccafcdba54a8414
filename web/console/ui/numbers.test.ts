import { describe, expect, it } from 'vitest';
import { durationOf, durationText, minuteMs, secondMs, wholeOf } from './numbers.ts';

describe('a whole number that was typed', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['20', 20],
    ['1 000', 1_000],
    ['1\u00a0000', 1_000],
    ['-5', -5],
  ])('"%s" is %s', (typed, number) => {
    expect(wholeOf(typed)).toBe(number);
  });

  it.each(['10.', '1.5', '1,000', '1e3', 'ten', '0x10', '-'])('"%s" is none, and no missing one either', (typed) => {
    expect(() => wholeOf(typed)).toThrow('not a whole number');
  });
});

describe('a duration that was typed', () => {
  it('may have a fraction, with a comma or a point', () => {
    expect(durationOf('12.5', minuteMs)).toBe(750_000);
    expect(durationOf('12,5', minuteMs)).toBe(750_000);
    expect(durationOf('1 440', minuteMs)).toBe(86_400_000);
    expect(durationOf('', minuteMs)).toBe(null);
  });

  it.each(['10.', '.5', '-1', '10 min', '1.2.3', '1e3'])('"%s" is none, and no missing one either', (typed) => {
    expect(() => durationOf(typed, minuteMs)).toThrow('not a duration');
  });

  it('is shown so that saving it changes nothing', () => {
    expect(durationText(600_000, minuteMs)).toBe('10');
    expect(durationText(750_000, minuteMs)).toBe('12.5');
    expect(durationText(10_000, minuteMs)).toBe('0.16667');
    expect(durationText(90_500, secondMs)).toBe('90.5');
    for (const ms of [0, 1, 1_000, 1_001, 59_999, 61_000, 86_399_999, 1_999_999_999, 2_000_000_000]) {
      expect(durationOf(durationText(ms, minuteMs), minuteMs)).toBe(ms);
      expect(durationOf(durationText(ms, secondMs), secondMs)).toBe(ms);
    }
  });
});
