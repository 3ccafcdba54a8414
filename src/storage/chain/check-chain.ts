import type pg from 'pg';
import {
  type ChainFault,
  type ChainHead,
  ChainWalk,
  type FoundLink,
  headFault,
  type Link,
  rowInserted,
  tailCut,
} from '../../domain/book/hash-chain.ts';
import { onWatchedConnection } from '../database/watched.ts';
import { readBehind } from './append-links.ts';
import { type Chain, cellsOf } from './chain.ts';

export interface ChainReport {
  readonly chain: string;
  readonly links: bigint;
  /** Rows that wait for their link. */
  readonly unlinked: number;
  readonly head: Link | null;
  /** The first ones; there may be more. */
  readonly faults: readonly ChainFault[];
}

/** As many as a person reads. One changed row is one fault, a rewritten log has thousands. */
const faultsMax = 10;
export const linksPerPage = 2_000;

/** The whole chain, and every row against it, on a connection whose plans may read whole tables. */
export async function checkChain(
  client: pg.Client,
  chain: Chain,
  { heads = [], signal }: { readonly heads?: readonly ChainHead[]; readonly signal?: AbortSignal } = {},
): Promise<ChainReport> {
  const faults: ChainFault[] = [];
  let walked: WalkedPage = { last: null, count: 0, faults: [] };
  do {
    walked = await walkPage(client, chain, walked.last);
    faults.push(...walked.faults);
  } while (walked.count === linksPerPage && signal?.aborted !== true);
  faults.push(...(await findStrangers(client, chain)));
  const ends = walked.last?.sequence ?? 0n;
  faults.push(...(await findMissingHeads(client, chain, heads, ends)));
  const { rows: unlinked } = await readBehind(client, chain);
  return { chain: chain.name, links: ends, unlinked, head: walked.last, faults: faults.slice(0, faultsMax) };
}

/** The same on a connection of its own. Null: the schema is of a release that had no such chain. */
export async function checkChainAt(
  connectionString: string,
  chain: Chain,
  heads: readonly ChainHead[] = [],
): Promise<ChainReport | null> {
  return await onWatchedConnection(connectionString, async (client) => {
    const { rows } = await client.query('select to_regclass($1) is not null as is_there', [`public.${chain.links}`]);
    return rows[0].is_there ? await checkChain(client, chain, { heads }) : null;
  });
}

interface WalkedPage {
  readonly last: Link | null;
  readonly count: number;
  readonly faults: readonly ChainFault[];
}

/** The links after a link whose hash is taken as it is. */
export async function walkPage(client: pg.Client, chain: Chain, after: Link | null): Promise<WalkedPage> {
  const { rows } = await client.query(
    `select l.sequence, l.row_id, l.hash, case when r.id is not null then ${cellsOf(chain)} end as cells
     from (select * from ${chain.links} where sequence > $1 order by sequence limit $2) l
     left join ${chain.table} r on r.id = l.row_id order by l.sequence`,
    [after?.sequence ?? 0n, linksPerPage],
  );
  const walk = new ChainWalk(chain.name, after);
  const faults = rows.flatMap(({ sequence, row_id: rowId, hash, cells }) =>
    walk.take({ sequence, rowId, hash, cells } satisfies FoundLink),
  );
  return { last: walk.last, count: rows.length, faults };
}

/** Rows that should have a link and have none, and an end that was cut off. */
export async function findStrangers(client: pg.Client, chain: Chain): Promise<ChainFault[]> {
  const { rows } = await client.query(
    `select r.id from ${chain.table} r join chain_states s on s.chain = $1 and r.xid < s.horizon
     where not exists (select from ${chain.links} l where l.row_id = r.id) order by r.id limit $2`,
    [chain.name, faultsMax],
  );
  const { rows: ends } = await client.query(
    `select coalesce((select max(sequence) from ${chain.links}), 0) as ends,
       coalesce((select length from chain_states where chain = $1), 0) as length`,
    [chain.name],
  );
  const [{ ends: end, length }] = ends;
  return [...rows.map(({ id }) => rowInserted(id)), ...(end < length ? [tailCut(end, length)] : [])];
}

/** Heads that were told outside, and that the chain does not have any more. */
export async function findMissingHeads(
  client: pg.Client,
  chain: Chain,
  heads: readonly ChainHead[],
  ends: bigint,
): Promise<ChainFault[]> {
  const faults: ChainFault[] = [];
  for (const head of heads) {
    const fault = headFault(head, await readLink(client, chain, head.sequence), ends);
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

async function readLink(client: pg.Client, chain: Chain, sequence: bigint): Promise<Link | null> {
  const { rows } = await client.query(`select sequence, row_id, hash from ${chain.links} where sequence = $1`, [
    sequence,
  ]);
  return rows.map(({ row_id: rowId, hash }) => ({ sequence, rowId, hash }))[0] ?? null;
}

export async function readHead(client: pg.Client | pg.Pool, chain: Chain): Promise<Link | null> {
  const { rows } = await client.query(
    `select sequence, row_id, hash from ${chain.links} order by sequence desc limit 1`,
  );
  return rows.map(({ sequence, row_id: rowId, hash }) => ({ sequence, rowId, hash }))[0] ?? null;
}
