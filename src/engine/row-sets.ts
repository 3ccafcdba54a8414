import type { KeyedRows, StoredRows, Written, WrittenRows } from '../domain/changes.ts';
import type { Loaded } from '../storage/batch/load-steps.ts';
import type { RowKind } from '../storage/rows/row-kind.ts';
import { keyedKinds, rowKinds, type StoredKind, storedKinds } from '../storage/rows/row-kinds.ts';
import { RowSet } from './row-set.ts';

/** Rows of every kind, stored or only known. */
export interface AllRows extends StoredRows, KeyedRows {}
type AnyKind = keyof AllRows;
type SetsOf<Kinds extends AnyKind = AnyKind> = { [Kind in Kinds]?: RowSet<AllRows[Kind]> };
type KindsOf<Kinds extends AnyKind = AnyKind> = { readonly [Kind in Kinds]: RowKind<AllRows[Kind]> };
type KeyedLists<Kinds extends keyof KeyedRows = keyof KeyedRows> = {
  readonly [Kind in Kinds]: readonly AllRows[Kind][];
};

type WrittenSoFar<Kinds extends StoredKind = StoredKind> = { [Kind in Kinds]?: Written<AllRows[Kind]> };

const kinds: KindsOf = { ...rowKinds, ...keyedKinds };
const keyedNames = Object.keys(keyedKinds) as readonly (keyof KeyedRows)[];
const nothing: Written<never> = { added: [], changed: [] };

/** The rows of a batch, one set for each kind. A batch knows few kinds; a set is made when the first row comes. */
export class RowSets {
  readonly #sets: SetsOf = {};

  constructor(loaded: Loaded) {
    for (const kind of keyedNames) this.#load(kind, loaded);
  }

  of<Kind extends AnyKind>(kind: Kind): RowSet<AllRows[Kind]> {
    return setOf(this.#sets, kinds, kind);
  }

  /** What has to be written, kind by kind. */
  written(): WrittenRows {
    const rows: WrittenSoFar = {};
    for (const kind of storedKinds) addWritten(rows, this.#sets, kind);
    // Every kind has had its turn.
    return rows as WrittenRows;
  }

  #load<Kind extends keyof KeyedRows>(kind: Kind, loaded: KeyedLists<Kind>): void {
    const { [kind]: rows } = loaded;
    if (rows.length === 0) return;
    const set = this.of(kind);
    for (const row of rows) set.load(row);
  }
}

function setOf<Kind extends AnyKind>(sets: SetsOf<Kind>, described: KindsOf<Kind>, kind: Kind): RowSet<AllRows[Kind]> {
  const known = sets[kind];
  if (known !== undefined) return known;
  const made = new RowSet(described[kind]);
  sets[kind] = made;
  return made;
}

function addWritten<Kind extends StoredKind>(rows: WrittenSoFar<Kind>, sets: SetsOf<Kind>, kind: Kind): void {
  rows[kind] = sets[kind]?.written() ?? nothing;
}
