import { AppError } from '../../errors/app-error.ts';
import { type FiatMinor, formatAmount, minorMax, parseAmount, type SettlementMinor, settlement } from './money.ts';

/**
 * A setting is said once: its column, what it means, its bounds, what is usual, and which change of it lets more through. The shapes of
 * requests and answers, reading and storing it, the entry of the audit log and the look for a second person all follow from that. There
 * are five kinds; a setting of another kind is written by hand beside them.
 */
export type SettingField = FlagField | FigureField | ChoiceField | SumField | LimitField;
export type SettingFields = Readonly<Record<string, SettingField>>;

interface Said {
  /** Where the column is not called like the setting. */
  readonly column?: string;
  /** For people who read the reference. */
  readonly says: string;
  /** Which change lets more through than before; absent: none does. */
  readonly looser?: 'changed' | 'less' | 'more';
  /** It may be null, which takes it away. */
  readonly isOptional?: true;
}

export interface FlagField extends Said {
  readonly kind: 'flag';
  readonly usual: boolean;
}

/** Basis points, milliseconds, counts. */
export interface FigureField extends Said {
  readonly kind: 'figure';
  readonly min: number;
  readonly max: number;
  readonly usual: number | null;
  /** 0 stands for no bound, which is more than any. */
  readonly isZeroEndless?: true;
}

/** One of a few words; the later ones let more through. */
export interface ChoiceField extends Said {
  readonly kind: 'choice';
  readonly choices: Readonly<Record<string, string>>;
  readonly usual: string;
}

/** In the settlement currency; it may be nothing at all. */
interface SumField extends Said {
  readonly kind: 'sum';
  /** In whole units, as currencies differ in their digits. */
  readonly usual: number | null;
  /** Nothing is refused. */
  readonly isPositive?: true;
}

/** A sum of payments, in their currency; a payment is never nothing. */
interface LimitField extends Said {
  readonly kind: 'limit';
  readonly usual: null;
}

type OrNull<Field, Value> = Field extends { readonly isOptional: true } ? Value | null : Value;
type PlainOf<Field, Sum, Limit> = Field extends FlagField
  ? boolean
  : Field extends FigureField
    ? number
    : Field extends ChoiceField
      ? keyof Field['choices']
      : Field extends SumField
        ? Sum
        : Limit;

/** As they are stored. */
export type ValuesOf<Fields extends SettingFields> = {
  readonly [Name in keyof Fields]: OrNull<Fields[Name], PlainOf<Fields[Name], SettlementMinor, FiatMinor>>;
};
/** As people write and read them: sums as decimal text. */
export type TextsOf<Fields extends SettingFields> = {
  readonly [Name in keyof Fields]: OrNull<Fields[Name], PlainOf<Fields[Name], string, string>>;
};
/** What is absent stays as it is. */
export type Changes<All> = { readonly [Name in keyof All]?: All[Name] | undefined };

/** Reads what is given of them; other names are left alone. */
export function readSettings<Fields extends SettingFields>(
  fields: Fields,
  given: Changes<TextsOf<Fields>>,
  subunit: number,
): Partial<ValuesOf<Fields>> {
  return mapGiven(fields, given, (field, value, name) => {
    if (typeof value !== 'string' || field.kind === 'choice') return value;
    const mayBeNothing = field.kind === 'sum' && field.isPositive !== true;
    return mayBeNothing ? readSumOrZero(value, subunit, name) : readSum(value, subunit, name);
  }) as Partial<ValuesOf<Fields>>;
}

/**
 * The same of settings that know no sums. Schemas of requests refuse figures beyond their bounds first; the command line comes here.
 * `within`: what refusals call the whole that they are a part of.
 */
export function readFigures<Fields extends SettingFields>(
  fields: Fields,
  given: Changes<ValuesOf<Fields>>,
  within = '',
): Partial<ValuesOf<Fields>> {
  return mapGiven(fields, given, (field, value, name) => {
    if (field.kind === 'figure' && typeof value === 'number' && (value < field.min || value > field.max)) {
      throw new AppError('out_of_range', { field: `${within}${name}`, minimum: field.min, maximum: field.max });
    }
    return value;
  }) as Partial<ValuesOf<Fields>>;
}

/** Those that are given. */
export function givenSettings<All extends object>(given: Changes<All>): Partial<All> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<All>;
}

/** Of those that are given, the ones that differ from what was there. */
export function settingsChanged<All extends object>(before: All, given: Changes<All>): Partial<All> {
  const isNew = ([name, value]: [string, unknown]) => value !== undefined && value !== before[name as keyof All];
  return Object.fromEntries(Object.entries(given).filter(isNew)) as Partial<All>;
}

/** What is given, as the audit log keeps it: minor units as text. */
export function settingDetails(given: object): Readonly<Record<string, string | number | boolean | null>> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );
}

export function writeSettings<Fields extends SettingFields>(
  fields: Fields,
  values: ValuesOf<Fields>,
  subunit: number,
): TextsOf<Fields> {
  return mapGiven(fields, values, (_, value) =>
    typeof value === 'bigint' ? formatAmount(value, subunit) : value,
  ) as TextsOf<Fields>;
}

export function usualSettings<Fields extends SettingFields>(fields: Fields, subunit: number): ValuesOf<Fields> {
  const usual = Object.entries(fields).map(([name, field]) => [
    name,
    field.kind === 'sum' && field.usual !== null
      ? settlement(BigInt(field.usual) * 10n ** BigInt(subunit))
      : field.usual,
  ]);
  return Object.fromEntries(usual);
}

/** Whether any of the changes lets more through than before. */
export function isLooser<Fields extends SettingFields>(
  fields: Fields,
  before: ValuesOf<Fields>,
  changes: Changes<ValuesOf<Fields>>,
): boolean {
  return Object.entries(fields).some(([name, field]) => {
    const change = changes[name];
    if (field.looser === undefined || change === undefined) return false;
    const [was, will] = [rankOf(field, before[name]), rankOf(field, change)];
    return field.looser === 'changed' ? will !== was : field.looser === 'less' ? will < was : will > was;
  });
}

/** No limit is more than any. */
function rankOf(field: SettingField, value: string | number | bigint | boolean | null | undefined): bigint | number {
  if (value == null || (field.kind === 'figure' && field.isZeroEndless && value === 0)) return Number.POSITIVE_INFINITY;
  if (typeof value === 'string') return field.kind === 'choice' ? Object.keys(field.choices).indexOf(value) : 0;
  return typeof value === 'boolean' ? (value ? 1 : 0) : value;
}

function mapGiven(
  fields: SettingFields,
  given: Readonly<Record<string, unknown>>,
  map: (field: SettingField, value: unknown, name: string) => unknown,
) {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => given[name] !== undefined)
      .map(([name, field]) => [name, map(field, given[name], name)]),
  );
}

/** A setting may be nothing at all, which a payment may not. */
export function readSumOrZero(text: string, subunit: number, field: string): bigint {
  return /^0+(\.0+)?$/.test(text) ? 0n : readSum(text, subunit, field);
}

/** Far below what a column holds, so that sums of many still fit. */
const settingMax = minorMax / 1000n;

export function readSum(text: string, subunit: number, field: string): bigint {
  const minor = parseAmount(text, subunit);
  if (minor === null || minor > settingMax) throw new AppError('invalid_amount', { field, subunit });
  return minor;
}
