import type pg from 'pg';
import type { BatchChanges, WrittenRows } from '../../domain/state/changes.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { send } from '../database/connection.ts';
import { type RowKinds, rowKinds, type StoredKind, storedKinds } from '../rows/row-kinds.ts';
import type { Statement } from '../rows/statement.ts';
import { plainArray, timestampText, type Write } from '../rows/table.ts';
import { freeLines, lockLines, lockLinks } from '../statements/line-links.ts';

/**
 * The store step of a batch: one statement per table, sent together with `commit` in one round trip. When one fails the
 * server skips those after it, the commit included, so the batch is stored whole or not at all.
 */
export async function storeAndCommit(client: pg.Client, changes: BatchChanges): Promise<void> {
  const writes: Write[] = [];
  const { changedMoney } = changes;
  if (changedMoney.length > 0) writes.push(lockLinks, lockLines(changedMoney));
  // What leaves a unique index goes before what enters it.
  if (changes.freedPairs.length > 0) {
    writes.push({ statement: freePairs, values: [plainArray(changes.freedPairs), timestampText(changes.now)] });
  }
  for (const kind of storedKinds) {
    const { added, changed } = changes[kind];
    if (added.length + changed.length > 0) addWrites(writes, kind, rowKinds, changes, changes.now);
  }
  if (changedMoney.length > 0) writes.push(freeLines(changedMoney));
  writes.push(commit);
  await send(client, writes);
}

function addWrites<Kind extends StoredKind>(
  writes: Write[],
  kind: Kind,
  kinds: RowKinds<Kind>,
  rows: WrittenRows<Kind>,
  now: Instant,
): void {
  const described = kinds[kind];
  if (described.isDerived) return;
  const written = rows[kind];
  if (written.changed.length > 0) writes.push(described.update(written.changed, now));
  if (written.added.length > 0) writes.push(described.insert(written.added, now));
}

const commit: Write = { statement: { name: 'commit', text: 'commit' }, values: [] };

const freePairs: Statement = {
  name: 'free-pairs',
  text: `update only deals set occupies = false
    where id = any($1::uuid[]) and occupies and rests_until <= $2::timestamptz`,
};
