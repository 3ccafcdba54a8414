import { formatTimestamp, type Instant, parseInstant } from './timestamp.ts';

/** Time zones by their names in the IANA database: Europe/Moscow. */
export function isZone(zone: string): boolean {
  // Only names: what ICU also takes, such as "+03:00", is refused, because Node 20 does not take it.
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** As the interface writes instants, with the offset that clocks there have at that moment: 2026-11-14T15:00:00+03:00. */
export function zonedTimestamps(zone: string): (instant: Instant) => string {
  let known = { minute: Number.NaN, minutes: 0 };
  return (instant) => {
    const minute = Math.floor(instant / 60_000);
    // Lines of an export follow each other in time: most share their minute with the one before.
    if (minute !== known.minute) known = { minute, minutes: offsetMinutes(zone, instant) };
    const { minutes } = known;
    if (minutes === 0) return formatTimestamp(instant);
    return formatTimestamp(instant + minutes * 60_000).replace('+00:00', offsetText(minutes));
  };
}

/** A calendar month: `2026-11`. */
export const monthPattern = '^(20[0-9]{2})-(0[1-9]|1[0-2])$';

/** The first moment of a month where clocks show this zone, and the first one after it. Null if it is not a month. */
export function monthPeriod(month: string, zone: string): { readonly fromMs: Instant; readonly toMs: Instant } | null {
  const [, year, number] = new RegExp(monthPattern).exec(month) ?? [];
  if (year === undefined || number === undefined) return null;
  const begins = (months: number) => firstInstantOf(Date.UTC(Number(year), Number(number) - 1 + months), zone);
  return { fromMs: begins(0), toMs: begins(1) };
}

/**
 * When clocks of the zone show a day's midnight for the first time, or, where they are put forward over it, the first moment
 * after it. A zone changes its offset at most once within a day of it.
 */
function firstInstantOf(midnightMs: number, zone: string): Instant {
  const offsets = [midnightMs - dayMs, midnightMs + dayMs].map((at) => offsetMinutes(zone, at) * 60_000);
  const candidates = offsets.map((offsetMs) => midnightMs - offsetMs).sort((left, right) => left - right);
  const isReached = (at: number) => at + offsetMinutes(zone, at) * 60_000 >= midnightMs;
  return candidates.find(isReached) ?? midnightMs;
}

const dayMs = 24 * 60 * 60_000;

/**
 * When clocks of the zone show this date and time, as `2026-11-16` and `14:07` or `14:07:31.5`. Null for anything that is not a
 * date and a time, and for a moment that cannot be stored; before 1970 it is 1970.
 */
export function wallInstant(date: string, time: string, zone: string): Instant | null {
  // Bounded before the zone is asked: the calendar of zones writes the years before 100 in other ways.
  const wall = parseInstant(`${date}T${time}Z`);
  if (wall === null) return null;
  const guess = wall - offsetMinutes(zone, wall) * 60_000;
  // Near a change of the clocks the offset at the wall's own time may be another one.
  return parseInstant(new Date(wall - offsetMinutes(zone, guess) * 60_000).toISOString());
}

/** The date that clocks of the zone show: `2026-11-16`. */
export function wallDate(instant: Instant, zone: string): string {
  return new Date(instant + offsetMinutes(zone, instant) * 60_000).toISOString().slice(0, 10);
}

function offsetMinutes(zone: string, instant: Instant): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return wall / 60_000 - Math.floor(instant / 60_000);
}

function offsetText(minutes: number): string {
  const ahead = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Each takes some 80 KB outside of the heap, and there are six hundred zones. */
const formatsMax = 100;

/** Making one costs a hundred times as much as using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  // Capitals do not matter in a name: written in a thousand ways it is still one zone.
  const name = zone.toLowerCase();
  const known = formats.get(name);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  if (formats.size >= formatsMax) formats.clear();
  formats.set(name, format);
  return format;
}

/** The first moment of a day (`2026-11-16`) where clocks show this zone. Lines of a file share their few days. */
export function dayStart(day: string, zone: string): Instant {
  const name = `${zone} ${day}`;
  const known = starts.get(name);
  if (known !== undefined) return known;
  const start = firstInstantOf(Date.parse(`${day}T00:00:00Z`), zone);
  if (starts.size >= startsKept) starts.clear();
  starts.set(name, start);
  return start;
}

const starts = new Map<string, Instant>();
const startsKept = 1_000;

/** The last one. */
export function dayEnd(day: string, zone: string): Instant {
  return dayStart(new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10), zone) - 1;
}

/** `2026-11-16T14:07:00`, with an offset of its own or by the clocks of the zone. Null if it is not a time. */
export function instantAt(text: string, zone: string): Instant | null {
  const isZoned = /(Z|[+-]\d\d:?\d\d)$/.test(text);
  const read = parseInstant(isZoned ? text : `${text}Z`);
  if (read === null) return null;
  return isZoned ? read : parseInstant(new Date(firstInstantOf(read, zone)).toISOString());
}
