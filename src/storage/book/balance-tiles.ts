import type pg from 'pg';
import type { BalanceLeaf } from '../../domain/book/balance-leaf.ts';
import {
  brokenTiles,
  isLeafAt,
  missingTiles,
  plantLeaves,
  readTile,
  rootOf,
  type Tiles,
  tileBytes,
} from '../../domain/book/balance-tree.ts';
import { CannotSeal } from './cannot-seal.ts';

/** The tree that is stored has a hole. */
export class MissingTile extends Error {
  override readonly name = 'MissingTile';
}

const emptyBytes = Buffer.alloc(16);

/** All tiles on the ways to these places, level by level. */
export async function loadTiles(client: pg.ClientBase, places: readonly Buffer[]): Promise<Tiles> {
  const tiles: Tiles = new Map();
  for (let missing = missingTiles(tiles, places); missing.length > 0; missing = missingTiles(tiles, places)) {
    const { rows } = await client.query('select prefix, slots from book_tiles where prefix = any($1)', [missing]);
    const found = new Map<string, Buffer>(rows.map(({ prefix, slots }) => [prefix, slots]));
    for (const prefix of missing) {
      const slots = found.get(prefix);
      // Only the first one may be missing, before there is any balance.
      if (slots === undefined && prefix !== '') throw new MissingTile(`the tile ${prefix} is missing`);
      tiles.set(prefix, readTile(slots ?? emptyBytes));
    }
  }
  return tiles;
}

/** A leaf that takes the place of another one; null: there was none. */
interface ChangedLeaf {
  readonly id: number;
  readonly before: BalanceLeaf | null;
  readonly after: BalanceLeaf;
}

/** Puts leaves into the tree with this root; says what it has become. Null: the tree that is stored is another one. */
export async function storeLeaves(client: pg.ClientBase, expected: Buffer, changes: readonly ChangedLeaf[]) {
  const leaves = changes.map(({ after }) => after);
  const tiles = await loadTiles(
    client,
    leaves.map(({ place }) => place),
  ).catch((error: unknown) => {
    if (error instanceof MissingTile) return null;
    throw error;
  });
  if (tiles === null || !rootOf(tiles).hash.equals(expected) || brokenTiles(tiles).length > 0) return null;
  // The tree is the one that was signed: a balance that is not in it was written by somebody else, and no page may follow from it.
  const other = changes.find(({ before, after }) => !isLeafAt(tiles, after.place, before));
  if (other !== undefined) {
    throw new CannotSeal(`the balance of account ${other.id} that is written down is another one than was sealed`);
  }
  const { changed, added, root } = plantLeaves(tiles, leaves);
  await storeTiles(client, changed);
  return { root, added };
}

export async function storeTiles(client: pg.ClientBase, changed: Tiles): Promise<void> {
  const entries = [...changed].sort(([one], [other]) => (one < other ? -1 : 1));
  await client.query(
    `insert into book_tiles (prefix, slots) select * from unnest($1::text[], $2::bytea[])
     on conflict (prefix) do update set slots = excluded.slots`,
    [entries.map(([prefix]) => prefix), entries.map(([, tile]) => tileBytes(tile))],
  );
}
