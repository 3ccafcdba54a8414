import type pg from 'pg';

/** Deletes stored answers made before the instant, at most so many; says how many. */
export async function deleteOldAnswers(pool: pg.Pool, before: number, countMax: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'delete-old-answers',
    text: `delete from idempotency_keys where (store_id, key) in (
      select store_id, key from idempotency_keys where created_at < $1::timestamptz order by created_at limit $2
    )`,
    values: [new Date(before).toISOString(), countMax],
  });
  return rowCount ?? 0;
}

/** Deletes answers to signed requests given before the instant, at most so many; says how many. */
export async function deleteOldSignedRequests(pool: pg.Pool, before: number, countMax: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'delete-old-signed-requests',
    text: `delete from signed_requests where id in (
      select id from signed_requests where answered_at < $1::timestamptz order by answered_at limit $2
    )`,
    values: [new Date(before).toISOString(), countMax],
  });
  return rowCount ?? 0;
}

/** Deletes counts of wrong attempts to sign in, last changed before the instant, at most so many; says how many. */
export async function deleteOldSignInAttempts(pool: pg.Pool, before: number, countMax: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'delete-old-sign-in-attempts',
    text: `delete from sign_in_attempts where key in (
      select key from sign_in_attempts where last_at < $1::timestamptz order by last_at limit $2
    )`,
    values: [new Date(before).toISOString(), countMax],
  });
  return rowCount ?? 0;
}

/** Deletes attempts of the delivery log made before the instant, at most so many; says how many. Their IDs grow with time. */
export async function deleteOldAttempts(pool: pg.Pool, before: number, countMax: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'delete-old-attempts',
    text: `delete from delivery_attempts where id in (
      select id from (select id, at from delivery_attempts order by id limit $2) oldest where at < $1::timestamptz
    )`,
    values: [new Date(before).toISOString(), countMax],
  });
  return rowCount ?? 0;
}

/** Deletes sessions that ended before the instant, at most so many; says how many. What was begun in them goes along. */
export async function deleteEndedSessions(pool: pg.Pool, before: number, countMax: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'delete-ended-sessions',
    text: `delete from sessions where token_hash in (
      select token_hash from sessions where expires_at < $1::timestamptz order by expires_at limit $2
    )`,
    values: [new Date(before).toISOString(), countMax],
  });
  return rowCount ?? 0;
}

/** Deletes challenges that nobody has used in time, at most so many; says how many. */
export async function deleteOldChallenges(pool: pg.Pool, before: number, countMax: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'delete-old-challenges',
    text: `delete from passkey_challenges where challenge_hash in (
      select challenge_hash from passkey_challenges where expires_at < $1::timestamptz order by expires_at limit $2
    )`,
    values: [new Date(before).toISOString(), countMax],
  });
  return rowCount ?? 0;
}

/** Deletes devices that nobody has signed in on since the instant, at most so many; says how many. */
export async function deleteOldDevices(pool: pg.Pool, before: number, countMax: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'delete-old-devices',
    text: `delete from devices where id in (
      select id from devices where last_at < $1::timestamptz order by last_at limit $2
    )`,
    values: [new Date(before).toISOString(), countMax],
  });
  return rowCount ?? 0;
}
