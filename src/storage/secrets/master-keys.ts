import type pg from 'pg';
import type { BoxCounts, KeysInUse, ServiceProcess } from '../../domain/installation/master-keys.ts';
import type { Queryable } from '../database/connection.ts';
import { nameOf, type SealedColumn, sealedColumns } from './sealed-columns.ts';
import type { SecretBox } from './secret-box.ts';

/** Who has not been seen for so long is not running. */
const seenWithinS = 60;

export async function readKeysInUse(client: Queryable, ownProcessId: string | null): Promise<KeysInUse> {
  const { rows: keys } = await client.query(
    `select encode(id, 'hex') as id, retired_at, resealed_at from master_keys order by since, id`,
  );
  const retired = keys.filter((row) => row.retired_at !== null);
  return {
    current: keys.find((row) => row.retired_at === null)?.id ?? null,
    retired: retired.map((row) => ({ id: row.id, retiredAt: row.retired_at, resealedAt: row.resealed_at })),
    others: await readProcesses(client, ownProcessId),
  };
}

async function readProcesses(client: Queryable, ownProcessId: string | null): Promise<ServiceProcess[]> {
  const { rows } = await client.query(
    `select host, encode(sealing_key, 'hex') as sealing_key, array(select encode(k, 'hex') from unnest(held_keys) k) as held_keys
     from service_processes where seen_at > now() - make_interval(secs => $2) and id is distinct from $1::uuid order by host, id`,
    [ownProcessId, seenWithinS],
  );
  return rows.map((row) => ({ host: row.host, sealingKey: row.sealing_key, heldKeys: row.held_keys }));
}

/** Says that this process is running, and what it can open. Forgets those that ended without a word. */
export async function noteProcess(
  pool: pg.Pool,
  { id, host }: { readonly id: string; readonly host: string },
  { sealingKeyId, keyIds }: Pick<SecretBox, 'sealingKeyId' | 'keyIds'>,
): Promise<void> {
  await pool.query(
    `insert into service_processes (id, host, sealing_key, held_keys, seen_at)
     values ($1, $2, decode($3, 'hex'), array(select decode(k, 'hex') from unnest($4::text[]) k), now())
     on conflict (id) do update
     set sealing_key = excluded.sealing_key, held_keys = excluded.held_keys, seen_at = excluded.seen_at`,
    [id, host, sealingKeyId, keyIds],
  );
  await pool.query(`delete from service_processes where seen_at < now() - interval '1 day'`);
}

export async function forgetProcess(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('delete from service_processes where id = $1', [id]);
}

/** The former keys are retired with it: from now on the database takes no new box under them. */
export async function adoptKey(
  client: Queryable,
  { keyId, former, at }: { readonly keyId: string; readonly former: readonly string[]; readonly at: number },
): Promise<void> {
  await client.query(
    `update master_keys set retired_at = $2, resealed_at = null where retired_at is null and id <> decode($1, 'hex')`,
    [keyId, new Date(at)],
  );
  // Of boxes that are older than this table, or that a restore has brought back.
  await client.query(
    `insert into master_keys (id, since, retired_at) select decode(k, 'hex'), $2, $2 from unnest($1::text[]) k
     on conflict (id) do update set resealed_at = null`,
    [former, new Date(at)],
  );
  await client.query(
    `insert into master_keys (id, since) values (decode($1, 'hex'), $2)
     on conflict (id) do update set since = $2, retired_at = null, resealed_at = null`,
    [keyId, new Date(at)],
  );
}

/** Retired keys have no box any more. */
export async function noteResealed(client: Queryable, atMs: number): Promise<void> {
  await client.query(`update master_keys set resealed_at = $1 where retired_at is not null and resealed_at is null`, [
    new Date(atMs),
  ]);
}

interface ColumnCount {
  /** As in `merchants.secret`. */
  readonly column: string;
  readonly keyId: string;
  readonly count: number;
}

/** All boxes by column and by the key that sealed them, as of one moment. */
export async function countBoxes(client: Queryable): Promise<readonly ColumnCount[]> {
  const parts = sealedColumns.map(
    (sealed) => `select '${nameOf(sealed)}' as name, encode(${keyIdOf(sealed)}, 'hex') as key_id, count(*)::int as count
      from ${sealed.table} where ${sealed.column} is not null group by 2`,
  );
  const { rows } = await client.query(parts.join(' union all '));
  return rows.map((row) => ({ column: row.name, keyId: row.key_id, count: row.count }));
}

/** Boxes under other keys than the current one. They are counted only while some key is retired and not known to be without any. */
export async function countFormerBoxes(client: Queryable): Promise<number> {
  const { rows } = await client.query(
    `select encode(id, 'hex') as id, retired_at is null as is_current from master_keys
     where retired_at is null or resealed_at is null`,
  );
  if (rows.every(({ is_current: isCurrent }) => isCurrent)) return 0;
  const current = rows.find(({ is_current: isCurrent }) => isCurrent)?.id;
  return (await countBoxes(client)).reduce((sum, { keyId, count }) => (keyId === current ? sum : sum + count), 0);
}

export function byKey(counts: readonly ColumnCount[]): BoxCounts {
  const sums = new Map<string, number>();
  for (const { keyId, count } of counts) sums.set(keyId, (sums.get(keyId) ?? 0) + count);
  return sums;
}

/** A box as it lies in its row. */
interface Box {
  readonly key: string | number;
  readonly sealed: Buffer;
}

/** Boxes of a column under other keys than this one, locked, at most so many. Those after `after`, because some may not open. */
export async function lockFormerBoxes(
  client: Queryable,
  { table, column, key }: SealedColumn,
  { keyId, after, countMax }: { readonly keyId: string; readonly after: string | null; readonly countMax: number },
): Promise<readonly Box[]> {
  const { rows } = await client.query(
    `select ${key} as key, ${column} as sealed from ${table}
     where substring(${column} from 2 for 4) <> decode($1, 'hex') and ($2::text is null or ${key}::text > $2::text collate "C")
     order by ${key}::text collate "C" limit $3 for no key update`,
    [keyId, after, countMax],
  );
  return rows;
}

export async function updateBoxes(
  client: Queryable,
  { table, column, key }: SealedColumn,
  boxes: readonly Box[],
): Promise<void> {
  await client.query(
    `update ${table} t set ${column} = b.sealed
     from unnest($1::text[], $2::bytea[]) b (key, sealed) where t.${key}::text = b.key`,
    [boxes.map((box) => String(box.key)), boxes.map(({ sealed }) => sealed)],
  );
}

function keyIdOf({ column }: SealedColumn): string {
  return `substring(${column} from 2 for 4)`;
}
