import { AppError } from '../../errors/app-error.ts';
import { isZone } from './time-zone.ts';
import type { Instant } from './timestamp.ts';

/**
 * Hours of the week in which a requisite gets new deals. People think of them in the time of a place, so the zone is part
 * of them, and clocks that are put forward there are put forward here.
 */
export interface WeeklyHours {
  /** As in the IANA database: Europe/Moscow. */
  readonly zone: string;
  readonly spans: readonly HourSpan[];
}

interface HourSpan {
  /** 1 is Monday, 7 is Sunday. */
  readonly day: number;
  /** Minutes since midnight: from the first, to below the second. One that ends past midnight is two. */
  readonly from: number;
  readonly to: number;
}

/** Seven days with a break for lunch and one for the night, twice. */
const hourSpansMax = 28;

const minutesPerDay = 1440;
const minutesPerWeek = 7 * minutesPerDay;

export function isWithinHours({ zone, spans }: WeeklyHours, now: Instant): boolean {
  const minute = minuteOfWeek(zone, now);
  return spans.some(({ day, from, to }) => {
    const start = (day - 1) * minutesPerDay;
    return minute >= start + from && minute < start + to;
  });
}

const formats = new Map<string, Intl.DateTimeFormat>();
const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const newest = new Map<string, { readonly minute: number; readonly ofWeek: number }>();

/** Minutes since Monday began at that place. All deals of a minute ask the same: it is worked out once. */
function minuteOfWeek(zone: string, now: Instant): number {
  const minute = Math.floor(now / 60_000);
  const known = newest.get(zone);
  if (known?.minute === minute) return known.ofWeek;
  const ofWeek = workedOut(zone, now);
  newest.set(zone, { minute, ofWeek });
  return ofWeek;
}

function workedOut(zone: string, now: Instant): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  const day = dayNames.indexOf(parts.get('weekday') ?? '');
  return (day * minutesPerDay + Number(parts.get('hour')) * 60 + Number(parts.get('minute'))) % minutesPerWeek;
}

/** Making one costs a hundred times as much as using it, and a deal may ask for many. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, format);
  return format;
}

/** The same as people write them. */
export interface HoursSetting {
  readonly zone: string;
  readonly spans: readonly { readonly day: number; readonly from: string; readonly to: string }[];
}

/** A span that ends before it begins goes on past midnight: it becomes two. */
export function readHours({ zone, spans }: HoursSetting): WeeklyHours {
  if (!isZone(zone)) throw new AppError('invalid_time_zone', { field: 'hours.zone' });
  if (spans.length === 0 || spans.length > hourSpansMax) {
    throw new AppError('out_of_range', { field: 'hours.spans', minimum: 1, maximum: hourSpansMax });
  }
  return {
    zone,
    spans: spans.flatMap(({ day, from, to }, index) => {
      const field = `hours.spans.${index}`;
      if (!Number.isInteger(day) || day < 1 || day > 7) {
        throw new AppError('out_of_range', { field: `${field}.day`, minimum: 1, maximum: 7 });
      }
      const [begin, end] = [readTime(from, `${field}.from`), readTime(to, `${field}.to`)];
      if (begin === end || begin === minutesPerDay) throw new AppError('invalid_hours', { field: `${field}.to` });
      if (begin < end) return [{ day, from: begin, to: end }];
      const tonight = { day, from: begin, to: minutesPerDay };
      return end === 0 ? [tonight] : [tonight, { day: (day % 7) + 1, from: 0, to: end }];
    }),
  };
}

export function hoursSetting({ zone, spans }: WeeklyHours): HoursSetting {
  return { zone, spans: spans.map(({ day, from, to }) => ({ day, from: formatTime(from), to: formatTime(to) })) };
}

function readTime(text: string, field: string): number {
  const match = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(text);
  const minutes = match === null ? Number.NaN : Number(match[1]) * 60 + Number(match[2]);
  if (!(minutes <= minutesPerDay)) throw new AppError('invalid_hours', { field });
  return minutes;
}

function formatTime(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

const shortDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** As one cell of a table: `mon-fri 09:00-18:00, sat 10:00-14:00 Europe/Moscow`. */
export function parseHours(text: string): HoursSetting {
  const [, list, zone] = /^(.*\d)\s+([A-Za-z]\S*)$/.exec(text.trim()) ?? [];
  if (list === undefined || zone === undefined) throw new AppError('invalid_hours', { field: 'hours' });
  const spans = list.split(',').flatMap((part) => {
    const [, first = '', last, from = '', to = ''] =
      /^(\w{3})(?:-(\w{3}))?\s+(\d\d:\d\d)-(\d\d:\d\d)$/.exec(part.trim().toLowerCase()) ?? [];
    const [begin, end] = [shortDays.indexOf(first), shortDays.indexOf(last ?? first)];
    if (begin < 0 || end < begin) throw new AppError('invalid_hours', { field: 'hours' });
    return Array.from({ length: end - begin + 1 }, (_, index) => ({ day: begin + index + 1, from, to }));
  });
  return { zone, spans };
}
