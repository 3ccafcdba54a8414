import type { FiatMinor, SettlementMinor } from '../../domain/money/money.ts';
import type { Rate } from '../../domain/rates/rates.ts';
import type { Instant } from '../../domain/text/timestamp.ts';

/**
 * How one column is read and written. A codec fits a property only if both directions do: a column of fiat sums cannot be
 * given to a property that holds a settlement sum, nor one that may be null to one that may not.
 *
 * The driver has parsed cells by their type already (see `connection.ts`): most codecs pass them on as they are.
 */
export type ColumnType =
  | 'uuid'
  | 'text'
  | 'int2'
  | 'int4'
  | 'int8'
  | 'bool'
  | 'timestamptz'
  | 'jsonb'
  | 'bytea'
  | 'text[]'
  | 'int4[]';
export type Cell = string | number | bigint | boolean | object | null;

interface CodecOptions<Value> {
  readonly type: ColumnType;
  readonly fromCell: (cell: unknown) => Value;
  readonly toCell: (value: Value) => Cell;
  readonly isNullable: boolean;
  readonly isOnce: boolean;
  readonly isBigint: boolean;
  readonly source: string | null;
  readonly closedSet: readonly (string | number)[] | null;
}

export class Codec<Value> {
  readonly kind = 'column';
  readonly type: ColumnType;
  readonly fromCell: (cell: unknown) => Value;
  readonly toCell: (value: Value) => Cell;
  readonly isNullable: boolean;
  /** Written with the row and never changed. */
  readonly isOnce: boolean;
  /** The value is a bigint, which JSON does not have. */
  readonly isBigint: boolean;
  /** The column, where it is not called like the property; or an expression, in a select list. */
  readonly source: string | null;
  /** The values that the column may have; null: any of its type. */
  readonly closedSet: readonly (string | number)[] | null;
  readonly #options: CodecOptions<Value>;

  constructor(options: CodecOptions<Value>) {
    this.#options = options;
    this.type = options.type;
    this.fromCell = options.fromCell;
    this.toCell = options.toCell;
    this.isNullable = options.isNullable;
    this.isOnce = options.isOnce;
    this.isBigint = options.isBigint;
    this.source = options.source;
    this.closedSet = options.closedSet;
  }

  get once(): Codec<Value> {
    return new Codec({ ...this.#options, isOnce: true });
  }

  get orNull(): Codec<Value | null> {
    const { fromCell, toCell } = this.#options;
    return new Codec<Value | null>({
      ...this.#options,
      isNullable: true,
      fromCell: fromCell === asIs ? asIs : (cell) => (cell === null ? null : fromCell(cell)),
      toCell: toCell === asIs ? asIs : (value) => (value === null ? null : toCell(value)),
    });
  }

  /** The database has a value for a row that comes without. */
  get usual(): Codec<Value> & { readonly isUsual: true } {
    return Object.assign(new Codec(this.#options), { isUsual: true } as const);
  }

  /** The column may be null, the value is not. */
  get storedAsNull(): Codec<Value> {
    return new Codec({ ...this.#options, isNullable: true });
  }

  /** In a table: the column's name. In a select list: the expression. */
  from(source: string): Codec<Value> {
    return new Codec({ ...this.#options, source });
  }
}

/** The driver's value is the property's. The decoder knows this function by its identity and leaves out the call. */
export function asIs<Value>(value: unknown): Value {
  return value as Value;
}

/** `Value` is what the driver makes of a column of this type: a brand on a bigint exists for the compiler alone. */
function plain<Value extends Cell>(type: ColumnType, closedSet: readonly (string | number)[] | null = null) {
  return made<Value>(type, asIs, asIs, closedSet);
}

function made<Value>(
  type: ColumnType,
  fromCell: (cell: unknown) => Value,
  toCell: (value: Value) => Cell,
  closedSet: readonly (string | number)[] | null = null,
): Codec<Value> {
  const isBigint = type === 'int8' && fromCell === asIs;
  return new Codec({ type, fromCell, toCell, isBigint, isNullable: false, isOnce: false, source: null, closedSet });
}

export const uuid = plain<string>('uuid');
export const text = plain<string>('text');
export const int2 = plain<number>('int2');
export const int4 = plain<number>('int4');
export const bool = plain<boolean>('bool');
export const instant = plain<Instant>('timestamptz');
export const int8 = plain<bigint>('int8');
export const fiat = plain<FiatMinor>('int8');
export const settlement = plain<SettlementMinor>('int8');
export const rate = plain<Rate>('int8');
export const bytes = plain<Buffer>('bytea');
export const int4List = plain<readonly number[]>('int4[]');

export function textList<Item extends string>(): Codec<readonly Item[]> {
  return plain<readonly Item[]>('text[]');
}

/** A counter that is stored with eight bytes and never comes near the limit of a float. */
export const count8 = made<number>('int8', Number, BigInt);

/** An empty list where there is none in the table. */
export const textsOrNone = made<readonly string[]>(
  'text[]',
  (cell) => (cell === null ? [] : asIs(cell)),
  (items) => [...items],
);

/** Text of a closed set. The table's own check holds the same values; a test compares them. */
export function oneOf<Value extends string>(set: Readonly<Record<Value, unknown>>): Codec<Value> {
  return plain<Value>('text', Object.keys(set));
}

export function oneOfNumbers<Value extends number>(set: Readonly<Record<string, Value>>): Codec<Value> {
  return plain<Value>('int2', Object.values(set));
}

export function json<Value extends object>(): Codec<Value> {
  return plain<Value>('jsonb');
}

/** Most rows have none: an empty list is null in the table. */
export function jsonList<Item>(): Codec<readonly Item[]> {
  const list = made<readonly Item[]>(
    'jsonb',
    (cell) => (cell === null ? [] : asIs(cell)),
    (items) => (items.length === 0 ? null : items),
  );
  return list.storedAsNull;
}
