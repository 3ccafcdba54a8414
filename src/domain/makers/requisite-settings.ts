import { AppError, type Fault, fault } from '../../errors/app-error.ts';
import { findOpenBank, findOpenCurrency, findOpenOption, type Reference } from '../catalogue/reference-entries.ts';
import { unknownBank } from '../money/payment.ts';
import {
  type Changes,
  readSettings,
  type SettingFields,
  type TextsOf,
  type ValuesOf,
} from '../money/setting-fields.ts';
import type { CsvRow } from '../text/csv.ts';
import { requirePlainWords, storable } from '../text/outside-text.ts';
import { type HoursSetting, parseHours, readHours, type WeeklyHours } from '../text/weekly-hours.ts';
import { readRequisiteNumber, requisitePlace } from './requisite-number.ts';

/** A requisite as people write it. */
export interface RequisiteSettings extends RequisiteLimits {
  readonly option: string;
  readonly bank: string;
  readonly currency: string;
  readonly number: string;
}

const count = { kind: 'figure', min: 1, max: 1_000_000, usual: null, isOptional: true } as const;
const sum = { kind: 'limit', usual: null, isOptional: true } as const;

/** What one requisite takes. A day is one of UTC. */
export const requisiteLimits = {
  dealMin: { ...sum, column: 'deal_min', says: 'The smallest deal; null: no limit' },
  dealMax: { ...sum, column: 'deal_max', says: 'The largest deal; null: no limit' },
  dayMax: { ...sum, column: 'day_max', says: 'The most it takes in a day; null: no limit' },
  monthMax: { ...sum, column: 'month_max', says: 'The most it takes in a month; null: no limit' },
  dayDealsMax: {
    ...count,
    column: 'day_deals_max',
    says: 'How many deals may start on it in a day; null: any number',
  },
  activeDealsMax: {
    ...count,
    column: 'active_deals_max',
    says: 'How many deals may run on it at once; null: any number',
  },
  gapMs: {
    ...count,
    max: 2_000_000_000,
    column: 'gap_ms',
    says: 'How long after the start of a deal the next one may start, in milliseconds; null: at once',
  },
  restMs: {
    kind: 'figure',
    column: 'rest_ms',
    says: 'How long an amount rests after a deal, in milliseconds',
    min: 0,
    max: 2_000_000_000,
    usual: 900_000,
  },
} as const satisfies SettingFields;

export interface RequisiteLimits extends Changes<TextsOf<typeof requisiteLimits>> {
  readonly holder?: string;
  readonly hours?: HoursSetting | null;
}

/** The same, checked and in minor units. Undefined stays as it is, or becomes what is usual. */
export interface LimitValues {
  readonly limits: Partial<ValuesOf<typeof requisiteLimits>>;
  readonly holder: string | undefined;
  readonly hours: WeeklyHours | null | undefined;
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
  const { holder, hours } = settings;
  requirePlainWords(holder, 'holder');
  return {
    limits: readSettings(requisiteLimits, settings, subunit),
    holder,
    hours: hours === undefined || hours === null ? hours : readHours(hours),
  };
}

const columnsNeeded = ['option', 'bank', 'currency', 'number'] as const;

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
  const missing = columnsNeeded.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new AppError('csv_columns', { missing: missing.join(', ') });
  if (lines.length > importRowsMax) throw new AppError('csv_too_long', { limit: importRowsMax });
  const good: { line: number; values: RequisiteValues }[] = [];
  const bad: BadLine[] = [];
  for (const { line, cells } of lines) {
    const cell = (name: string) => cells[names.indexOf(name)]?.trim() ?? '';
    try {
      good.push({ line, values: readRequisite(reference, settingsOf(cell)) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      bad.push({ line, fault: error.faults[0] });
    }
  }
  return { good, bad };
}

function settingsOf(cell: (name: string) => string): RequisiteSettings {
  const given = Object.entries(requisiteLimits)
    .filter(([name]) => cell(name) !== '')
    .map(([name, field]) => [name, field.kind === 'limit' ? cell(name) : wholeOf(name, cell(name), field)]);
  return {
    option: cell('option'),
    bank: cell('bank'),
    currency: cell('currency'),
    number: cell('number'),
    holder: storable(cell('holder').slice(0, 200)),
    ...(cell('hours') === '' ? {} : { hours: parseHours(cell('hours')) }),
    ...Object.fromEntries(given),
  };
}

function wholeOf(field: string, text: string, { min, max }: { readonly min: number; readonly max: number }): number {
  const value = /^\d{1,10}$/.test(text) ? +text : -1;
  if (value < min || value > max) throw new AppError('out_of_range', { field, minimum: min, maximum: max });
  return value;
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
