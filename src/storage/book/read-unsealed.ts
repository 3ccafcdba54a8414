import type pg from 'pg';
import type { SealedTransfer } from '../../domain/book/sealed-transfer.ts';

/**
 * A page holds what a snapshot sees and the one of the last complete page did not. A snapshot is a state that the books were in: when
 * it sees a transfer it sees all that this one was built on. Below the oldest running transaction alone that is not so, because
 * transactions do not end in the order of their numbers, and balances at such an end could be below nothing.
 *
 * Numbers of transactions are of one cluster. In another one, after a restore or an upgrade, all transfers are looked at once, and what
 * is in a page is known by its own number; this is looked at always, so that nothing is sealed twice, whatever the numbers say.
 */
export interface Horizon {
  /** As text: `xmin:xmax:running`. */
  readonly snapshot: string;
  readonly cluster: bigint;
  readonly xidMin: bigint;
  readonly xidMax: bigint;
}

/** What this transaction sees. */
export async function readHorizon(client: pg.ClientBase): Promise<Horizon> {
  const { rows } = await client.query({
    name: 'book-horizon',
    text: `select s::text as snapshot, pg_snapshot_xmin(s)::text::int8 as "xidMin", pg_snapshot_xmax(s)::text::int8 as "xidMax",
       (select system_identifier from pg_control_system()) as cluster
     from pg_current_snapshot() s`,
  });
  return rows[0];
}

/** The columns of a transfer `t` as it is sealed. Microseconds: how a timestamp is written depends on settings. */
export const sealedColumnsOfTransfer = `t.id, t.debit_id as "debitId", t.credit_id as "creditId", t.amount, t.currency, t.kind,
  t.subject_id as "subjectId", (extract(epoch from t.created_at) * 1000000)::int8 as "atMicros"`;

interface Unsealed {
  /** Of the last complete page; null: there is none, or it was sealed in another cluster. */
  readonly base: Horizon | null;
  readonly now: Horizon;
  /** Only transfers with these numbers, the second not included. */
  readonly ids: readonly [bigint, bigint] | null;
  readonly rowsMax: number;
}

/** In the order of their numbers: it is the same in every cluster. */
export async function readUnsealed(
  client: pg.ClientBase,
  { base, now, ids, rowsMax }: Unsealed,
): Promise<SealedTransfer[]> {
  const values: unknown[] = [rowsMax];
  const add = (value: unknown) => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (base !== null) {
    const xid = '(t.xid::text::int8)';
    conditions.push(
      `${xid} >= ${add(base.xidMin)}::int8 and ${xid} < ${add(now.xidMax)}::int8`,
      `not pg_visible_in_snapshot(t.xid, ${add(base.snapshot)}::pg_snapshot)`,
    );
  }
  if (ids !== null) conditions.push(`t.id >= ${add(ids[0])}::int8 and t.id < ${add(ids[1])}::int8`);
  conditions.push(
    base === null && ids === null
      ? // All of them: one look at all pages is less than one for each transfer.
        `not t.id <@ coalesce((select range_agg(transfer_ids) from book_pages), '{}'::int8multirange)`
      : 'not exists (select from book_pages p where p.transfer_ids @> t.id)',
  );
  const { rows } = await client.query(
    `select ${sealedColumnsOfTransfer} from transfers t where ${conditions.join(' and ')} order by t.id limit $1`,
    values,
  );
  return rows;
}

/** The snapshot is of use while the cluster is the same, and has not gone back behind it. */
export function usableBase(base: Horizon | null, now: Horizon): Horizon | null {
  return base !== null && base.cluster === now.cluster && base.xidMax <= now.xidMax ? base : null;
}

/** No transfer has a greater number. */
export async function readLastTransferId(client: pg.ClientBase): Promise<bigint> {
  const { rows } = await client.query(
    `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('transfers', 'id')), 0) as last`,
  );
  return rows[0].last;
}

/** Blocks that are not summarized are read every time. Not waited for: it runs beside vacuum, and another time will do. */
export async function summarizeTransfers(client: pg.ClientBase): Promise<void> {
  await client.query(`set lock_timeout = '100ms'`);
  await client.query('select summarize_transfers()').catch(() => undefined);
  await client.query('set lock_timeout = 0');
}
