import type { ReactNode } from 'react';
import type { MoneyDTO } from '../api/schema.ts';
import { minorUnits } from '../format.ts';
import type { Dictionary } from '../text/en/dictionary.ts';
import type { Column } from './table.tsx';
import { Badge, Id, Instant, Money, Rate, RequisiteNumber, Status, type StatusTone } from './values.tsx';

/** A row with such a field. A list whose rows have none, or something else in it, does not compile. */
type With<Field extends string, Value> = { readonly [Name in Field]: Value };

interface Options {
  /** What the column is called in addresses, where that is not the field's name. */
  readonly id?: string;
  readonly isSorted?: boolean;
  readonly isExtra?: boolean;
  readonly isNumeric?: boolean;
}

/** The columns that lists have in common: a field of the row, shown in one and the same way, and ordered by what it holds. */
export const column = {
  at: <Field extends string>(field: Field, title: string, options: Options = {}) =>
    made<Field, string | null>(field, title, options, (at) => <Instant at={at} />),

  /** The end of an ID, which a click copies. */
  id: <Field extends string>(field: Field, title: string, options: Options = {}) =>
    made<Field, string>(field, title, options, (value) => <Id value={value} />),

  /** One that people compare as a whole. */
  wholeId: <Field extends string>(field: Field, title: string, options: Options = {}) =>
    made<Field, string>(field, title, options, (value) => <Id value={value} isWhole />),

  text: <Field extends string>(field: Field, title: string, options: Options = {}) =>
    made<Field, string | number | null | undefined>(field, title, options, (value) => value),

  count: <Field extends string>(field: Field, title: string, options: Options = {}) =>
    made<Field, number>(field, title, { isNumeric: true, ...options }, (value) => value),

  code: <Field extends string>(field: Field, title: string, options: Options = {}) =>
    made<Field, string | null>(field, title, options, (value) => <code>{value}</code>),

  /** As it is, for those who read it seldom. */
  json: <Field extends string>(field: Field, title: string, options: Options = {}) =>
    made<Field, object | null>(field, title, options, (value) =>
      value === null ? '–' : <code>{JSON.stringify(value)}</code>,
    ),

  rate: <Field extends string>(field: Field, title: string, options: Options = {}) =>
    made<Field, string>(field, title, { isNumeric: true, ...options }, (value) => <Rate value={value} />),

  number: <Field extends string>(field: Field, title: string, options: Options = {}) =>
    made<Field, string>(field, title, options, (value) => <RequisiteNumber value={value} />),

  /** A value that has a name: by a function, as of stores and banks … */
  named: <Field extends string, Value>(
    field: Field,
    title: string,
    nameOf: (value: Value) => ReactNode,
    options: Options = {},
  ) => made<Field, Value>(field, title, options, nameOf),

  /** … or by words, of which there are some for every value. */
  word: <Field extends string, Words extends Readonly<Record<string, string>>>(
    field: Field,
    title: string,
    words: Words,
    options: Options = {},
  ) => made<Field, keyof Words & string>(field, title, options, (value) => words[value]),

  status: <Field extends string>(
    field: Field,
    title: string,
    of: keyof Dictionary['statuses'],
    options: Options = {},
  ) => made<Field, string>(field, title, options, (value) => <Status of={of} value={value} />),

  /** A colour and a word for what the field holds. */
  badge: <Field extends string, Value extends string | boolean>(
    field: Field,
    title: string,
    of: (value: Value) => readonly [tone: StatusTone, word: string],
    options: Options = {},
  ) =>
    made<Field, Value>(field, title, options, (value) => {
      const [tone, word] = of(value);
      return <Badge tone={tone}>{word}</Badge>;
    }),

  /** Whether a person has one. */
  secondFactor: ({ secondFactor, isOn, isOff }: Dictionary['account']) =>
    made<'hasSecondFactor', boolean>('hasSecondFactor', secondFactor, { id: 'secondFactor' }, (has) => (
      <Badge tone={has ? 'ok' : 'wait'}>{has ? isOn : isOff}</Badge>
    )),

  money: <Field extends string>(
    field: Field,
    title: string,
    { isSigned = false, ...options }: Options & { readonly isSigned?: boolean } = {},
  ): Column<With<Field, MoneyDTO | null>> =>
    made<Field, MoneyDTO | null>(
      field,
      title,
      { isNumeric: true, ...options },
      (value) => <Money value={value} isSigned={isSigned} />,
      (value) => (value === null ? 0n : minorUnits(value)),
    ),
};

function made<Field extends string, Value>(
  field: Field,
  title: string,
  { id = field, isSorted = false, isExtra = false, isNumeric = false }: Options,
  shown: (value: Value) => ReactNode,
  orderOf: (value: Value) => string | number | bigint = plainOrder,
): Column<With<Field, Value>> {
  return {
    id,
    title,
    isExtra,
    isNumeric,
    cell: (row) => shown(row[field]),
    ...(isSorted ? { order: (row) => orderOf(row[field]) } : {}),
  };
}

function plainOrder(value: unknown): string | number {
  return typeof value === 'string' || typeof value === 'number' ? value : Number(value ?? 0);
}
