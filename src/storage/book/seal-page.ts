import type pg from 'pg';
import { keyedLeaf, type SealedAccount, type SealedBalance } from '../../domain/book/balance-leaf.ts';
import { emptyEntry, plantLeaves, type Tiles } from '../../domain/book/balance-tree.ts';
import { noHash, type PageHeader, readHeader, type SealedPage, sealHeader } from '../../domain/book/page-header.ts';
import { historyRoot, partsBeside, partsOfHistory, partsOfPage } from '../../domain/book/page-history.ts';
import { rootOfLeaves } from '../../domain/book/transfer-tree.ts';
import { auditChain } from '../chain/chain.ts';
import { readHead } from '../chain/check-chain.ts';
import { storeLeaves, storeTiles } from './balance-tiles.ts';
import type { BookKeys } from './book-keys.ts';
import { CannotSeal } from './cannot-seal.ts';
import type { AccountChange, PageContent } from './read-content.ts';
import { readParts, readSealedBalances, type StoredPage } from './read-pages.ts';
import type { Horizon } from './read-unsealed.ts';

interface NextPage {
  readonly last: StoredPage | null;
  readonly content: PageContent;
  readonly isComplete: boolean;
  readonly horizon: Horizon;
  readonly keys: BookKeys;
  readonly at: number;
}

export interface SealedContent {
  readonly page: SealedPage;
  /** Of the accounts that the page touches: what it leaves them with, and what they hold. */
  readonly balances: readonly { readonly id: number; readonly sealed: bigint; readonly held: bigint }[];
  /** Whether each transfer has the currency of both its accounts. */
  readonly isOfOneCurrency: boolean;
}

/** The next page, with these transfers. What it stores is stored together with it, or not at all. */
export async function sealPage(client: pg.Client, next: NextPage): Promise<SealedContent> {
  const { last, content, isComplete, horizon, keys } = next;
  const before = last === null ? null : readHeader(last.bytes);
  const number = (before?.number ?? 0n) + 1n;
  const moves = await readMoves(client, content.changes, number);
  const balances = moves.map(({ after }) => after);
  const tree = await plantBalances(client, moves, { keys, before });
  const parts = await readParts(client, [...partsOfHistory(number - 1n), ...partsBeside(number)]);
  const header: PageHeader = {
    number,
    previousHash: last?.hash ?? noHash,
    historyRoot: historyRoot(number - 1n, parts),
    isComplete,
    // A clock that was put back does not put the book back.
    at: Math.max(next.at, before?.at ?? 0),
    transfers: content.count,
    transfersTotal: (before?.transfersTotal ?? 0n) + BigInt(content.count),
    transfersRoot: rootOfLeaves(content.leaves),
    ...tree,
    ...(await readAuditHead(client, before)),
    cluster: BigInt.asUintN(64, horizon.cluster),
    xidMin: horizon.xidMin,
    xidMax: horizon.xidMax,
    ...signersOf(keys, before),
  };
  const page = sealHeader(header, seedOf(keys, header.key));
  await insertPage(client, page, { ...next, parts: partsOfPage(number, page.hash, parts) });
  await insertBalances(client, balances);
  return {
    page,
    balances: moves.map(({ after, held }) => ({ id: after.id, sealed: after.balance, held })),
    isOfOneCurrency: moves.every((move) => move.isOfOneCurrency),
  };
}

/** What an account held at the end of the page that touched it last (null: none has), and what it holds after this one. */
interface Move {
  readonly before: SealedBalance | null;
  readonly after: SealedBalance;
  /** What it holds by its own row: in a complete page the same. */
  readonly held: bigint;
  readonly isOfOneCurrency: boolean;
}

async function readMoves(client: pg.Client, changes: readonly AccountChange[], page: bigint): Promise<Move[]> {
  const byAccount = new Map<number, AccountChange[]>();
  for (const change of changes) byAccount.set(change.accountId, [...(byAccount.get(change.accountId) ?? []), change]);
  const { rows } = await client.query(
    `select k.id, a.kind, a.owner_id as "ownerId", a.currency, a.balance as held, b.balance, b.page
     from unnest($1::int[]) k(id) left join accounts a on a.id = k.id
     left join lateral (select balance, page from book_balances where account_id = k.id order by page desc limit 1) b on true
     order by k.id`,
    [[...byAccount.keys()]],
  );
  return rows.map((row): Move => {
    const { id, kind, ownerId, currency, held } = row;
    if (kind === null) throw new CannotSeal(`transfers name account ${id}, which does not exist`);
    const account: SealedAccount = { id, kind, ownerId, currency };
    const own = byAccount.get(id) ?? [];
    const balance = own.reduce((sum, { amount }) => sum + amount, row.balance ?? 0n);
    return {
      before: row.page === null ? null : { ...account, balance: row.balance, page: row.page },
      after: { ...account, balance, page },
      held,
      isOfOneCurrency: own.every((change) => change.currency === currency),
    };
  });
}

async function plantBalances(
  client: pg.Client,
  moves: readonly Move[],
  { keys, before }: { readonly keys: BookKeys; readonly before: PageHeader | null },
): Promise<Pick<PageHeader, 'accounts' | 'balancesRoot' | 'sums'>> {
  const expected = before?.balancesRoot ?? emptyEntry.hash;
  const changes = moves.map((move) => ({
    id: move.after.id,
    before: move.before === null ? null : keyedLeaf(keys.placeKey, move.before),
    after: keyedLeaf(keys.placeKey, move.after),
  }));
  let planted = await storeLeaves(client, expected, changes);
  if (planted === null) {
    // The tree follows from the balances: one that somebody has changed is made anew.
    await replantTree(client, keys);
    planted = await storeLeaves(client, expected, changes);
  }
  if (planted === null) throw new CannotSeal(`the balances are others than page ${before?.number ?? 0} has sealed`);
  const { hash, sums } = planted.root;
  return { accounts: (before?.accounts ?? 0) + planted.added, balancesRoot: hash, sums };
}

async function replantTree(client: pg.Client, { placeKey }: BookKeys): Promise<void> {
  const tiles: Tiles = new Map();
  for await (const part of readSealedBalances(client)) {
    const { changed } = plantLeaves(
      tiles,
      part.map((balance) => keyedLeaf(placeKey, balance)),
    );
    for (const [prefix, tile] of changed) tiles.set(prefix, tile);
  }
  await storeTiles(client, tiles);
}

async function readAuditHead(client: pg.Client, before: PageHeader | null) {
  const head = await readHead(client, auditChain);
  // A log that was cut off is for its own check to name; the book goes on.
  if (head === null) return { auditSequence: before?.auditSequence ?? 0n, auditHash: before?.auditHash ?? noHash };
  return { auditSequence: head.sequence, auditHash: head.hash };
}

/** The key that the page before has announced signs this one, and the newest there is signs the next. */
function signersOf({ signing }: BookKeys, before: PageHeader | null): Pick<PageHeader, 'key' | 'nextKey'> {
  const newest = signing.at(-1);
  if (newest === undefined) throw new CannotSeal('the book has no key to sign with');
  return { key: before?.nextKey ?? newest.publicKey, nextKey: newest.publicKey };
}

function seedOf({ signing }: BookKeys, key: Buffer): Buffer {
  const found = signing.find(({ publicKey }) => publicKey.equals(key));
  if (found !== undefined) return found.seed;
  throw new CannotSeal(`the last page says that the key ${key.toString('hex')} signs the next one, and it is not here`);
}

async function insertPage(
  client: pg.Client,
  { header, bytes, hash, signature }: SealedPage,
  { content, horizon, parts }: NextPage & { readonly parts: readonly Buffer[] },
): Promise<void> {
  await client.query(
    `insert into book_pages
       (number, header, hash, signature, is_complete, transfers, transfer_ids, cluster, snapshot, sealed_at, parts, leaves)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      header.number,
      bytes,
      hash,
      signature,
      header.isComplete,
      header.transfers,
      content.ids,
      horizon.cluster,
      horizon.snapshot,
      new Date(header.at),
      Buffer.concat(parts),
      content.leaves,
    ],
  );
}

async function insertBalances(client: pg.Client, balances: readonly SealedBalance[]): Promise<void> {
  await client.query(
    'insert into book_balances (account_id, page, balance) select * from unnest($1::int[], $2::int8[], $3::int8[])',
    [balances.map(({ id }) => id), balances.map(({ page }) => page), balances.map(({ balance }) => balance)],
  );
}
