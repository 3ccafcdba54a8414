/**
 * Days and hours of a place. The zone is one of the IANA database, as in Europe/Moscow; dates are those of date fields, 2026-11-14.
 * A day has 23 to 25 hours where clocks are changed, so nothing here adds 24 hours to get to the next one.
 */
interface Moment {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** What a clock on the wall there shows. */
export function momentAt(instantMs: number, zone: string): Moment {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

export function dayAt(instantMs: number, zone: string): string {
  const { year, month, day } = momentAt(instantMs, zone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** The moment a day begins there, as the interface takes it; empty if it is not a day. */
export function startOfDayIn(zone: string, day: string, daysLater = 0): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return '';
  const wallMs = Date.UTC(Number(year), Number(month) - 1, Number(date) + daysLater);
  // The offset at the moment that is looked for: a first guess may lie on the other side of a change of clocks.
  const guess = wallMs - offsetMs(wallMs, zone);
  const begun = wallMs - offsetMs(guess, zone);
  return new Date(begun).toISOString();
}

/** How far clocks there are ahead of UTC. */
function offsetMs(instantMs: number, zone: string): number {
  const { year, month, day, hour, minute } = momentAt(instantMs, zone);
  const wholeMinuteMs = Math.floor(instantMs / 60_000) * 60_000;
  return Date.UTC(year, month - 1, day, hour, minute) - wholeMinuteMs;
}

/** UTC+3, UTC−3:30, UTC. */
export function offsetText(instantMs: number, zone: string): string {
  const minutes = offsetMs(instantMs, zone) / 60_000;
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one costs a hundred times as much as using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
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
  formats.set(zone, format);
  return format;
}
