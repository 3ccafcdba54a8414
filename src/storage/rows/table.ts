import type { Instant } from '../../domain/text/timestamp.ts';
import type { Cell, ColumnType } from './codec.ts';
import type { Statement } from './statement.ts';

/**
 * A table as the batch writes it: each column with its type and where its value comes from. Insert and update statements
 * are made from the one list, because two hand-written lists of thirty columns drift apart unnoticed.
 *
 * Rows travel as arrays, one per column, and `unnest` turns them back into rows. That costs the server about half a
 * microsecond per column and row, and in most batches most columns hold the same value in every row (the type, the status,
 * the instant, the many that are still null). Such a column travels once, as a plain parameter. Each combination is a
 * statement of its own, prepared once; there are few in practice, and a bound keeps it so.
 */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** Written once, with the row. */
  readonly isOnce: boolean;
  /** Of a row that is stored now. */
  readonly value: (row: Row, now: Instant) => Cell;
}

export interface Write {
  readonly statement: Statement;
  readonly values: (string | null)[];
}

const shapesMax = 64;

export class Table<Row> {
  readonly #name: string;
  readonly #columns: readonly Column<Row>[];
  readonly #changing: readonly Column<Row>[];
  readonly #setClause: (column: string, value: string) => string;
  readonly #shapes = new Map<string, Statement>();

  /** The first column is the key. `setClause` may say how an update combines the stored value with the new one. */
  constructor(
    name: string,
    columns: readonly Column<Row>[],
    setClause: (column: string, value: string) => string = (_, value) => value,
  ) {
    const [key] = columns;
    if (key === undefined) throw new Error(`table ${name} has no columns`);
    this.#name = name;
    this.#columns = columns;
    this.#changing = [key, ...columns.filter((column) => column !== key && !column.isOnce)];
    this.#setClause = setClause;
  }

  insert(rows: readonly Row[], now: Instant): Write {
    return this.#write('insert', this.#columns, rows, now);
  }

  update(rows: readonly Row[], now: Instant): Write {
    return this.#write('update', this.#changing, rows, now);
  }

  #write(act: 'insert' | 'update', columns: readonly Column<Row>[], rows: readonly Row[], now: Instant): Write {
    const isFull = this.#shapes.size >= shapesMax;
    const values: (string | null)[] = [];
    let shape = '';
    for (const [index, column] of columns.entries()) {
      // The key is an array always: it says how many rows there are.
      const isArray = index === 0 || isFull || !isSameInAll(column, rows, now);
      values.push(isArray ? arrayOf(column, rows, now) : scalarOf(column, rows[0] as Row, now));
      shape += isArray ? 'a' : 's';
    }
    return { statement: this.#statement(act, columns, shape), values };
  }

  #statement(act: 'insert' | 'update', columns: readonly Column<Row>[], shape: string): Statement {
    // Within the 63 bytes a server tells names apart by: 31 columns and the longest of our table names.
    const name = `${act}-${this.#name}-${shape}`;
    let statement = this.#shapes.get(name);
    if (statement === undefined) {
      statement = { name, text: this.#text(act, columns, shape) };
      this.#shapes.set(name, statement);
    }
    return statement;
  }

  #text(act: 'insert' | 'update', columns: readonly Column<Row>[], shape: string): string {
    const arrays = columns.flatMap((column, index) =>
      shape[index] === 'a' ? [{ name: column.name, parameter: `$${index + 1}::${column.type}[]` }] : [],
    );
    const rows = `unnest(${arrays.map(({ parameter }) => parameter).join(', ')}) u(${arrays.map(({ name }) => name).join(', ')})`;
    const values = columns.map((column, index) =>
      shape[index] === 'a' ? `u.${column.name}` : `$${index + 1}::${column.type}`,
    );
    if (act === 'insert') {
      const names = columns.map(({ name }) => name).join(', ');
      return `insert into ${this.#name} (${names}) select ${values.join(', ')} from ${rows}`;
    }
    const key = columns[0]?.name;
    const changes = columns
      .map(({ name }, index) => `${name} = ${this.#setClause(name, values[index] ?? '')}`)
      .slice(1);
    return `update only ${this.#name} t set ${changes.join(', ')} from ${rows} where t.${key} = u.${key}`;
  }
}

function isSameInAll<Row>(column: Column<Row>, rows: readonly Row[], now: Instant): boolean {
  const first = column.value(rows[0] as Row, now);
  if (typeof first === 'object' && first !== null) return rows.length === 1;
  for (const row of rows) if (column.value(row, now) !== first) return false;
  return true;
}

/** One array literal per column. The driver's own encoder quotes every element, which cost most of a batch's time. */
export function arrayOf<Row>(column: Pick<Column<Row>, 'type' | 'value'>, rows: readonly Row[], now: Instant): string {
  if (rows.length === 0) return '{}';
  let literal = '';
  for (const row of rows) {
    const value = column.value(row, now);
    literal += `${literal === '' ? '{' : ','}${value === null ? 'NULL' : element(column.type, value)}`;
  }
  return `${literal}}`;
}

function scalarOf<Row>(column: Column<Row>, row: Row, now: Instant): string | null {
  const value = column.value(row, now);
  return value === null ? null : plain(column.type, value);
}

function element(type: ColumnType, value: NonNullable<Cell>): string {
  const text = plain(type, value);
  return type === 'text' || type === 'jsonb' || type === 'timestamptz' ? quoted(text) : text;
}

function plain(type: ColumnType, value: NonNullable<Cell>): string {
  switch (type) {
    case 'timestamptz':
      return timestampText(value as number);
    case 'jsonb':
      return jsonText(value as object);
    default:
      return String(value);
  }
}

/** JSON has no bigint: amounts are written as strings. */
function jsonText(value: object): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part));
}

function quoted(text: string): string {
  // Only these two characters mean anything inside the quotes of an array literal.
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}

let lastInstant = Number.NaN;
let lastText = '';

/** Rows of one batch share their instants, so the last one is remembered. */
export function timestampText(instant: number): string {
  if (instant !== lastInstant) {
    lastText = new Date(instant).toISOString();
    lastInstant = instant;
  }
  return lastText;
}

export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;
}

/**
 * For values without bigint. Inside the quotes of an array literal JSON is escaped as in a string of JSON, which is quickly
 * written.
 */
export function jsonArray(values: readonly object[]): string {
  return `{${values.map((value) => JSON.stringify(JSON.stringify(value))).join(',')}}`;
}

/** For numbers and UUIDs: nothing in them needs quoting. */
export function plainArray(values: readonly (number | bigint | string)[]): string {
  return `{${values.join(',')}}`;
}
