import type { Catalogue } from '../../domain/state/catalogue.ts';
import type { KeyedRows } from '../../domain/state/changes.ts';
import type { Needs } from '../../domain/state/needs.ts';
import { type Codec, uuid } from '../rows/codec.ts';
import type { ReadKind } from '../rows/row-kind.ts';
import { type AnyShape, leavesOf, type RowOf, type Selection } from '../rows/shape.ts';
import { type RowStatement, rowStatement } from '../rows/statement.ts';
import { arrayOf } from '../rows/table.ts';

/**
 * One statement of the load step of a batch. PostgreSQL's store and the simulator's walk the same list of them, in
 * `load-steps.ts`.
 *
 * A step locks the rows it finds, in the order of their keys, until the transaction ends; or it only looks, and what it saw
 * may be old by the time the batch is decided, unless a lock of an earlier step covers it.
 */
export interface LoadStep<Name extends string, Key, Row, Does = 'locks' | 'looks'> {
  readonly name: Name;
  /** A step that locks has the name of the kind of row that it locks. */
  readonly does: Does;
  /** The keys that a command's needs lead to; null: it finds only what belongs to the rows of another step, or always the same. */
  readonly keys: ((needs: Needs, catalogue: Catalogue) => readonly Key[] | undefined) | null;
  /** Finds rows by the keys alone. */
  readonly statement: RowStatement<Row>;
  /** The invoices of the batch lead to rows of this step as well: what finds these, too. Null: they do not. */
  readonly alongInvoices: RowStatement<Row> | null;
  /** The keys as parameters of the statement. */
  readonly parameters: (keys: readonly Key[]) => readonly string[];
  /** Of a step that looks: see `LookUp`. One that locks is covered by itself. */
  readonly coveredBy: readonly (keyof KeyedRows)[];
}

/** Keys that are one value. */
interface PlainKey<Key> {
  readonly codec: Codec<Key>;
}

/** Locks rows by their own key, the first column of their table. */
export function lockByKey<Name extends keyof KeyedRows, Key extends string | number>(
  name: Name,
  kind: ReadKind<KeyedRows[Name]>,
  { codec, keys }: PlainKey<Key> & { readonly keys: (needs: Needs) => readonly Key[] | undefined },
): LoadStep<Name, Key, KeyedRows[Name], 'locks'> {
  const [key] = kind.columns;
  if (key === undefined) throw new Error(`${kind.table} has no columns`);
  return {
    name,
    does: 'locks',
    keys,
    coveredBy: [],
    alongInvoices: null,
    statement: rowStatement(
      `load-${name}`,
      kind.as('t'),
      (list) => `select ${list} from only ${kind.table} t
        where t.${key.name} = any($1::${key.type}[]) order by t.${key.name} for no key update`,
    ),
    parameters: plainParameters(codec),
  };
}

interface KeyOfColumns<Fields extends AnyShape> {
  /** What the key is made of: columns of the table. */
  readonly key: Fields;
  readonly keys: (needs: Needs) => readonly RowOf<Fields>[] | undefined;
}

/** Locks rows by a key of several columns. The keys are walked in their order, and each row is locked as it is found. */
export function lockByKeys<Name extends keyof KeyedRows, Fields extends AnyShape>(
  name: Name,
  kind: ReadKind<KeyedRows[Name]>,
  { key, keys }: KeyOfColumns<Fields>,
): LoadStep<Name, RowOf<Fields>, KeyedRows[Name], 'locks'> {
  const columns = leavesOf<RowOf<Fields>>(key);
  const names = columns.map(({ column }) => column);
  const asked = `select distinct ${names.join(', ')} from ${unnestOf(columns)} order by ${names.join(', ')}`;
  const found = names.map((one) => `t.${one} = k.${one}`).join(' and ');
  return {
    name,
    does: 'locks',
    keys,
    coveredBy: [],
    alongInvoices: null,
    statement: rowStatement(
      `load-${name}`,
      kind.as('t'),
      (list) => `select ${list} from (${asked}) k cross join lateral (
          select * from only ${kind.table} t where ${found} for no key update
        ) t`,
    ),
    parameters: (all) => columns.map((column) => arrayOf(column, all, 0)),
  };
}

interface Along<Name extends string, Key, Row, Does> {
  readonly name: Name;
  readonly does: Does;
  readonly codec: Codec<Key>;
  readonly keys: (needs: Needs, catalogue: Catalogue) => readonly Key[] | undefined;
  readonly selection: Selection<Row>;
  /** Selects the keys of what belongs to the invoices. */
  ofInvoices(invoices: string): string;
  /** `keys` is an array of them. */
  text(list: string, keys: string): string;
}

/**
 * Finds rows asked for by their own key, and those that belong to the invoices of the batch. A batch that only creates has
 * none, and need not pay for looking.
 */
export function alongInvoices<Name extends string, Key, Row, Does extends 'locks' | 'looks'>(
  along: Along<Name, Key, Row, Does>,
): LoadStep<Name, Key, Row, Does> {
  const { name, does, codec, keys, selection } = along;
  const own = `$1::${codec.type}[]`;
  const both = `${own} || array(${along.ofInvoices('$2::uuid[]')})`;
  return {
    name,
    does,
    keys,
    coveredBy: [],
    statement: rowStatement(`load-${name}-alone`, selection, (list) => along.text(list, own)),
    alongInvoices: rowStatement(`load-${name}`, selection, (list) => along.text(list, both)),
    parameters: plainParameters(codec),
  };
}

/** Finds only what belongs to the invoices of the batch. */
export function ofInvoices<Name extends string, Row>(
  name: Name,
  selection: Selection<Row>,
  text: (list: string, invoices: string) => string,
): LoadStep<Name, never, Row, 'looks'> {
  const statement = rowStatement(`load-${name}`, selection, (list) => text(list, '$1::uuid[]'));
  const parameters = () => [];
  return { name, does: 'looks', keys: null, coveredBy: ['invoices'], statement, alongInvoices: statement, parameters };
}

interface LookUp<Name extends string, Fields extends AnyShape, Row> {
  readonly name: Name;
  /**
   * The steps whose locks every change of what is looked for takes as well. They come before it, or it may have seen what another batch
   * has changed since. None: what has changed shows when the batch is stored, by a unique key, or when the rows that were found are
   * locked and looked at again.
   */
  readonly coveredBy: readonly (keyof KeyedRows)[];
  /** What the keys are made of: columns of `k`. */
  readonly key: Fields;
  readonly keys: (needs: Needs, catalogue: Catalogue) => readonly RowOf<Fields>[] | undefined;
  readonly selection: Selection<Row>;
  /** `keys` is a list of rows `k`. */
  text(list: string, keys: string): string;
}

/**
 * Looks something up for each of the keys. It has to be written `from ${keys} cross join lateral (… limit n)`: so the planner
 * can only walk the keys and use the index for each. As a plain join it may turn it round and walk the table, when it
 * believes the table to be small.
 */
export function lookUp<Name extends string, Fields extends AnyShape, Row>(
  look: LookUp<Name, Fields, Row>,
): LoadStep<Name, RowOf<Fields>, Row, 'looks'> {
  const { name, keys, coveredBy, selection } = look;
  const columns = leavesOf<RowOf<Fields>>(look.key);
  const statement = rowStatement(`load-${name}`, selection, (list) => look.text(list, unnestOf(columns)));
  return {
    name,
    does: 'looks',
    keys,
    coveredBy,
    alongInvoices: null,
    statement,
    parameters: (asked) => columns.map((column) => arrayOf(column, asked, 0)),
  };
}

/** The keys as rows `k`: one parameter for each of their columns. */
function unnestOf(columns: readonly { readonly type: string; readonly column: string }[]): string {
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  return `unnest(${arrays}) k(${columns.map(({ column }) => column).join(', ')})`;
}

/** A step that every batch makes. */
export function lookAlways<Name extends string, Row>(
  name: Name,
  statement: RowStatement<Row>,
): LoadStep<Name, never, Row, 'looks'> {
  return {
    name,
    does: 'looks',
    keys: null,
    coveredBy: [],
    alongInvoices: null,
    statement,
    parameters: () => [],
  };
}

function plainParameters<Key>(codec: Codec<Key>): (keys: readonly Key[]) => readonly string[] {
  const column = { type: codec.type, value: (key: Key) => codec.toCell(key) };
  return (keys) => [arrayOf(column, keys, 0)];
}

export const uuidsOf = plainParameters(uuid);
