import type { BatchChanges, WrittenRows } from '../../src/domain/state/changes.ts';
import type { RowKind } from '../../src/storage/rows/row-kind.ts';
import { type RowKinds, rowKinds, type StoredKind, storedKinds } from '../../src/storage/rows/row-kinds.ts';
import type { TablesOf } from './apply-changes.ts';
import type { LockKey, LockSpace } from './locks.ts';
import type { MemoryStore } from './memory-store.ts';

type Lock = readonly [LockSpace, LockKey];

/** What the statements of the store step lock or wait for, in their order: rows they change, unique keys they enter. */
export function storeLocks({ tables }: MemoryStore, changes: BatchChanges): readonly Lock[] {
  const locks: Lock[] = changes.freedPairs.map((dealId) => ['deals', dealId]);
  for (const name of storedKinds) {
    addLocks(locks, name, rowKinds, changes, tables);
    // The service's own accounts are not locked before: batches meet here.
    if (name === 'balanceDeltas')
      for (const { accountId } of changes.balanceDeltas.changed) locks.push(['balances', accountId]);
    if (name === 'notifications') addFeeds(locks, changes);
  }
  return locks;
}

function addLocks<Kind extends StoredKind>(
  locks: Lock[],
  name: Kind,
  kinds: RowKinds<Kind>,
  rows: WrittenRows<Kind>,
  tables: TablesOf<Kind>,
): void {
  const kind = kinds[name];
  const written = rows[name];
  const table = tables[name];
  for (const row of written.changed) {
    if (kind.key === null || table === undefined) continue;
    const key = kind.key(row);
    locks.push([name, key]);
    addEntries(locks, kind, row, table.get(key));
  }
  for (const row of written.added) addEntries(locks, kind, row, undefined);
}

/** The entries of unique keys that the row did not have before. */
function addEntries<Row>(locks: Lock[], kind: RowKind<Row>, row: Row, before: Row | undefined): void {
  for (const { name, entry } of kind.unique) {
    const own = entry(row);
    if (own !== null && (before === undefined || own !== entry(before))) locks.push([name, own]);
  }
}

/** In the order of stores: a feed's counter is locked until the commit. */
function addFeeds(locks: Lock[], { notifications }: BatchChanges): void {
  const storeIds = new Set(notifications.added.map(({ invoice }) => invoice.storeId));
  for (const storeId of [...storeIds].sort((left, right) => left - right)) locks.push(['notification feed', storeId]);
}
