import type { KeyedRows, StoredRows, Written, WrittenRows } from '../domain/state/changes.ts';
import type { Loaded } from '../storage/batch/load-steps.ts';
import type { RowKind } from '../storage/rows/row-kind.ts';
import { keyedKinds, rowKinds, type StoredKind, storedKinds } from '../storage/rows/row-kinds.ts';
import { RowSet } from './row-set.ts';

/** Rows of every kind, stored or only known. */
export interface AllRows extends StoredRows, KeyedRows {}
type AnyKind = keyof AllRows;
type SetsOf<Kinds extends AnyKind = AnyKind> = { [Kind in Kinds]: RowSet<AllRows[Kind]> | null };
type KindsOf<Kinds extends AnyKind = AnyKind> = { readonly [Kind in Kinds]: RowKind<AllRows[Kind]> };
type KeyedLists<Kinds extends keyof KeyedRows = keyof KeyedRows> = {
  readonly [Kind in Kinds]: readonly AllRows[Kind][];
};

type WrittenOf<Kinds extends StoredKind = StoredKind> = { [Kind in Kinds]: Written<AllRows[Kind]> };

const kinds: KindsOf = { ...rowKinds, ...keyedKinds };
const noSets = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, null])) as unknown as SetsOf;
const keyedNames = Object.keys(keyedKinds) as readonly (keyof KeyedRows)[];
const nothing: Written<never> = Object.freeze({ added: [], changed: [] });
/** Nothing of any kind is nothing of every kind. */
export const nothingWritten = Object.fromEntries(storedKinds.map((kind) => [kind, nothing])) as unknown as WrittenOf;

/** The rows of a batch, one set for each kind. A batch knows few kinds; a set is made when the first row comes. */
export class RowSets {
  readonly #sets: SetsOf = { ...noSets };

  constructor(loaded: Loaded) {
    for (const kind of keyedNames) this.#load(kind, loaded);
  }

  of<Kind extends AnyKind>(kind: Kind): RowSet<AllRows[Kind]> {
    const known: RowSet<AllRows[Kind]> | null = this.#sets[kind];
    return known ?? makeSet(this.#sets, kinds, kind);
  }

  /** What has to be written, kind by kind; null: nothing. */
  written(): WrittenRows | null {
    const rows = { ...nothingWritten };
    let isAny = false;
    for (const kind of storedKinds) if (addWritten(rows, this.#sets, kind)) isAny = true;
    return isAny ? rows : null;
  }

  #load<Kind extends keyof KeyedRows>(kind: Kind, loaded: KeyedLists<Kind>): void {
    const rows = loaded[kind];
    if (rows.length === 0) return;
    const set = this.of(kind);
    for (const row of rows) set.load(row);
  }
}

function makeSet<Kind extends AnyKind>(
  sets: SetsOf<Kind>,
  described: KindsOf<Kind>,
  kind: Kind,
): RowSet<AllRows[Kind]> {
  const made = new RowSet(described[kind]);
  sets[kind] = made;
  return made;
}

function addWritten<Kind extends StoredKind>(rows: WrittenOf<Kind>, sets: SetsOf<Kind>, kind: Kind): boolean {
  const written = sets[kind]?.written() ?? null;
  if (written === null) return false;
  rows[kind] = written;
  return true;
}
