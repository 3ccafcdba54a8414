/**
 * What the columns of a bank's CSV mean: data, made once for a bank by a person who sees what comes of it. A column is named by its
 * heading, or by its number as `#3` where there is none.
 */
export interface CsvMapping {
  readonly separator: CsvSeparator;
  /** The line of the headings, from 1; what stands above it is left out. 0 where there are none. */
  readonly headingLine: number;
  readonly dayOrder: DayOrder;
  readonly decimalMark: ',' | '.';
  readonly columns: CsvColumns;
  /** What the column `direction` says of money that came in; anything else went out. */
  readonly inWord?: string | null;
}

export interface CsvColumns {
  readonly day: string;
  /** With a sign, or with a column that says the direction. */
  readonly amount?: string | null;
  /** Or two columns, of which one is empty. */
  readonly credit?: string | null;
  readonly debit?: string | null;
  readonly direction?: string | null;
  /** The account's balance after the line: with it the file can close a day. */
  readonly balance?: string | null;
  readonly currency?: string | null;
  /** The bank's own number: no two movements share it. */
  readonly reference?: string | null;
  readonly number?: string | null;
  readonly party?: string | null;
  readonly purpose?: string | null;
  readonly account?: string | null;
}

export const csvColumnNames = [
  'day',
  'amount',
  'credit',
  'debit',
  'direction',
  'balance',
  'currency',
  'reference',
  'number',
  'party',
  'purpose',
  'account',
] as const satisfies readonly (keyof CsvColumns)[];

export const csvSeparators = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;
export type CsvSeparator = keyof typeof csvSeparators;

/** In which order a day is written: 16.11.2026, 2026-11-16, 11/16/2026. */
export const dayOrders = { dmy: 'dmy', ymd: 'ymd', mdy: 'mdy' } as const;
type DayOrder = keyof typeof dayOrders;

/** More banks than anybody has. */
export const mappingsMax = 500;

/** A first guess at what the columns mean, by how banks call them; a person looks at what comes of it. */
export function guessMapping(head: readonly (readonly string[])[], separator: CsvSeparator): CsvMapping {
  const headingAt = head.findIndex((cells) => cells.filter((cell) => meaningOf(cell) !== null).length >= 2);
  const headings = head[headingAt] ?? [];
  const columns: { -readonly [Name in keyof CsvColumns]?: string } = {};
  for (const heading of headings) {
    const meaning = meaningOf(heading);
    if (meaning !== null) columns[meaning] ??= heading;
  }
  if (columns.credit !== undefined && columns.debit !== undefined) delete columns.amount;
  const sample = head[headingAt + 1] ?? [];
  const cellOf = (name: string | undefined) => sample[headings.indexOf(name ?? '')] ?? '';
  return {
    separator,
    headingLine: headingAt + 1,
    dayOrder: /^\d{4}/.test(cellOf(columns.day)) ? 'ymd' : /\d\/\d+\/\d/.test(cellOf(columns.day)) ? 'mdy' : 'dmy',
    decimalMark: /,\d{1,2}$/.test(cellOf(columns.amount ?? columns.credit) || cellOf(columns.debit)) ? ',' : '.',
    columns: { day: '', ...columns },
    inWord: null,
  };
}

const meanings: readonly (readonly [keyof CsvColumns, RegExp])[] = [
  ['balance', /balance|остаток|сальдо/],
  ['credit', /credit|кредит|приход|поступлен|зачислен/],
  ['debit', /debit|дебет|расход|списан/],
  ['day', /^(booking |posting |value |transaction )?date|^дата|день/],
  ['amount', /amount|сумма|sum\b/],
  ['direction', /direction|type|тип|направление/],
  ['currency', /currency|валюта|ccy/],
  ['reference', /reference|референс|идентификатор|operation id|transaction id|номер операции/],
  ['number', /number|номер|№/],
  ['party', /counterparty|payer|name|контрагент|плательщик|отправитель|получатель/],
  ['purpose', /purpose|description|details|назначение|описание|детали|комментарий/],
  ['account', /account|счет|счёт/],
];

function meaningOf(heading: string): keyof CsvColumns | null {
  const text = heading.trim().toLowerCase();
  return text.length > 60 ? null : (meanings.find(([, pattern]) => pattern.test(text))?.[0] ?? null);
}

/** The sign that cuts the first lines into the same number of cells, the most of them. */
export function guessSeparator(lines: readonly string[]): CsvSeparator {
  const scores = Object.entries(csvSeparators).map(([name, sign]) => {
    const counts = lines.filter((line) => line.trim() !== '').map((line) => line.split(sign).length);
    const most = Math.max(0, ...counts);
    return {
      name: name as CsvSeparator,
      score: most <= 1 ? 0 : counts.filter((count) => count === most).length * most,
    };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).name;
}
