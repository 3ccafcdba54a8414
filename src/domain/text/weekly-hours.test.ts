import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { type HoursSetting, hoursSetting, isWithinHours, parseHours, readHours } from './weekly-hours.ts';

const at = (text: string) => Date.parse(text);
const codeOf = (act: () => unknown) => {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

describe('hours of the week', () => {
  const office: HoursSetting = { zone: 'Europe/Moscow', spans: [{ day: 1, from: '09:00', to: '18:00' }] };

  it('are those of the place: from the first minute to before the last', () => {
    const hours = readHours(office);
    // 2026-11-16 is a Monday; Moscow is three hours ahead.
    expect(isWithinHours(hours, at('2026-11-16T05:59:59Z'))).toBe(false);
    expect(isWithinHours(hours, at('2026-11-16T06:00:00Z'))).toBe(true);
    expect(isWithinHours(hours, at('2026-11-16T14:59:59Z'))).toBe(true);
    expect(isWithinHours(hours, at('2026-11-16T15:00:00Z'))).toBe(false);
    expect(isWithinHours(hours, at('2026-11-17T06:00:00Z'))).toBe(false);
  });

  it('follow the clocks of a place that changes them', () => {
    const hours = readHours({ zone: 'Europe/Berlin', spans: [{ day: 1, from: '09:00', to: '10:00' }] });
    expect(isWithinHours(hours, at('2026-07-06T07:30:00Z'))).toBe(true);
    expect(isWithinHours(hours, at('2026-12-07T07:30:00Z'))).toBe(false);
    expect(isWithinHours(hours, at('2026-12-07T08:30:00Z'))).toBe(true);
  });

  it('go on past midnight, and from Sunday into Monday', () => {
    const hours = readHours({ zone: 'UTC', spans: [{ day: 7, from: '22:00', to: '02:00' }] });
    expect(isWithinHours(hours, at('2026-11-15T21:59:00Z'))).toBe(false);
    expect(isWithinHours(hours, at('2026-11-15T23:00:00Z'))).toBe(true);
    expect(isWithinHours(hours, at('2026-11-16T00:00:00Z'))).toBe(true);
    expect(isWithinHours(hours, at('2026-11-16T02:00:00Z'))).toBe(false);
    expect(hoursSetting(hours).spans).toEqual([
      { day: 7, from: '22:00', to: '24:00' },
      { day: 1, from: '00:00', to: '02:00' },
    ]);
    expect(readHours(hoursSetting(hours))).toEqual(hours);
  });

  it('are refused when they are none', () => {
    const read = (span: Partial<HoursSetting['spans'][number]>, zone = 'UTC') =>
      codeOf(() => readHours({ zone, spans: [{ day: 1, from: '09:00', to: '18:00', ...span }] }));
    expect(read({})).toBeNull();
    expect(read({}, 'Mars/Olympus')).toBe('invalid_time_zone');
    expect(read({}, '+03:00')).toBe('invalid_time_zone');
    expect(read({ day: 8 })).toBe('out_of_range');
    expect(read({ from: '9:00' })).toBe('invalid_hours');
    expect(read({ to: '24:01' })).toBe('invalid_hours');
    expect(read({ to: '09:00' })).toBe('invalid_hours');
    expect(codeOf(() => readHours({ zone: 'UTC', spans: [] }))).toBe('out_of_range');
  });

  it('can be written as one cell of a table', () => {
    expect(parseHours('mon-tue 09:00-18:00, Sat 10:00-14:00 Europe/Moscow')).toEqual({
      zone: 'Europe/Moscow',
      spans: [
        { day: 1, from: '09:00', to: '18:00' },
        { day: 2, from: '09:00', to: '18:00' },
        { day: 6, from: '10:00', to: '14:00' },
      ],
    });
    for (const text of ['', 'always', 'mon 09:00-18:00', 'fri-mon 09:00-18:00 UTC', 'xyz 09:00-18:00 UTC']) {
      expect(codeOf(() => parseHours(text))).toBe('invalid_hours');
    }
  });
});
