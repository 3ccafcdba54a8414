import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSweepWorker } from '../../src/workers/installation/sweep.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const hourMs = 3_600_000;
const now = Date.parse('2026-11-14T12:00:00Z');
const logKeptMs = 10 * 24 * hourMs;
const secondsAround = [-1, 1];

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** The worker's own step, once: to stop is to wait for the step under way. */
async function sweep(): Promise<void> {
  const failures: unknown[] = [];
  const worker = createSweepWorker({
    pool: db.pool,
    clock: () => now,
    logKeptMs,
    failed: (error) => failures.push(error),
  });
  worker.start();
  await worker.stop();
  expect(failures).toEqual([]);
}

const at = (agoMs: number) => new Date(now - agoMs);

it('keeps answers to idempotency keys for 48 hours, twice what the contract promises, and no longer', async () => {
  const ages = [0, 5 * hourMs, 24 * hourMs, ...secondsAround.map((seconds) => 48 * hourMs + seconds * 1000)];
  for (const ageMs of ages) {
    await db.pool.query(
      `insert into idempotency_keys (store_id, key, request_hash, status, body, created_at)
       values (1, $1, 'hash', 200, '{}', $2)`,
      [String(ageMs), at(ageMs)],
    );
  }
  await sweep();
  const { rows } = await db.pool.query('select key from idempotency_keys order by created_at desc');
  expect(rows.map(({ key }) => Number(key))).toEqual(ages.slice(0, -1));
});

it('keeps the log of deliveries as long as it is told to, and no longer', async () => {
  const ages = secondsAround.map((seconds) => logKeptMs + seconds * 1000).reverse();
  for (const ageMs of ages) {
    await db.pool.query(
      `insert into delivery_attempts (invoice_id, sequence, store_id, receiver, ordinal, at, duration_ms, outcome, answer)
       values (gen_random_uuid(), 1, 1, 1, 1, $1, 1, 'delivered', $2)`,
      [at(ageMs), String(ageMs)],
    );
  }
  await sweep();
  const { rows } = await db.pool.query('select answer from delivery_attempts');
  expect(rows).toEqual([{ answer: String(ages[1]) }]);
});

it('forgets ended sessions, unused challenges, and devices of more than 400 days ago', async () => {
  const dayMs = 24 * hourMs;
  for (const ageMs of secondsAround.map((seconds) => seconds * 1000)) {
    const name = ageMs < 0 ? 'open' : 'over';
    const device = await db.pool.query(
      `insert into devices (user_id, device_hash, user_agent, address, first_at, last_at, told_until, is_news)
       values (1, $1, $1, '', $2, $2, $2, true) returning id`,
      [name, at(400 * dayMs + ageMs)],
    );
    await db.pool.query(
      `insert into sessions (token_hash, user_id, csrf_token, created_at, last_seen_at, expires_at, device_id)
       values ($1, 1, $1, $2, $2, $3, $4)`,
      [name, at(12 * hourMs), at(ageMs), device.rows[0].id],
    );
    await db.pool.query(
      `insert into passkey_challenges (challenge_hash, purpose, rp_id, session_hash, act_hash, expires_at)
       values ($1, 'sign-in', 'localhost', null, null, $2), ('of ' || $1, 'add', 'localhost', $1, null, $3)`,
      [name, at(ageMs), at(-hourMs)],
    );
    await db.pool.query(`insert into passkey_proofs (session_hash, act_hash, proved_at) values ($1, 'act', $2)`, [
      name,
      at(0),
    ]);
  }
  await sweep();
  const left = async (table: string, column: string) =>
    (await db.pool.query(`select ${column} as name from ${table} order by 1`)).rows.map(({ name }) => name);
  expect(await left('sessions', 'token_hash')).toEqual(['open']);
  expect(await left('devices', 'device_hash')).toEqual(['open']);
  expect(await left('passkey_challenges', 'challenge_hash')).toEqual(['of open', 'open']);
  expect(await left('passkey_proofs', 'session_hash')).toEqual(['open']);
});
