import { AppError } from '../errors.ts';
import { type FiatMinor, formatAmount, minorMax, parseAmount, type SettlementMinor, settlement } from './money.ts';

/**
 * A setting is said once: its column, what it means, its bounds, what is usual, and which change of it lets more through. The shapes of
 * requests and answers, reading and storing it, the entry of the audit log and the look for a second person all follow from that. There
 * are four kinds; a setting of another kind is written by hand beside them.
 */
export type SettingField = FlagField | FigureField | SumField | LimitField;
export type SettingFields = Readonly<Record<string, SettingField>>;

interface Said {
  readonly column: string;
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
}

/** In the settlement currency; it may be nothing at all. */
interface SumField extends Said {
  readonly kind: 'sum';
  /** In whole units, as currencies differ in their digits. */
  readonly usual: number;
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
): Changes<ValuesOf<Fields>> {
  return mapGiven(fields, given, ({ kind }, value, name) => {
    if (typeof value !== 'string') return value;
    return kind === 'sum' ? readSumOrZero(value, subunit, name) : readSum(value, subunit, name);
  }) as Changes<ValuesOf<Fields>>;
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
    field.kind === 'sum' ? settlement(BigInt(field.usual) * 10n ** BigInt(subunit)) : field.usual,
  ]);
  return Object.fromEntries(usual);
}

/** Whether any of the changes lets more through than before. */
export function isLooser<Fields extends SettingFields>(
  fields: Fields,
  before: ValuesOf<Fields>,
  changes: Changes<ValuesOf<Fields>>,
): boolean {
  return Object.entries(fields).some(([name, { looser }]) => {
    const [was, will = was] = [before[name], changes[name]].map((value) =>
      value === undefined ? value : BigInt(value),
    );
    if (looser === undefined || was === undefined || will === undefined) return false;
    return looser === 'changed' ? will !== was : looser === 'less' ? will < was : will > was;
  });
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
