import { asIs, type Cell, type Codec, type ColumnType } from './codec.ts';
import { propertyName, Source } from './compile.ts';

/**
 * The shape of a row: each property with the codec of its column, with a group of columns, or with a whole other row that
 * stands beside it in the same select list. Select lists, decoders and encoders are all made from it, so that no cell is
 * ever known by its number.
 */
export type Shape<Row> = { readonly [Property in PropertyOf<Row>]-?: Field<Row[Property]> };
/** Of a union those that all its members have, so that one shape describes the whole of it. */
type PropertyOf<Row> = Exclude<keyof Row, never>;
type Field<Value> = Codec<Value> | Group<Value> | Selection<Value>;

/** The row that a shape describes. */
export type RowOf<Fields> = { readonly [Property in keyof Fields]: ValueOf<Fields[Property]> };
type ValueOf<One> =
  One extends Codec<infer Value>
    ? Value
    : One extends Group<infer Value>
      ? Value
      : One extends Selection<infer Value>
        ? Value
        : never;

/** A shape whatever it describes: what is needed to walk it. */
export type AnyShape = { readonly [property: string]: AnyColumn | AnyGroup | AnySelection };
type AnyColumn = Pick<Codec<never>, 'kind' | 'type' | 'isNullable' | 'isOnce' | 'isBigint' | 'source' | 'closedSet'> & {
  readonly fromCell: (cell: unknown) => unknown;
  readonly toCell: (value: never) => Cell;
};
type AnyGroup = Pick<Group<unknown>, 'kind' | 'shape' | 'isNullable'>;
type AnySelection = Pick<Selection<unknown>, 'kind' | 'shape' | 'isNullable' | 'expressions'>;

/** Columns of the row's own table that make one property. It is null when the first of them is. */
export class Group<Value> {
  readonly kind = 'group';
  readonly shape: AnyShape;
  readonly isNullable: boolean;
  /** For the compiler alone: a group fits a property of its own type and no other. */
  declare readonly holds: (value: Value) => Value;

  constructor(shape: AnyShape, isNullable: boolean) {
    this.shape = shape;
    this.isNullable = isNullable;
  }

  get orNull(): Group<Value | null> {
    return new Group<Value | null>(this.shape, true);
  }
}

export function group<Fields extends AnyShape>(shape: Fields): Group<RowOf<Fields>> {
  return new Group(shape, false);
}

/** What is selected of a table, or of several side by side, and the row that comes of it. */
export class Selection<Value> {
  readonly kind = 'selection';
  readonly shape: AnyShape;
  readonly expressions: readonly string[];
  readonly isNullable: boolean;
  readonly decode: (cells: readonly unknown[]) => Value;
  readonly #alias: string;

  constructor(alias: string, shape: AnyShape, isNullable = false) {
    this.#alias = alias;
    this.shape = shape;
    this.expressions = expressionsOf(alias, shape);
    this.isNullable = isNullable;
    this.decode = decoderOf<Value>(shape, isNullable);
  }

  /** The select list. */
  get list(): string {
    return this.expressions.join(', ');
  }

  /** For the optional side of a join: null when its first column is. */
  get orNull(): Selection<Value | null> {
    return new Selection<Value | null>(this.#alias, this.shape, true);
  }
}

/** Columns of the table or subquery `alias`; fields that are selections of their own keep theirs. */
export function select<Fields extends AnyShape>(alias: string, shape: Fields): Selection<RowOf<Fields>> {
  return new Selection(alias, shape);
}

/** One column of a shape, and where its value is in the row. */
interface Leaf<Row> {
  readonly column: string;
  readonly type: ColumnType;
  readonly isNullable: boolean;
  readonly isOnce: boolean;
  readonly closedSet: readonly (string | number)[] | null;
  /** The value of a row, as a cell. */
  readonly value: (row: Row) => Cell;
}

/** The columns of a shape in their order, those of groups among them. */
export function leavesOf<Row>(shape: AnyShape): readonly Leaf<Row>[] {
  return leavesWithin<Row>(shape, 'row', false);
}

function leavesWithin<Row>(shape: AnyShape, path: string, mayBeNull: boolean): readonly Leaf<Row>[] {
  const leaves: Leaf<Row>[] = [];
  for (const [property, field] of Object.entries(shape)) {
    const own = `${path}.${propertyName(property)}`;
    if (field.kind === 'selection') throw new Error(`${property} is of another table and is not written with this one`);
    if (field.kind === 'group') leaves.push(...leavesWithin<Row>(field.shape, own, field.isNullable));
    else {
      const { type, isOnce, closedSet } = field;
      const value = getter<Row>(mayBeNull ? `${path} === null ? null : ${own}` : own, field.toCell);
      const isNullable = field.isNullable || mayBeNull;
      leaves.push({ column: columnOf(property, field), type, isNullable, isOnce, closedSet, value });
    }
  }
  return leaves;
}

/** Makes a function that names the first column written once whose value differs; null: none does. */
export function compareOnce<Row>(shape: AnyShape): (before: Row, after: Row) => string | null {
  const comparisons = (of: AnyShape, path: string): string[] =>
    Object.entries(of).flatMap(([property, field]) => {
      const own = `${path}.${propertyName(property)}`;
      if (field.kind !== 'column') return comparisons(field.shape, field.isNullable ? `${own}?` : own);
      if (!field.isOnce) return [];
      return [`before${own} !== after${own} ? '${propertyName(property)}' :`];
    });
  return new Source().compile('before, after', `${comparisons(shape, '').join(' ')} null`);
}

function getter<Row>(expression: string, toCell: (value: never) => Cell): Leaf<Row>['value'] {
  const source = new Source();
  return source.compile('row', toCell === asIs ? expression : `${source.hook(toCell)}(${expression})`);
}

export function columnOf(property: string, { source }: Pick<AnyColumn, 'source'>): string {
  return source ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function expressionsOf(alias: string, shape: AnyShape): readonly string[] {
  return Object.entries(shape).flatMap(([property, field]) => {
    if (field.kind === 'selection') return field.expressions;
    if (field.kind === 'group') return expressionsOf(alias, field.shape);
    const column = columnOf(property, field);
    return [/^\w+$/.test(column) && alias !== '' ? `${alias}.${column}` : column];
  });
}

function decoderOf<Value>(shape: AnyShape, isNullable: boolean): (cells: readonly unknown[]) => Value {
  const source = new Source();
  let cells = 0;
  const literal = (of: AnyShape, mayBeNull: boolean): string => {
    const isNull = mayBeNull ? `cells[${cells}] === null ? null : ` : '';
    const parts = Object.entries(of).map(([property, field]) => {
      const value =
        field.kind === 'column' ? cell(source, cells++, field.fromCell) : literal(field.shape, field.isNullable);
      return `${propertyName(property)}: ${value}`;
    });
    return `${isNull}{ ${parts.join(', ')} }`;
  };
  return source.compile('cells', literal(shape, isNullable));
}

function cell(source: Source, index: number, fromCell: (cell: unknown) => unknown): string {
  return fromCell === asIs ? `cells[${index}]` : `${source.hook(fromCell)}(cells[${index}])`;
}

/** A row as JSON, which has no bigint: amounts and rates are text there. */
interface JsonCodec<Row> {
  encode(row: Row): object;
  decode(json: object): Row;
}

type Naming = (property: string) => string;

/** `names`: what a property is called in JSON, where it has another name there. */
export function jsonCodec<Row>(
  shape: Shape<Row> & AnyShape,
  names: Readonly<Partial<Record<PropertyOf<Row> & string, string>>>,
): JsonCodec<Row> {
  const nameOf = (property: string) => propertyName((names as Readonly<Record<string, string>>)[property] ?? property);
  const literal = (convert: string, none: 'null' | 'undefined', from: Naming, to: Naming) => {
    const parts = Object.entries<AnyShape[string]>(shape).map(([property, field]) => {
      const own = `row.${from(property)}`;
      if (field.kind !== 'column' || !field.isBigint)
        return `${to(property)}: ${field.isNullable ? `${own} ?? ${none}` : own}`;
      return `${to(property)}: ${field.isNullable ? `${own} == null ? ${none} : ` : ''}${convert}(${own})`;
    });
    return `{ ${parts.join(', ')} }`;
  };
  const source = new Source();
  return {
    // What is null is left out of JSON: it reads the same as what was written before there was such a column.
    encode: source.compile('row', literal('String', 'undefined', propertyName, nameOf)),
    decode: source.compile('row', literal('BigInt', 'null', nameOf, propertyName)),
  };
}
