import type pg from 'pg';

/** What is forgotten after a while. */
interface Swept {
  readonly table: string;
  readonly key: string;
  /** Since when the row is of no use; there is an index on it. */
  readonly at: string;
}

export const answers: Swept = { table: 'idempotency_keys', key: 'store_id, key', at: 'created_at' };
export const signedRequests: Swept = { table: 'signed_requests', key: 'id', at: 'answered_at' };
export const signInAttempts: Swept = { table: 'sign_in_attempts', key: 'key', at: 'last_at' };
/** What was begun in a session goes along. */
export const sessions: Swept = { table: 'sessions', key: 'token_hash', at: 'expires_at' };
export const challenges: Swept = { table: 'passkey_challenges', key: 'challenge_hash', at: 'expires_at' };
/** What people were told; what still waits has not ended. */
export const toldMessages: Swept = { table: 'told_messages', key: 'id', at: 'ended_at' };
export const devices: Swept = { table: 'devices', key: 'id', at: 'last_at' };

/** Those who are blocked were seen when the block began, and no block lasts as long as these are kept. */
export const payers: Swept = { table: 'payers', key: 'key', at: 'seen_at' };

/** Deletes rows of before the instant, the oldest first, at most so many; says how many. */
export async function deleteOld(
  pool: pg.Pool,
  { table, key, at }: Swept,
  before: number,
  countMax: number,
): Promise<number> {
  const oldest = `select ${key} from ${table} where ${at} < $1::timestamptz order by ${at} limit $2`;
  return await deleteBefore(pool, { table, key, oldest }, before, countMax);
}

/** Of the delivery log; what went into the archive stays there. Its IDs grow with time, so that its time needs no index. */
export async function deleteOldAttempts(pool: pg.Pool, before: number, countMax: number): Promise<number> {
  const first = 'select id, at from only delivery_attempts order by id limit $2';
  const oldest = `select id from (${first}) oldest where at < $1::timestamptz`;
  return await deleteBefore(pool, { table: 'delivery_attempts', key: 'id', oldest }, before, countMax);
}

async function deleteBefore(
  pool: pg.Pool,
  { table, key, oldest }: { readonly table: string; readonly key: string; readonly oldest: string },
  before: number,
  countMax: number,
): Promise<number> {
  const { rowCount } = await pool.query({
    name: `sweep-${table}`,
    text: `delete from only ${table} where (${key}) in (${oldest})`,
    values: [new Date(before).toISOString(), countMax],
  });
  return rowCount ?? 0;
}
