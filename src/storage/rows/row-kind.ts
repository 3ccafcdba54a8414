import type { RowKey } from '../../domain/state/changes.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { type AnyShape, compareOnce, leavesOf, Selection, type Shape } from './shape.ts';
import { type Column, Table, type Write } from './table.ts';

/**
 * The description of a kind of row. Everything that has to know it is made from it: how it is selected and decoded, how it
 * is inserted and changed, how the working set tells new rows from changed ones, and what the simulator's store refuses.
 */
interface Description<Row> {
  readonly table: string;
  /** The first one is the key that changes go by. */
  readonly columns: Shape<Row> & AnyShape;
  /** What a batch knows the row by. Absent: rows are only ever added, and never loaded by a batch. */
  readonly key?: (row: Row) => RowKey;
  /** Its rows come with others (a requisite, a merchant, an account): a batch never adds one. */
  readonly isStanding?: true;
  /**
   * In which order rows of a batch are written. No lock keeps two batches from adding the same key; without one order they
   * could wait for each other in a circle.
   */
  readonly order?: (row: Row) => RowKey;
  /** A column that is no property: the instant at which the batch is decided. */
  readonly stampedAt?: string;
  /** The database makes these changes itself, from other rows of the batch: nothing is sent for them. */
  readonly isDerived?: true;
  /** Where the stored value has a say in what a change writes. */
  readonly combine?: Combination<Row>;
  /** The unique keys of the table by their names in the schema; null: the row is not in that index. */
  readonly unique: Readonly<Record<string, (row: Row) => RowKey | null>>;
  /** Other constraints of the table by their names in the schema: what must hold for every row. */
  readonly checks?: Readonly<Record<string, (row: Row) => boolean>>;
}

interface Combination<Row> {
  readonly column: string;
  sql(stored: string, given: string): string;
  inMemory(stored: Row, given: Row): Row;
}

interface UniqueKey<Row> {
  readonly name: string;
  readonly entry: (row: Row) => RowKey | null;
}

interface Check<Row> {
  readonly name: string;
  readonly holds: (row: Row) => boolean;
}

/** A kind of row as batches write it. */
export interface RowKind<Row> {
  readonly table: string;
  readonly columns: readonly Column<Row>[];
  /** The first property that must not change and did: an update would not write it, and nobody would notice. */
  changedForGood(before: Row, after: Row): string | null;
  readonly key: ((row: Row) => RowKey) | null;
  readonly isStanding: boolean;
  readonly isDerived: boolean;
  readonly order: ((row: Row) => RowKey) | null;
  readonly combine: Combination<Row> | null;
  readonly unique: readonly UniqueKey<Row>[];
  readonly checks: readonly Check<Row>[];
  insert(rows: readonly Row[], now: Instant): Write;
  update(rows: readonly Row[], now: Instant): Write;
}

/** One that is read as it is written. */
export interface ReadKind<Row> extends RowKind<Row> {
  readonly shape: Shape<Row> & AnyShape;
  /** The row, selected from a table or subquery of this name. */
  as(alias: string): Selection<Row>;
}

export function defineRow<Row>(description: Description<Row>): ReadKind<Row> {
  const { table, columns: shape, stampedAt, combine } = description;
  const columns: Column<Row>[] = leavesOf<Row>(shape).map(({ column, type, isOnce, value }) => {
    return { name: column, type, isOnce, value };
  });
  if (stampedAt !== undefined) {
    columns.push({ name: stampedAt, type: 'timestamptz', isOnce: true, value: (_, now) => now });
  }
  const written = new Table<Row>(table, columns, (column, given) =>
    column === combine?.column ? combine.sql(`t.${column}`, given) : given,
  );
  return {
    table,
    columns,
    changedForGood: compareOnce<Row>(shape),
    shape,
    key: description.key ?? null,
    isStanding: description.isStanding ?? false,
    isDerived: description.isDerived ?? false,
    order: description.order ?? null,
    combine: combine ?? null,
    unique: Object.entries(description.unique).map(([name, entry]) => ({ name, entry })),
    checks: Object.entries(description.checks ?? {}).map(([name, holds]) => ({ name, holds })),
    as: (alias) => new Selection<Row>(alias, shape),
    insert: (rows, now) => written.insert(rows, now),
    update: (rows, now) => written.update(rows, now),
  };
}

/** Rows that are only added, and whose columns are not all of what they are: `stored` says what is kept of them. */
export function addedAs<Row, Stored>(kind: RowKind<Stored>, stored: (row: Row) => Stored): RowKind<Row> {
  return {
    table: kind.table,
    columns: kind.columns.map((column) => ({ ...column, value: (row, now) => column.value(stored(row), now) })),
    changedForGood: () => null,
    key: null,
    isStanding: false,
    isDerived: false,
    order: null,
    combine: null,
    unique: [],
    checks: [],
    insert: (rows, now) => kind.insert(rows.map(stored), now),
    update: () => onlyAdded(kind.table),
  };
}

export function onlyAdded(table: string): never {
  throw new Error(`rows of ${table} are only ever added`);
}

/** The name of the first constraint that the row breaks; null when it breaks none. */
export function brokenCheck<Row>({ checks }: RowKind<Row>, row: Row): string | null {
  for (const { name, holds } of checks) if (!holds(row)) return name;
  return null;
}
