import { AppError, type Fault, fault } from '../errors.ts';
import type { CsvRow } from './csv.ts';
import { requirePlainWords, storable } from './outside-text.ts';
import { unknownBank } from './payment.ts';
import { findOpenBank, findOpenCurrency, findOpenOption, type Reference } from './reference-entries.ts';
import { readRequisiteNumber, requisitePlace } from './requisite-number.ts';
import { readSum } from './setting-fields.ts';
import { type HoursSetting, parseHours, readHours, type WeeklyHours } from './weekly-hours.ts';

/** A requisite as people write it. */
export interface RequisiteSettings extends RequisiteLimits {
  readonly option: string;
  readonly bank: string;
  readonly currency: string;
  readonly number: string;
}

/** Null is no limit. */
export interface RequisiteLimits {
  readonly holder?: string;
  readonly dealMin?: string | null;
  readonly dealMax?: string | null;
  readonly dayMax?: string | null;
  readonly monthMax?: string | null;
  readonly dayDealsMax?: number | null;
  readonly activeDealsMax?: number | null;
  readonly gapMs?: number | null;
  readonly hours?: HoursSetting | null;
  readonly restMs?: number;
}

/** The same, checked and in minor units. Undefined stays as it is, or becomes what is usual. */
export interface LimitValues {
  readonly holder: string | undefined;
  readonly dealMin: bigint | null | undefined;
  readonly dealMax: bigint | null | undefined;
  readonly dayMax: bigint | null | undefined;
  readonly monthMax: bigint | null | undefined;
  readonly dayDealsMax: number | null | undefined;
  readonly activeDealsMax: number | null | undefined;
  readonly gapMs: number | null | undefined;
  readonly hours: WeeklyHours | null | undefined;
  readonly restMs: number | undefined;
}

export interface RequisiteValues extends LimitValues {
  readonly option: string;
  readonly bank: string;
  readonly currency: string;
  readonly number: string;
}

/** Refuses what no payer could send money to. The first fault found is the one that is told. */
export function readRequisite(reference: Reference, settings: RequisiteSettings): RequisiteValues {
  const { currency } = settings;
  if (findOpenCurrency(reference, currency) === null) throw new AppError('currency_not_allowed', { field: 'currency' });
  const option = findOpenOption(reference, currency, settings.option);
  if (option === null) throw new AppError('payment_option_not_allowed', { field: 'option' });
  // A payer has to know which bank: "any bank" is a wish of payers, not a place.
  const bank = findOpenBank(reference, currency, settings.bank);
  if (bank === null || (bank.code === unknownBank && option.hasBank)) {
    throw new AppError('payment_method_not_allowed', { field: 'bank' });
  }
  const number = readRequisiteNumber({ option, currency, number: settings.number });
  if (number === null) throw new AppError('invalid_requisite', { field: 'number', option: option.code, currency });
  return { option: option.code, bank: bank.code, currency, number, ...readLimits(reference, currency, settings) };
}

export function readLimits(reference: Reference, currency: string, settings: RequisiteLimits): LimitValues {
  const subunit = reference.currencies.get(currency)?.subunit ?? 0;
  const sum = (field: 'dealMin' | 'dealMax' | 'dayMax' | 'monthMax') => {
    const text = settings[field];
    return text === undefined || text === null ? text : readSum(text, subunit, field);
  };
  const { holder, dayDealsMax, activeDealsMax, gapMs, hours, restMs } = settings;
  requirePlainWords(holder, 'holder');
  return {
    holder,
    dealMin: sum('dealMin'),
    dealMax: sum('dealMax'),
    dayMax: sum('dayMax'),
    monthMax: sum('monthMax'),
    dayDealsMax,
    activeDealsMax,
    gapMs,
    hours: hours === undefined || hours === null ? hours : readHours(hours),
    restMs,
  };
}

const columns = [
  'option',
  'bank',
  'currency',
  'number',
  'holder',
  'dealMin',
  'dealMax',
  'dayMax',
  'monthMax',
  'dayDealsMax',
  'activeDealsMax',
  'gapMs',
  'hours',
  'restMs',
] as const;
type ColumnName = (typeof columns)[number];

export interface BadLine {
  readonly line: number;
  readonly fault: Fault;
}

interface ReadLines {
  readonly good: readonly { readonly line: number; readonly values: RequisiteValues }[];
  readonly bad: readonly BadLine[];
}

export const importRowsMax = 5_000;

/** Reads a table of requisites, line by line: a bad line is reported and does not hide the next. */
export function readRequisiteTable(reference: Reference, rows: readonly CsvRow[]): ReadLines {
  const [head, ...lines] = rows;
  const names = head?.cells.map((cell) => cell.trim()) ?? [];
  const missing = columns.slice(0, 4).filter((name) => !names.includes(name));
  if (missing.length > 0) throw new AppError('csv_columns', { missing: missing.join(', ') });
  if (lines.length > importRowsMax) throw new AppError('csv_too_long', { limit: importRowsMax });
  const good: { line: number; values: RequisiteValues }[] = [];
  const bad: BadLine[] = [];
  for (const { line, cells } of lines) {
    const cell = (name: ColumnName) => cells[names.indexOf(name)]?.trim() ?? '';
    try {
      good.push({ line, values: readRequisite(reference, settingsOf(cell)) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      bad.push({ line, fault: error.faults[0] });
    }
  }
  return { good, bad };
}

function settingsOf(cell: (name: ColumnName) => string): RequisiteSettings {
  const orAbsent = (name: ColumnName) => (cell(name) === '' ? {} : { [name]: cell(name) });
  return {
    option: cell('option'),
    bank: cell('bank'),
    currency: cell('currency'),
    number: cell('number'),
    holder: storable(cell('holder').slice(0, 200)),
    ...orAbsent('dealMin'),
    ...orAbsent('dealMax'),
    ...orAbsent('dayMax'),
    ...orAbsent('monthMax'),
    ...wholeOf('dayDealsMax', cell('dayDealsMax'), { minimum: 1, maximum: 1_000_000 }),
    ...wholeOf('gapMs', cell('gapMs'), { minimum: 1, maximum: 2_000_000_000 }),
    ...(cell('hours') === '' ? {} : { hours: parseHours(cell('hours')) }),
    ...wholeOf('activeDealsMax', cell('activeDealsMax'), { minimum: 1, maximum: 1_000_000 }),
    ...wholeOf('restMs', cell('restMs'), { minimum: 0, maximum: 2_000_000_000 }),
  };
}

function wholeOf(field: string, text: string, bounds: { minimum: number; maximum: number }): Record<string, number> {
  if (text === '') return {};
  const value = /^\d{1,10}$/.test(text) ? +text : -1;
  if (value < bounds.minimum || value > bounds.maximum) throw new AppError('out_of_range', { field, ...bounds });
  return { [field]: value };
}

/** Takes out the lines whose place is in use: by a requisite that there is, or further up in the file. */
export function withoutTaken(
  { good, bad }: ReadLines,
  taken: readonly { readonly number: string; readonly bank: string }[],
): ReadLines {
  const places = new Set(taken.map(requisitePlace));
  const repeated: BadLine[] = [];
  const free = good.filter(({ line, values: { number, bank } }) => {
    const place = requisitePlace({ number, bank });
    const isFree = !places.has(place);
    places.add(place);
    if (!isFree) repeated.push({ line, fault: fault('requisite_taken', { field: 'number', number }) });
    return isFree;
  });
  return { good: free, bad: [...bad, ...repeated].sort((left, right) => left.line - right.line) };
}
