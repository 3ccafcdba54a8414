import type pg from 'pg';
import type { SealedBalance } from '../../domain/book/balance-leaf.ts';
import type { FoundPage } from '../../domain/book/page-faults.ts';
import { noHash } from '../../domain/book/page-header.ts';
import type { PartReader, WholePart } from '../../domain/book/page-history.ts';
import type { SealedTransfer } from '../../domain/book/sealed-transfer.ts';
import type { Queryable } from '../database/connection.ts';
import { type Horizon, sealedColumnsOfTransfer } from './read-unsealed.ts';

export interface StoredPage extends FoundPage {
  readonly isComplete: boolean;
  readonly horizon: Horizon;
}

const columns = `p.number, p.header as bytes, p.hash, p.signature, p.is_complete, p.snapshot::text as snapshot, p.cluster,
  pg_snapshot_xmin(p.snapshot)::text::int8 as xid_min, pg_snapshot_xmax(p.snapshot)::text::int8 as xid_max`;

interface PageRow extends FoundPage {
  readonly is_complete: boolean;
  readonly snapshot: string;
  readonly cluster: bigint;
  readonly xid_min: bigint;
  readonly xid_max: bigint;
}

function asPage(row: PageRow): StoredPage {
  const { number, bytes, hash, signature, snapshot, cluster } = row;
  const horizon = { snapshot, cluster, xidMin: row.xid_min, xidMax: row.xid_max };
  return { number, bytes, hash, signature, isComplete: row.is_complete, horizon };
}

/** The last one, and the last one whose end was a state of the books. */
export async function readLastPages(
  client: Queryable,
): Promise<{ readonly last: StoredPage | null; readonly base: StoredPage | null }> {
  const { rows: last } = await client.query({ name: 'last-page-of-book', text: lastPage('true') });
  if (last[0] === undefined) return { last: null, base: null };
  const { rows: base } = last[0].is_complete
    ? { rows: last }
    : await client.query({ name: 'last-complete-page-of-book', text: lastPage('p.is_complete') });
  return { last: asPage(last[0]), base: base[0] === undefined ? null : asPage(base[0]) };
}

function lastPage(condition: string): string {
  return `select ${columns} from book_pages p where ${condition} order by p.number desc limit 1`;
}

/** The end of the book, and the hash of the page with this number. */
export async function readHeadOfBook(client: Queryable, number: bigint) {
  const { rows } = await client.query({
    name: 'head-of-book',
    text: `select (select hash from book_pages where number = $1) as hash, l.number as last_number, l.hash as last_hash
     from (select 1) one left join lateral (select number, hash from book_pages order by number desc limit 1) l on true`,
    values: [number],
  });
  const { hash, last_number: last, last_hash: lastHash } = rows[0];
  return {
    last: last === null ? null : { number: last as bigint, hash: lastHash as Buffer },
    hash: hash as Buffer | null,
  };
}

/** Parts of the tree over all pages, to be read from one after the other. */
export async function readParts(client: Queryable, wanted: readonly WholePart[]): Promise<PartReader> {
  const pages = [...new Set(wanted.map(({ page }) => page))];
  const { rows } =
    pages.length === 0
      ? { rows: [] }
      : await client.query('select number, parts from book_pages where number = any($1::int8[])', [pages]);
  const found = new Map<bigint, Buffer>(rows.map(({ number, parts }) => [number, parts]));
  return ({ page, level }) => {
    const part = found.get(page)?.subarray(32 * level, 32 * level + 32);
    // A page that is missing, or keeps too little, is for the chain to name; no root follows from it.
    return part?.length === 32 ? part : noHash;
  };
}

/** Pages in their order, after a number. */
export async function readPagesAfter(client: Queryable, after: bigint, countMax: number): Promise<StoredPage[]> {
  const { rows } = await client.query(
    `select ${columns} from book_pages p where p.number > $1 order by p.number limit $2`,
    [after, countMax],
  );
  return rows.map(asPage);
}

/** The last one before a number that is there. */
export async function readPageBefore(client: Queryable, number: bigint): Promise<StoredPage | null> {
  const { rows } = await client.query(
    `select ${columns} from book_pages p where p.number < $1 order by p.number desc limit 1`,
    [number],
  );
  return rows[0] === undefined ? null : asPage(rows[0]);
}

/** A page with what is kept beside its header. */
export interface HeldPage extends FoundPage {
  /** Numbers of its transfers, as an int8multirange in text; the first, and the end of the last. */
  readonly ids: string;
  readonly first: bigint | null;
  readonly last: bigint | null;
  /** Of the hashes that are kept of its transfers: how many bytes, and a part of them; null: none are. */
  readonly keptBytes: number | null;
  readonly kept: Buffer | null;
}

/** Which of the hashes that are kept. */
export interface KeptPart {
  readonly after: number;
  readonly count: number;
}

const hashBytes = 32;
const heldColumns = `p.number, p.header as bytes, p.hash, p.signature, p.transfer_ids::text as ids, lower(p.transfer_ids) as first,
  upper(p.transfer_ids) as last, length(p.leaves) as "keptBytes", substring(p.leaves from $2 for $3) as kept`;

/** The first page after a number. */
export async function readHeldAfter(client: Queryable, after: bigint, kept: KeptPart): Promise<HeldPage | null> {
  return await readHeld(client, { where: 'p.number > $1', number: after, kept });
}

export async function readHeldPage(client: Queryable, number: bigint, kept: KeptPart): Promise<HeldPage | null> {
  return await readHeld(client, { where: 'p.number = $1', number, kept });
}

async function readHeld(
  client: Queryable,
  { where, number, kept }: { readonly where: string; readonly number: bigint; readonly kept: KeptPart },
): Promise<HeldPage | null> {
  const { rows } = await client.query(
    `select ${heldColumns} from book_pages p where ${where} order by p.number limit 1`,
    [number, hashBytes * kept.after + 1, hashBytes * kept.count],
  );
  return rows[0] ?? null;
}

/** The transfers of a page that are there, in the order in which they were sealed: the next ones after a number. */
export async function readTransfersOf(
  client: pg.ClientBase | pg.Pool,
  { first, last, ids }: Pick<HeldPage, 'first' | 'last' | 'ids'>,
  { after, countMax }: { readonly after: bigint; readonly countMax: number | null },
): Promise<SealedTransfer[]> {
  if (first === null) return [];
  // Where they lie, by the least and the greatest number, then which of them.
  const { rows } = await client.query(
    `select ${sealedColumnsOfTransfer} from transfers t
     where t.id >= $1::int8 and t.id < $2::int8 and t.id <@ $3::int8multirange order by t.id limit $4`,
    [first > after ? first : after + 1n, last, ids, countMax],
  );
  return rows;
}

/** All of them. */
export async function readSealedTransfers(client: pg.ClientBase | pg.Pool, number: bigint): Promise<SealedTransfer[]> {
  const held = await readHeldPage(client as Queryable, number, { after: 0, count: 0 });
  return held === null ? [] : await readTransfersOf(client, held, { after: 0n, countMax: null });
}

const accountsPerPart = 2_000;

/** Every account that has one, with the balance that was sealed last, part by part. */
export async function* readSealedBalances(client: pg.ClientBase): AsyncGenerator<SealedBalance[]> {
  for (let after = 0; ; ) {
    const balances = await readBalancesAfter(client, after, accountsPerPart);
    yield balances;
    if (balances.length < accountsPerPart) return;
    after = balances.at(-1)?.id ?? after;
  }
}

/** A balance, and the page that has sealed one of its account for the first time. */
type KnownBalance = SealedBalance & { readonly firstPage: bigint };

/** Of the next accounts after a number. */
export async function readBalancesAfter(
  client: pg.ClientBase,
  after: number,
  countMax: number,
): Promise<KnownBalance[]> {
  const { rows } = await client.query(
    `select a.id, a.kind, a.owner_id as "ownerId", a.currency, b.balance, b.page,
       (select min(page) from book_balances where account_id = a.id) as "firstPage"
     from accounts a
     cross join lateral (select balance, page from book_balances where account_id = a.id order by page desc limit 1) b
     where a.id > $1 order by a.id limit $2`,
    [after, countMax],
  );
  return rows;
}
