import type { Statement } from './connection.ts';

/**
 * A table as the batch writes it: each column with its type and where its value comes from. The insert and update
 * statements are made from the one list, because two hand-written lists of thirty columns drift apart unnoticed.
 */
type ColumnType = 'uuid' | 'text' | 'int4' | 'int8' | 'bool' | 'timestamptz' | 'jsonb';

export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** Written once, with the row. */
  readonly fixed?: true;
  value(row: Row): string | number | bigint | boolean | object | null;
}

export class Table<Row> {
  readonly insert: Statement;
  readonly update: Statement;
  readonly #columns: readonly Column<Row>[];
  readonly #changing: readonly Column<Row>[];

  constructor(name: string, columns: readonly Column<Row>[], setClause?: (column: string) => string) {
    const set = setClause ?? ((column: string) => `u.${column}`);
    const [key] = columns;
    if (key === undefined) throw new Error(`table ${name} has no columns`);
    this.#columns = columns;
    this.#changing = [key, ...columns.filter((column) => column !== key && column.fixed !== true)];
    const names = columns.map((column) => column.name).join(', ');
    this.insert = {
      name: `insert-${name}`,
      text: `insert into ${name} (${names}) select * from unnest(${parameters(columns)})`,
    };
    const [, ...changing] = this.#changing;
    this.update = {
      name: `update-${name}`,
      text: `update ${name} t set ${changing.map((column) => `${column.name} = ${set(column.name)}`).join(', ')}
        from unnest(${parameters(this.#changing)}) u(${this.#changing.map((column) => column.name).join(', ')})
        where t.${key.name} = u.${key.name}`,
    };
  }

  insertValues(rows: readonly Row[]): string[] {
    return this.#columns.map((column) => arrayOf(column, rows));
  }

  updateValues(rows: readonly Row[]): string[] {
    return this.#changing.map((column) => arrayOf(column, rows));
  }
}

function parameters<Row>(columns: readonly Column<Row>[]): string {
  return columns.map((column, index) => `$${index + 1}::${column.type}[]`).join(', ');
}

/** One array literal per column. The driver's own encoder quotes every element, which costs most of a batch's time. */
function arrayOf<Row>(column: Column<Row>, rows: readonly Row[]): string {
  const elements: string[] = [];
  for (const row of rows) elements.push(element(column.type, column.value(row)));
  return `{${elements.join(',')}}`;
}

function element(type: ColumnType, value: ReturnType<Column<unknown>['value']>): string {
  if (value === null) return 'NULL';
  switch (type) {
    case 'uuid':
    case 'int4':
    case 'int8':
    case 'bool':
      return String(value);
    case 'timestamptz':
      return timestampText(value as number);
    case 'text':
      return quoted(value as string);
    case 'jsonb':
      return quoted(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part)));
  }
}

export function quoted(text: string): string {
  // Only these two characters mean anything inside the quotes of an array literal.
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}

let lastInstant = Number.NaN;
let lastText = '';

/** Rows of one batch share their instants, so the last one is remembered. */
export function timestampText(instant: number): string {
  if (instant !== lastInstant) {
    lastText = `"${new Date(instant).toISOString()}"`;
    lastInstant = instant;
  }
  return lastText;
}

export function textArray(values: readonly string[]): string {
  return `{${values.map(quoted).join(',')}}`;
}

/** For numbers and UUIDs: nothing in them needs quoting. */
export function plainArray(values: readonly (number | bigint | string)[]): string {
  return `{${values.join(',')}}`;
}
