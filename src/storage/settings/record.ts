import assert from 'node:assert/strict';
import type pg from 'pg';
import type { Cell, ColumnType } from '../rows/codec.ts';
import { type AnyShape, columnOf, type Group, type RowOf, type Selection, select } from '../rows/shape.ts';

/**
 * A table of settings: its columns are said once, and how its rows are found, locked, added and changed follows. A property that
 * is undefined stays as it is, one that is null is taken away. Statements that say more than "these columns equal these
 * values" are written by hand, with `selectRows`.
 */
interface Description<Columns, Computed, Hidden> {
  readonly table: string;
  readonly columns: Columns;
  /** Expressions: they are read and never written. */
  readonly computed?: Computed;
  /** Columns that are written, or looked for, and never read along: secrets, hashes, counters. */
  readonly hidden?: Hidden;
}

type Nothing = Record<never, never>;
type Client = pg.ClientBase | pg.Pool;
interface Transaction {
  readonly client: Client;
}

export type RowOfRecord<Kind extends { readonly row: Selection<unknown> }> = ReturnType<Kind['row']['decode']>;

/** Equal to each of these. Null: the column has no value. */
type Match<Columns> = { readonly [Name in keyof Columns]?: RowOf<Columns>[Name] };

/** Of a group any of its columns. */
type Patch<Columns> = { readonly [Name in keyof Columns]?: PatchOf<Columns, Name> | undefined };
type PatchOf<Columns, Name extends keyof Columns> =
  Columns[Name] extends Group<infer Value> ? Partial<NonNullable<Value>> | Extract<Value, null> : RowOf<Columns>[Name];

/** What may be null or is usual need not be said. */
type NewRow<Columns> = Omit<RowOf<Columns>, Unneeded<Columns>> & Patch<Pick<Columns, Unneeded<Columns>>>;
type Unneeded<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { readonly isUsual: true } | { readonly kind: 'group' }
    ? Name
    : null extends RowOf<Columns>[Name]
      ? Name
      : never;
}[keyof Columns];

export function defineRecord<
  Columns extends AnyShape,
  Computed extends AnyShape = Nothing,
  Hidden extends AnyShape = Nothing,
>(description: Description<Columns, Computed, Hidden>): RecordKind<Columns, Computed, Hidden> {
  return new RecordKind(description);
}

class RecordKind<Columns extends AnyShape, Computed extends AnyShape, Hidden extends AnyShape> {
  readonly table: string;
  readonly shape: Columns & Computed;
  /** The row, selected from the table under its own name: alone, or as a part of a wider selection. */
  readonly row: Selection<RowOf<Columns & Computed>>;
  readonly #written: AnyShape;

  constructor({ table, columns, computed, hidden }: Description<Columns, Computed, Hidden>) {
    this.table = table;
    this.shape = { ...columns, ...(computed as Computed) };
    this.#written = { ...columns, ...hidden };
    this.row = select(table, this.shape);
  }

  /** `rest`: the end of the statement, such as an order. */
  async find(client: Client, match: Match<Columns & Hidden>, rest = ''): Promise<RowOf<Columns & Computed>[]> {
    const { where, values } = this.#where(match, 1);
    return await this.select(client, `${where} ${rest}`, values);
  }

  /** For other conditions: everything after the name of the table. */
  async select(client: Client, rest: string, values: readonly unknown[] = []): Promise<RowOf<Columns & Computed>[]> {
    return await selectRows(client, this.row, (list) => `select ${list} from ${this.table} ${rest}`, values);
  }

  async findOne(client: Client, match: Match<Columns & Hidden>): Promise<RowOf<Columns & Computed> | null> {
    return (await this.find(client, match))[0] ?? null;
  }

  /** Nobody else changes it until the transaction ends. */
  async lock({ client }: Transaction, match: Match<Columns & Hidden>): Promise<RowOf<Columns & Computed> | null> {
    return (await this.find(client, match, 'for no key update'))[0] ?? null;
  }

  async count(client: Client, match: Match<Columns & Hidden>): Promise<number> {
    const { where, values } = this.#where(match, 1);
    const { rows } = await client.query(`select count(*)::int4 as count from ${this.table} ${where}`, values);
    return rows[0].count;
  }

  async insert({ client }: Transaction, row: NewRow<Columns & Hidden>): Promise<void> {
    const { names, values } = this.#insertion(row);
    await client.query(`insert into ${this.table} (${names.join(', ')}) values (${parameters(values)})`, values);
  }

  /** All of them have the same properties. */
  async insertAll({ client }: Transaction, rows: readonly NewRow<Columns & Hidden>[]): Promise<void> {
    if (rows.length === 0) return;
    const all = rows.map((row) => assigned(this.#written, row));
    const [first = []] = all;
    const arrays = first.map(({ column }, place) => all.map((cells) => sameColumn(cells[place], column).value));
    const types = first.map(({ type }, place) => `$${place + 1}::${type}[]`).join(', ');
    const names = first.map(({ column }) => column).join(', ');
    await client.query(`insert into ${this.table} (${names}) select * from unnest(${types})`, arrays);
  }

  /** Adds it, or writes over the one that has the same key. */
  async put(
    { client }: Transaction,
    key: readonly (keyof Columns & string)[],
    row: NewRow<Columns & Hidden>,
  ): Promise<void> {
    const { names, values } = this.#insertion(row);
    const keys = key.map((name) => columnOf(name, this.#column(name)));
    const changes = names.filter((name) => !keys.includes(name)).map((name) => `${name} = excluded.${name}`);
    await client.query(
      `insert into ${this.table} (${names.join(', ')}) values (${parameters(values)})
       on conflict (${keys.join(', ')}) do update set ${changes.join(', ')}`,
      values,
    );
  }

  /** Writes what is named and leaves the other columns alone. */
  async patch(
    { client }: Transaction,
    match: Match<Columns & Hidden>,
    changes: Patch<Columns & Hidden>,
  ): Promise<void> {
    const cells = assigned(this.#written, changes);
    if (cells.length === 0) return;
    const { where, values } = this.#where(someOf(match), cells.length + 1);
    const set = cells.map(({ column }, place) => `${column} = $${place + 1}`).join(', ');
    await client.query(`update ${this.table} set ${set} ${where}`, [...cells.map(({ value }) => value), ...values]);
  }

  async delete({ client }: Transaction, match: Match<Columns & Hidden>): Promise<void> {
    const { where, values } = this.#where(someOf(match), 1);
    await client.query(`delete from ${this.table} ${where}`, values);
  }

  #insertion(row: object) {
    const cells = assigned(this.#written, row);
    return { names: cells.map(({ column }) => column), values: cells.map(({ value }) => value) };
  }

  #where(match: object, firstParameter: number) {
    const conditions: string[] = [];
    const values: unknown[] = [];
    for (const [name, value] of Object.entries(match)) {
      assert(value !== undefined, `${this.table}: nothing is given that ${name} is to be equal to`);
      const field = this.#column(name);
      const column = `${this.table}.${columnOf(name, field)}`;
      const known = parameter(field.type, field.toCell(value as never));
      conditions.push(known === null ? `${column} is null` : `${column} = $${firstParameter + values.length}`);
      if (known !== null) values.push(known);
    }
    return { where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`, values };
  }

  #column(name: string) {
    const field = this.#written[name];
    assert(field?.kind === 'column', `${this.table} has no column for ${name}`);
    return field;
  }
}

/** The rows of a statement that is written by hand, but for its select list. */
export async function selectRows<Row>(
  client: Client,
  { list, decode }: Pick<Selection<Row>, 'list' | 'decode'>,
  text: (list: string) => string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await client.query<unknown[]>({ text: text(list), values: [...values], rowMode: 'array' });
  return rows.map(decode);
}

/** Of a row that is always there. */
export function sure<Row>(row: Row | null | undefined): Row {
  assert(row != null, 'a row that is always there is missing');
  return row;
}

/** A change without a condition would be one of all rows. */
function someOf<Given extends object>(match: Given): Given {
  assert(Object.keys(match).length > 0, 'a change says of which rows');
  return match;
}

interface Assigned {
  readonly column: string;
  readonly type: ColumnType;
  readonly value: unknown;
}

/** The columns that are given, with what is written to them. */
function assigned(shape: AnyShape, given: object): Assigned[] {
  const values: Readonly<Record<string, unknown>> = { ...given };
  return Object.entries(shape).flatMap(([name, field]): Assigned[] => {
    const value = values[name];
    if (value === undefined) return [];
    if (field.kind === 'column') {
      const { type } = field;
      return [{ column: columnOf(name, field), type, value: parameter(type, field.toCell(value as never)) }];
    }
    const none = Object.fromEntries(Object.keys(field.shape).map((part) => [part, null]));
    return assigned(field.shape, value ?? none);
  });
}

function parameter(type: ColumnType, cell: Cell): unknown {
  if (cell === null) return null;
  if (type === 'timestamptz') return new Date(Number(cell));
  return type === 'jsonb' ? JSON.stringify(cell) : cell;
}

function parameters(values: readonly unknown[]): string {
  return values.map((_, place) => `$${place + 1}`).join(', ');
}

function sameColumn(cell: Assigned | undefined, column: string): Assigned {
  assert(cell?.column === column, `each of the rows has ${column}, or none`);
  return cell;
}
