import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakOff, connect, createPool } from '../../src/storage/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** The same database after one that nobody listens at. */
function withDeadFirst(url: string): string {
  return url.replace(/host=([^&]*)/, 'host=%2Fnowhere,$1');
}

describe('a session', () => {
  it('is in UTC with the limits of its purpose, whatever the server’s own settings are', async () => {
    await db.owner.query(
      `alter database ${new URL(db.url.replace('@/', '@x/')).pathname.slice(1)} set timezone = 'Asia/Tokyo'`,
    );
    for (const purpose of ['engine', 'read', 'admin'] as const) {
      const client = await connect(db.url, purpose);
      const { rows } = await client.query(`select current_setting('TimeZone') as zone, now() as now,
        current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`);
      await client.end();
      expect(rows[0]).toMatchObject({
        zone: 'UTC',
        now: expect.any(Number),
        statement: purpose === 'admin' ? '0' : '15s',
        lock: purpose === 'engine' ? '5s' : '0',
      });
    }
    const { rows } = await db.pool.query(`select current_setting('statement_timeout') as statement, now() as now`);
    expect(rows[0]).toMatchObject({ statement: '15s', now: expect.any(Number) });
  });

  it('refuses a time that is not in UTC instead of taking it for another one', async () => {
    const client = await connect(db.url, 'admin');
    await client.query(`set timezone = 'Europe/Moscow'`);
    await expect(client.query('select now()')).rejects.toThrow(/which is not in UTC/);
    await client.end();
  });
});

it('a long statement ends with the process that waits for it', async () => {
  const client = await connect(db.url, 'admin');
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const asked = client.query('select pg_sleep(600)').catch(() => 'broken off');
  const isRunning = async () =>
    (await db.owner.query(`select from pg_stat_activity where pid = $1 and state = 'active'`, [rows[0].pid]))
      .rowCount === 1;
  await expect.poll(isRunning).toBe(true);
  breakOff(client);
  expect(await asked).toBe('broken off');
  await expect.poll(isRunning).toBe(false);
});

describe('an address of several servers', () => {
  it('leads to the first that answers, and the pool follows', async () => {
    const url = withDeadFirst(db.url);
    const client = await connect(url, 'admin');
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    const pool = createPool(url, 1);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('names every failure when none can be used', async () => {
    const failed = connect(`${withDeadFirst(db.url)}&target_session_attrs=standby`, 'admin');
    await expect(failed).rejects.toMatchObject({
      errors: [
        expect.objectContaining({ code: 'ENOENT' }),
        expect.objectContaining({ message: 'it is the primary, and target_session_attrs is standby' }),
      ],
    });
  });

  it('prefers a standby and takes the primary when there is none', async () => {
    const client = await connect(`${db.url}&target_session_attrs=prefer-standby`, 'admin');
    await client.end();
    await expect(connect(`${db.url}&target_session_attrs=read-only`, 'admin')).rejects.toThrow('it can be written to');
  });
});
