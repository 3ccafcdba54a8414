import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakOff, connect, createPool } from '../../src/storage/database/connection.ts';
import { understandError } from '../../src/storage/database/database-errors.ts';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { patiently } from '../support/patience.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** The same database after one that nobody listens at. */
function withDeadFirst(url: string): string {
  return url.replace(/host=([^&]*)/, 'host=%2Fnowhere,$1');
}

/** The address without what tests say of limits. */
function ofItself(url: string): string {
  return url.replace(/&(connect_timeout|options)=[^&]*/g, '');
}

describe('a session', () => {
  it('is in UTC with the limits of its purpose, whatever the server’s own settings are', async () => {
    await db.owner.query(
      `alter database ${new URL(db.url.replace('@/', '@x/')).pathname.slice(1)} set timezone = 'Asia/Tokyo'`,
    );
    for (const purpose of ['engine', 'read', 'admin'] as const) {
      const client = await connect(ofItself(db.url), purpose);
      const { rows } = await client.query(`select current_setting('TimeZone') as zone, now() as now,
        current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as silence`);
      await client.end();
      expect(rows[0]).toMatchObject({
        zone: 'UTC',
        now: expect.any(Number),
        statement: purpose === 'admin' ? '0' : '15s',
        lock: purpose === 'engine' ? '5s' : '0',
        silence: { engine: '20s', read: '30s', admin: '0' }[purpose],
      });
    }
    const patient = await connect(`${ofItself(db.url)}&options=-c%20lock_timeout%3D7s&connect_timeout=9`, 'engine');
    const said = await patient.query(`select current_setting('lock_timeout') as lock`);
    await patient.end();
    expect(said.rows).toEqual([{ lock: '7s' }]);
    const { rows } = await db.pool.query(`select current_setting('statement_timeout') as statement, now() as now`);
    expect(rows[0]).toMatchObject({ statement: '15s', now: expect.any(Number) });
  });

  it.each(['engine', 'read', 'admin'] as const)(
    'has its server look whether the client is still there: %s',
    async (purpose) => {
      const client = await connect(db.url, purpose);
      // Over a socket of the file system they read as zero, whatever they were set to.
      const { rows } = await client.query(
        `select array_agg(name order by name) as set from pg_settings where source = 'session' and name like 'tcp%'`,
      );
      await client.end();
      const ofLinux = ['tcp_keepalives_count', 'tcp_user_timeout'];
      const ofAll = ['tcp_keepalives_idle', 'tcp_keepalives_interval'];
      expect(rows[0].set).toEqual([...ofAll, ...(process.platform === 'linux' ? ofLinux : [])].sort());
    },
  );

  it('refuses a time that is not in UTC instead of taking it for another one', async () => {
    const client = await connect(db.url, 'admin');
    await client.query(`set timezone = 'Europe/Moscow'`);
    await expect(client.query('select now()')).rejects.toThrow(/which is not in UTC/);
    await client.end();
  });
});

describe('a process whose machine is gone without a word', () => {
  let proxy: CuttingProxy;
  beforeAll(async () => {
    proxy = await CuttingProxy.start(db.url);
  });
  afterAll(() => proxy.stop());

  const lockAccount = 'select id from accounts order by id limit 1 for update';

  it.each(['engine', 'read'] as const)('does not keep the rows that it has locked: %s', async (purpose) => {
    const gone = await connect(proxy.url, purpose);
    // A hundredth of what the session was set to.
    await gone.query(`select set_config(name, (setting::int / 100)::text, false) from pg_settings
      where name = 'idle_in_transaction_session_timeout'`);
    // At once: in between it could be ended already.
    await gone.query(`begin; ${lockAccount}`);
    proxy.freeze();
    const other = await connect(db.url, 'engine');
    // A statement alone is a transaction, which fails when it has waited for as long as an engine does.
    await patiently(() => other.query(lockAccount));
    expect((await other.query(lockAccount)).rowCount).toBe(1);
    await other.end();
    breakOff(gone);
  });

  it('finds its transaction ended when it was only slow, as after any connection that was lost', async () => {
    const slow = await connect(db.url, 'engine');
    const ended = new Promise<unknown>((resolve) => slow.once('error', resolve));
    await slow.query(`set idle_in_transaction_session_timeout = '1ms'; begin`);
    const heard = await ended;
    expect(heard).toMatchObject({ code: '25P03' });
    expect(understandError(heard).failure).toBe('connection');
    const refused = await slow.query('select 1').catch((error: unknown) => error);
    expect(understandError(refused).failure).toBe('connection');
    await slow.end();
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
