import type pg from 'pg';
import { placeOf, type SealedAccount } from '../../domain/book/balance-leaf.ts';
import { balancePath } from '../../domain/book/balance-tree.ts';
import {
  type OwnTransfer,
  type ProvenBalance,
  type ProvenPage,
  partsBetween,
  proofBeginning,
  proofPage,
} from '../../domain/book/proof-file.ts';
import { type SealedTransfer, transferBytes } from '../../domain/book/sealed-transfer.ts';
import { leafHash } from '../../domain/book/transfer-tree.ts';
import { AppError } from '../../errors/app-error.ts';
import { orUnavailable } from '../database/database-errors.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { loadTiles } from './balance-tiles.ts';
import { type BookKeys, readBookKeys } from './book-keys.ts';
import { readLastPages, readParts, readSealedTransfers, type StoredPage } from './read-pages.ts';
import { sealedColumnsOfTransfer } from './read-unsealed.ts';

/** Whose balances are proven, and from where on. */
export interface ProofAsked {
  readonly accounts: readonly (SealedAccount & { readonly decimals: number })[];
  /** Own transfers of pages after this one are shown; 0: all. */
  readonly since: number;
  /** A page that is shown as well, because somebody has kept it. */
  readonly known: number | null;
}

export interface OpenedProof {
  readonly page: bigint;
  /** Read and made while it is sent: a few pages at a time are in memory. */
  readonly parts: AsyncGenerator<Buffer>;
}

/** So many pages are read at once; each has ten thousand hashes at most. */
const pagesPerPart = 64;

/** The end of the book and the balances in it are read together; what follows is of pages that do not change any more. */
export async function openProof(pool: pg.Pool, secrets: SecretBox, asked: ProofAsked): Promise<OpenedProof> {
  const { head, keys, balances } = await orUnavailable(readEnd(pool, secrets, asked));
  for (const page of [asked.since, asked.known ?? 0]) {
    if (BigInt(page) > head.number) throw new AppError('page_not_sealed', { page, last: Number(head.number) });
  }
  const since = BigInt(asked.since);
  const beginning = proofBeginning({ since, head, balances, placeKey: keys.placeKey });
  const ids = balances.map(({ id }) => id);
  return { page: head.number, parts: proofParts(pool, { beginning, head, ids, asked }) };
}

async function readEnd(pool: pg.Pool, secrets: SecretBox, asked: ProofAsked) {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { last: head } = await readLastPages(client);
    const keys = await readBookKeys(client, secrets);
    // The balances of a piece belong to no moment; within seconds a page that is whole follows it.
    if (head === null || !head.isComplete || keys === null) throw new AppError('not_sealed_yet');
    const balances = await readBalances(client, keys, asked);
    await client.query('commit');
    client.release();
    return { head, keys, balances };
  } catch (error) {
    client.release(!(error instanceof AppError) || (await client.query('rollback').catch(() => null)) === null);
    throw error;
  }
}

async function readBalances(
  client: pg.ClientBase,
  { placeKey }: BookKeys,
  { accounts, since }: ProofAsked,
): Promise<ProvenBalance[]> {
  const places = accounts.map(({ id }) => placeOf(placeKey, id));
  const tiles = await loadTiles(client, places);
  const { rows } = await client.query(
    `select n.balance, n.page, coalesce(o.balance, 0) as opening from unnest($1::int[]) with ordinality k(id, place)
     left join lateral (select balance, page from book_balances where account_id = k.id order by page desc limit 1) n on true
     left join lateral (
       select balance from book_balances where account_id = k.id and page <= $2 order by page desc limit 1) o on true
     order by k.place`,
    [accounts.map(({ id }) => id), since],
  );
  return accounts.map((account, at) => {
    const place = places[at] as Buffer;
    const { balance, page, opening } = rows[at];
    const beside = page === null ? null : (balancePath(tiles, place)?.beside ?? null);
    return { ...account, balance: balance ?? 0n, page: page ?? 0n, place, beside, opening };
  });
}

interface Walk {
  readonly beginning: Buffer;
  readonly head: StoredPage;
  readonly ids: readonly number[];
  readonly asked: ProofAsked;
}

async function* proofParts(pool: pg.Pool, walk: Walk): AsyncGenerator<Buffer> {
  yield walk.beginning;
  for (let before = 0n; before < walk.head.number; ) {
    const numbers = await readNumbers(pool, walk, before);
    const pages = await readPages(pool, walk, numbers);
    const wanted = pages.flatMap((page, at) => partsBetween(pages[at - 1]?.number ?? before, page.number));
    const parts = await readParts(pool, wanted);
    for (const page of pages) {
      yield proofPage(before, page, parts);
      before = page.number;
    }
  }
}

/** The pages that are shown next; the head is the last of them. */
async function readNumbers(pool: pg.Pool, { head, ids, asked }: Walk, before: bigint): Promise<bigint[]> {
  const { rows } = await pool.query(
    `select number from (
       select b.page as number from unnest($1::int[]) k(id) cross join lateral (
         select page from book_balances where account_id = k.id and page > greatest($2::int8, $3::int8) and page < $4::int8
         order by page limit $5) b
       union
       (select number from book_pages where substr(header, length(header) - 63, 32) <> substr(header, length(header) - 31, 32)
          and number > $2::int8 and number < $4::int8 order by number limit $5)
     ) n order by number limit $5`,
    [ids, before, asked.since, head.number, pagesPerPart],
  );
  const found = rows.map(({ number }) => number as bigint);
  const isWhole = found.length < pagesPerPart;
  const ends = isWhole ? head.number : (found.at(-1) as bigint);
  const others = [BigInt(asked.since), BigInt(asked.known ?? 0)].filter((page) => page > before && page < ends);
  const numbers = [...new Set([...found, ...others, ...(isWhole ? [head.number] : [])])];
  return numbers.sort((one, other) => (one < other ? -1 : 1));
}

interface PageRow {
  readonly number: bigint;
  readonly header: Buffer;
  readonly signature: Buffer;
  readonly leaves: Buffer | null;
  readonly ids: string;
  readonly is_new_key: boolean;
}

async function readPages(pool: pg.Pool, walk: Walk, numbers: readonly bigint[]): Promise<ProvenPage[]> {
  const { rows } = await pool.query<PageRow>(
    `select number, header, signature, leaves, transfer_ids::text as ids,
       substr(header, length(header) - 63, 32) <> substr(header, length(header) - 31, 32) as is_new_key
     from book_pages where number = any($1::int8[]) order by number`,
    [numbers],
  );
  const ranges = rows.map(({ number, ids }) => (number > BigInt(walk.asked.since) ? readRanges(ids) : []));
  const own = ownByPage(ranges, await readOwn(pool, walk.ids, ranges));
  const pages: ProvenPage[] = [];
  for (const [at, { number, header, signature, leaves, is_new_key: isNewKey }] of rows.entries()) {
    const isHead = number === walk.head.number;
    const ofPage = own[at] ?? [];
    pages.push({
      number,
      header: isHead ? null : header,
      signature: isNewKey && !isHead ? signature : null,
      leaves: ofPage.length === 0 ? [] : await leavesOf(pool, number, leaves),
      own: ofPage,
    });
  }
  return pages;
}

async function leavesOf(pool: pg.Pool, number: bigint, leaves: Buffer | null): Promise<Buffer[]> {
  if (leaves === null) {
    // Sealed by a release that did not keep them.
    return (await readSealedTransfers(pool, number)).map((transfer) => leafHash(transferBytes(transfer)));
  }
  return Array.from({ length: leaves.length / 32 }, (_, at) => leaves.subarray(32 * at, 32 * at + 32));
}

/** Numbers of transfers from the first on, without the second. */
type Range = readonly [bigint, bigint];

/** A multirange as the database writes it: `{[1,5),[7,9)}`. */
function readRanges(text: string): Range[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from = '', to = '']) => [BigInt(from), BigInt(to)]);
}

async function readOwn(pool: pg.Pool, ids: readonly number[], ranges: readonly Range[][]): Promise<SealedTransfer[]> {
  const all = ranges.flat();
  if (all.length === 0) return [];
  const from = all.reduce((least, [first]) => (first < least ? first : least), all[0]?.[0] ?? 0n);
  const to = all.reduce((most, [, end]) => (end > most ? end : most), 0n);
  const side = (column: string) =>
    `select ${sealedColumnsOfTransfer} from transfers t where t.${column} = any($1::int[]) and t.id >= $2::int8 and t.id < $3::int8`;
  const { rows } = await pool.query(`${side('debit_id')} union ${side('credit_id')} order by id`, [ids, from, to]);
  return rows;
}

/** Each page with its own ones, and which of its leaves they are: leaves are in the order of numbers. */
function ownByPage(ranges: readonly Range[][], transfers: readonly SealedTransfer[]): OwnTransfer[][] {
  return ranges.map((ofPage) => {
    const own: OwnTransfer[] = [];
    let [passed, at] = [0n, 0];
    for (const [from, to] of ofPage) {
      while ((transfers[at]?.id ?? from) < from) at += 1;
      for (let transfer = transfers[at]; transfer !== undefined && transfer.id < to; transfer = transfers[at]) {
        own.push({ index: Number(passed + transfer.id - from), transfer });
        at += 1;
      }
      passed += to - from;
    }
    return own;
  });
}
