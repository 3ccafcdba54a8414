import type { MoneyDTO } from './api/schema.ts';
import { dayAt } from './calendar.ts';
import type { Locale } from './text/locale.tsx';
import { currentZone } from './zone.ts';

/** Sums stay decimal strings all the way: Intl formats them exactly, and nothing here makes a float of them. */
export function formatSum(locale: Locale, { amount, subunit }: Pick<MoneyDTO, 'amount' | 'subunit'>): string {
  return decimals(locale, Math.min(2, subunit), subunit).format(amount as `${number}`);
}

/** The zeros that a formatted sum ends without: books show them, so that points stand below points. */
export function zerosLeftOut({ amount, subunit }: Pick<MoneyDTO, 'amount' | 'subunit'>): string {
  const fraction = amount.split('.')[1] ?? '';
  const shown = Math.max(Math.min(2, subunit), fraction.replace(/0+$/, '').length);
  return '0'.repeat(Math.max(0, subunit - shown));
}

export function formatMoney(locale: Locale, money: MoneyDTO): string {
  return `${formatSum(locale, money)} ${money.currency}`;
}

/** Sums of one currency in an order that a table can sort by. */
export function minorUnits({ amount, subunit }: Pick<MoneyDTO, 'amount' | 'subunit'>): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const minor = BigInt(whole + fraction.padEnd(subunit, '0').slice(0, subunit));
  return amount.startsWith('-') ? -minor : minor;
}

const formats = new Map<string, Intl.NumberFormat>();

function decimals(locale: Locale, minimumFractionDigits: number, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${locale} ${minimumFractionDigits} ${maximumFractionDigits}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits });
  formats.set(key, made);
  return made;
}

/** A decimal text of the interface, such as a rate, with all its digits and the sign that the language has for decimals. */
export function formatDecimal(locale: Locale, text: string): string {
  const digits = text.split('.')[1]?.length ?? 0;
  return /^-?\d+(\.\d+)?$/.test(text) ? decimals(locale, digits, digits).format(text as `${number}`) : text;
}

export function formatCount(locale: Locale, count: number): string {
  return decimals(locale, 0, 0).format(count);
}

/** Basis points as a percentage: 250 are 2.5 %. */
export function formatBasisPoints(locale: Locale, bps: number): string {
  const sign = bps < 0 ? '-' : '';
  const digits = String(Math.abs(bps)).padStart(3, '0');
  return `${decimals(locale, 0, 2).format(`${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`)} %`;
}

/** The same for a field that people type in: plain digits and a point. */
export function percentText(bps: number): string {
  const digits = String(Math.abs(bps)).padStart(3, '0');
  const fraction = digits.slice(-2).replace(/0+$/, '');
  return `${bps < 0 ? '-' : ''}${digits.slice(0, -2)}${fraction === '' ? '' : `.${fraction}`}`;
}

export function formatInstant(locale: Locale, instant: string | number): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: currentZone(),
  }).format(new Date(instant));
}

/** Today by the time alone, other days with their date: what a table has room for. */
export function formatShortInstant(locale: Locale, instant: string, nowMs: number): string {
  const date = new Date(instant);
  const timeZone = currentZone();
  const isToday = dayAt(nowMs, timeZone) === dayAt(date.getTime(), timeZone);
  return new Intl.DateTimeFormat(locale, {
    ...(isToday ? {} : { day: '2-digit', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(date);
}

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const;

/** How long something lasts or has waited, by its largest unit or two: 3 min, 2 h 5 min. */
export function formatDuration(locale: Locale, ms: number): string {
  const rounded = Math.max(0, ms);
  const first = steps.findIndex((step) => rounded >= step.ms);
  const shown = first === -1 ? steps.slice(-1) : steps.slice(first, first + (first >= 2 ? 1 : 2));
  let rest = rounded;
  const parts = shown.flatMap(({ unit, ms: unitMs }, index) => {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    if (count === 0 && index > 0) return [];
    return [
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: locale === 'en' ? 'narrow' : 'short' }).format(
        count,
      ),
    ];
  });
  return parts.join(' ');
}

export function formatBytes(locale: Locale, bytes: number): string {
  const [unit, value] =
    bytes < 1_000_000 ? (['kilobyte', bytes / 1_000] as const) : (['megabyte', bytes / 1e6] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}

/** Enough of an ID to tell it from its neighbours: its time comes first, so the end is what differs. */
export function shortId(id: string): string {
  return `…${id.slice(-8)}`;
}

/** Card and phone numbers in groups that people can compare. */
export function groupDigits(number: string): string {
  const russian = /^(\+7)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(number);
  if (russian !== null) return russian.slice(1).join(' ');
  // Country codes differ in length, so other phones are read in threes from the end.
  if (/^\+\d{9,15}$/.test(number)) return number.replace(/(\d)(?=(?:\d{3})+$)/g, '$1 ');
  return /^\d{12,}$/.test(number) ? number.replace(/(.{4})(?=.)/g, '$1 ') : number;
}

/** By the clock of the browser: the service looks again. */
export function isPast(at: string | null): boolean {
  return at !== null && Date.parse(at) <= Date.now();
}
