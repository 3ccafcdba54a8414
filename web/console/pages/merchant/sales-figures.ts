import type { Answer } from '../../api/client.ts';
import type { MoneyDTO } from '../../api/schema.ts';
import { dayAt, momentAt } from '../../calendar.ts';
import { minorUnits } from '../../format.ts';
import { currentZone, startOfDay } from '../../zone.ts';

/** What the interface counted by the hour, put together as the page shows it. Sums are whole minor units throughout. */
export type CurrencySales = Answer<'readSales'>['currencies'][number];
type Point = CurrencySales['points'][number];

export interface Span {
  readonly label: string;
  readonly title: string;
  readonly created: number;
  readonly paid: number;
  readonly paidSum: MoneyDTO;
}

export const periods = { today: 1, week: 7, month: 30 } as const;
export type SalesPeriod = keyof typeof periods;

/** The midnight, in the zone that was chosen, that a period of so many days begins at. */
export function beginningOf(period: SalesPeriod, nowMs: number): string {
  return startOfDay(dayAt(nowMs, currentZone()), 1 - periods[period]);
}

export function byHour(points: readonly Point[], locale: string): readonly Span[] {
  const timeZone = currentZone();
  const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return points.map((point) => {
    const time = hour.format(new Date(point.at));
    return { ...figuresOf([point]), label: time.slice(0, 2), title: time };
  });
}

/** By the reader's own days, also where a day has 23 or 25 hours. */
export function byDay(points: readonly Point[], locale: string): readonly Span[] {
  const timeZone = currentZone();
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', timeZone });
  const long = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
  return grouped(points, ({ at }) => dayAt(Date.parse(at), timeZone)).map((group) => {
    const date = new Date(group[0]?.at ?? 0);
    return { ...figuresOf(group), label: short.format(date), title: long.format(date) };
  });
}

/** When in the day people pay: 24 spans, whatever the period. */
export function byHourOfDay(points: readonly Point[], sample: MoneyDTO): readonly Span[] {
  const hours = new Map(grouped(points, ({ at }) => hourOf(at)).map((group) => [hourOf(group[0]?.at ?? ''), group]));
  return Array.from({ length: 24 }, (_, hour) => {
    const label = String(hour).padStart(2, '0');
    const figures = figuresOf(hours.get(String(hour)) ?? [], sample);
    return { ...figures, label, title: `${label}:00–${label}:59` };
  });
}

function hourOf(at: string): string {
  return at === '' ? '' : String(momentAt(Date.parse(at), currentZone()).hour);
}

function figuresOf(points: readonly Point[], sample: MoneyDTO | undefined = points[0]?.paidSum) {
  const { currency, subunit } = sample ?? { currency: '', subunit: 0 };
  const minor = points.reduce((sum, { paidSum }) => sum + minorUnits(paidSum), 0n);
  return {
    created: points.reduce((sum, { created }) => sum + created, 0),
    paid: points.reduce((sum, { paid }) => sum + paid, 0),
    paidSum: { amount: decimal(minor, subunit), currency, subunit },
  };
}

/** Minor units as the decimal text that the interface would have written. */
function decimal(minor: bigint, subunit: number): string {
  const digits = String(minor).padStart(subunit + 1, '0');
  return subunit === 0 ? digits : `${digits.slice(0, -subunit)}.${digits.slice(-subunit)}`;
}

function grouped(points: readonly Point[], keyOf: (point: Point) => string): readonly Point[][] {
  const groups = new Map<string, Point[]>();
  for (const point of points) {
    const group = groups.get(keyOf(point));
    if (group === undefined) groups.set(keyOf(point), [point]);
    else group.push(point);
  }
  return [...groups.values()];
}

/** A share of counted things, with one digit after the point: 12.5 %. */
export function formatShare(locale: string, part: number, whole: number): string {
  if (whole === 0) return '–';
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(part / whole);
}
