import type pg from 'pg';
import { keyedLeaf, type SealedBalance } from '../../domain/book/balance-leaf.ts';
import { balancePath, brokenTiles, rootOf } from '../../domain/book/balance-tree.ts';
import type { PageFault } from '../../domain/book/page-faults.ts';
import { openPage } from '../../domain/book/page-faults.ts';
import type { SecretBox } from '../secret-box.ts';
import { loadTiles, MissingTile } from './balance-tiles.ts';
import { type BookKeys, readBookKeys } from './book-keys.ts';
import { readLastPages, readSealedBalances, type StoredPage } from './read-pages.ts';
import { readHorizon, usableBase } from './read-unsealed.ts';

const namedMax = 10;

/** What can only be seen of the book as a whole: transfers that no page has, and the tree of balances at its end. */
export async function scrubWhole(client: pg.Client, secrets: SecretBox): Promise<PageFault[]> {
  const { last, base } = await readLastPages(client);
  if (last === null || base === null) return [];
  return [...(await findStrangers(client, base)), ...(await treeFaults(client, last, secrets))];
}

/** Transfers that the last complete page must have seen, and that no page has. Of another cluster nothing can be said. */
async function findStrangers(client: pg.Client, base: StoredPage): Promise<PageFault[]> {
  if (usableBase(base.horizon, await readHorizon(client)) === null) return [];
  const { rows } = await client.query(
    `select t.id from transfers t
     where not t.id <@ coalesce((select range_agg(transfer_ids) from book_pages), '{}'::int8multirange)
       and pg_visible_in_snapshot(t.xid, $1::pg_snapshot) order by t.id limit $2`,
    [base.horizon.snapshot, namedMax],
  );
  return rows.map(({ id }) => ({
    kind: 'stranger',
    page: null,
    text: `transfer ${id} is in no page, though everything of its time is sealed: it was put in later`,
  }));
}

/** Every account's leaf is in the tree with the balance that was sealed last, and the tree is the one of the last header. */
async function treeFaults(client: pg.Client, last: StoredPage, secrets: SecretBox): Promise<PageFault[]> {
  const header = openPage(last).page?.header;
  const keys = await readBookKeys(client, secrets);
  if (header === undefined || keys === null) return [];
  const found: string[] = [];
  let count = 0;
  for await (const balances of readSealedBalances(client)) {
    found.push(...(await partFaults(client, balances, { keys, root: header.balancesRoot })));
    count += balances.length;
    if (found.length > namedMax) break;
  }
  if (found.length === 0 && count !== header.accounts) {
    found.push(`page ${header.number} has sealed ${header.accounts} balances, and ${count} are written down`);
  }
  return [...new Set(found)].slice(0, namedMax).map((text) => ({ kind: 'balances', page: null, text }));
}

async function partFaults(
  client: pg.Client,
  balances: readonly SealedBalance[],
  { keys, root }: { readonly keys: BookKeys; readonly root: Buffer },
): Promise<string[]> {
  const leaves = balances.map((balance) => ({ id: balance.id, leaf: keyedLeaf(keys.placeKey, balance) }));
  try {
    const tiles = await loadTiles(
      client,
      leaves.map(({ leaf }) => leaf.place),
    );
    return [
      ...(rootOf(tiles).hash.equals(root) ? [] : ['the tree of balances is another one than the last page has sealed']),
      ...brokenTiles(tiles).map((prefix) => `the tree of balances is broken below ${prefix}`),
      ...leaves.flatMap(({ id, leaf }) => {
        const kept = balancePath(tiles, leaf.place);
        if (kept === null) return [`the balance of account ${id} is not in the tree of balances: it was hidden`];
        return kept.leaf.hash.equals(leaf.hash) ? [] : [`the tree has another balance of account ${id}`];
      }),
    ];
  } catch (error) {
    if (error instanceof MissingTile) return [`the tree of balances has a hole: ${error.message}`];
    throw error;
  }
}
