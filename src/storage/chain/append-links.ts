import type pg from 'pg';
import { linksAfter } from '../../domain/book/hash-chain.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Chain, cellsOf } from './chain.ts';

/** Any constant will do; this one spells "link". */
const chainLock = 0x6c696e6b;

/**
 * Appends links for rows whose transactions are over for everybody, in the order of transactions, at most so many; says how many
 * these were. Null: another process is at it, and this one has nothing to do.
 *
 * A transaction below the oldest running one is finished, and all its rows can be seen. So nothing can come in below that
 * horizon any more, and once all of it is linked the search begins there. Links and horizon are stored together: a crash before
 * the commit has done nothing, one after it everything. That a row has no link yet is looked at as well, because the horizon
 * is of one cluster, and a restored database is in another.
 */
export async function appendLinks(pool: pg.Pool, chain: Chain, rowsMax: number): Promise<number | null> {
  return await inTransaction(pool, async (client) => {
    const { rows: locks } = await client.query({
      name: 'chain-lock',
      text: 'select pg_try_advisory_xact_lock($1, hashtext($2)) as is_ours',
      values: [chainLock, chain.name],
    });
    if (!locks[0].is_ours) return null;
    const state = await readState(client, chain);
    const rows = await readFinished(client, chain, { ...state, rowsMax });
    if (rows.length === 0) return 0;
    const links = linksAfter(chain.name, { sequence: state.length, hash: state.hash }, rows);
    await client.query(
      `insert into ${chain.links} (sequence, row_id, hash) select * from unnest($1::int8[], $2::int8[], $3::bytea[])`,
      [links.map(({ sequence }) => sequence), links.map(({ rowId }) => rowId), links.map(({ hash }) => hash)],
    );
    // With rows left over, the next search begins at the transaction of the last one: it may have more of them.
    const horizon = rows.length < rowsMax ? state.oldestRunning : (rows.at(-1)?.xid ?? state.horizon);
    await client.query(
      `insert into chain_states (chain, length, horizon) values ($1, $2, $3::xid8)
       on conflict (chain) do update set length = excluded.length, horizon = excluded.horizon`,
      [chain.name, links.at(-1)?.sequence, horizon],
    );
    return links.length;
  });
}

/** Where the search begins. One from the future is of another cluster, whose transactions mean nothing here. */
function horizonOf({ name }: Chain): string {
  return `coalesce((select h.horizon from chain_states h
    where h.chain = '${name}' and h.horizon <= pg_snapshot_xmax(pg_current_snapshot())), '0')`;
}

/** Of rows that wait for their link, those of transactions that still run included. */
export function unlinkedRows(chain: Chain): string {
  return `from ${chain.table} r where r.xid >= ${horizonOf(chain)} and ${isUnlinked(chain)}`;
}

function isUnlinked({ links }: Chain): string {
  return `not exists (select from ${links} l where l.row_id = r.id)`;
}

interface State {
  /** After a cut end new links go on where the chain once was, and the gap stays to be seen. */
  readonly length: bigint;
  readonly hash: Buffer | null;
  /** Transactions as text: their numbers have 64 bits. */
  readonly horizon: string;
  readonly oldestRunning: string;
}

async function readState(client: pg.PoolClient, chain: Chain): Promise<State> {
  const { rows } = await client.query({
    name: `chain-state-${chain.name}`,
    text: `select greatest(s.length, l.sequence, 0) as length, l.hash,
       ${horizonOf(chain)} as horizon, pg_snapshot_xmin(pg_current_snapshot()) as oldest_running
     from (select) one left join chain_states s on s.chain = $1
     left join lateral (select sequence, hash from ${chain.links} order by sequence desc limit 1) l on true`,
    values: [chain.name],
  });
  const [{ length, hash, horizon, oldest_running: oldestRunning }] = rows;
  return { length, hash, horizon, oldestRunning };
}

interface FinishedRow {
  readonly id: bigint;
  readonly xid: string;
  readonly cells: readonly (string | null)[];
}

async function readFinished(
  client: pg.PoolClient,
  chain: Chain,
  { horizon, oldestRunning, rowsMax }: Pick<State, 'horizon' | 'oldestRunning'> & { readonly rowsMax: number },
): Promise<FinishedRow[]> {
  const { rows } = await client.query({
    name: `chain-finished-${chain.name}`,
    text: `select r.id, r.xid, ${cellsOf(chain)} as cells from ${chain.table} r
     where r.xid >= $1::xid8
       -- What can be seen of a transaction that has not begun was brought here from another cluster, and is finished.
       and (r.xid < $2::xid8 or r.xid >= pg_snapshot_xmax(pg_current_snapshot()))
       and ${isUnlinked(chain)}
     order by r.xid, r.id limit $3`,
    values: [horizon, oldestRunning, rowsMax],
  });
  return rows;
}

interface Behind {
  readonly rows: number;
  /** Of the oldest row that has no link; null when there is none. */
  readonly oldestAt: number | null;
}

/** How far the chain is behind: rows that wait for their link. */
export async function readBehind(client: pg.Pool | pg.Client, chain: Chain): Promise<Behind> {
  const { rows } = await client.query(`select count(*)::int as count, min(r.at) as oldest_at ${unlinkedRows(chain)}`);
  return { rows: rows[0].count, oldestAt: rows[0].oldest_at };
}
