import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filledByMigrations } from '../../src/storage/backup/restore.ts';
import { readTables } from '../../src/storage/backup/table-order.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { applyMigration, migrate, migrationFiles, refuseUnknown } from '../../src/storage/installation/migrate.ts';
import { ownDatabase } from '../support/database.ts';
import { type DatabaseBefore, databaseBefore } from '../support/migration.ts';

let db: DatabaseBefore;
beforeAll(async () => {
  db = await databaseBefore('catalogue-epoch');
});
afterAll(() => db.drop());

it('a migration that has to wait for a lock lets others through, and is done when it gets it', async () => {
  const reader = await db.pool.connect();
  await reader.query('begin');
  await reader.query('select version from catalogue_version');
  const migrated = db.migrate();
  const waiting = `select 1 from pg_locks where not granted and relation = 'catalogue_version'::regclass`;
  await expect.poll(() => db.values(waiting)).toHaveLength(1);
  // Somebody who comes later is not held up for as long as the first one takes: the migration steps back.
  expect(await db.values('select count(*) from catalogue_version')).toEqual([[1n]]);
  await reader.query('commit');
  reader.release();
  await migrated;
  expect(await db.values('select count(epoch) from catalogue_version')).toEqual([[1n]]);
});

describe('an index that is made outside a transaction', () => {
  const file = '9999-an-index.sql';
  const text = `-- Outside a transaction: misses_by_reason
create index concurrently misses_by_reason on allocation_misses (reason)`;
  const apply = async () => {
    const client = await db.pool.connect();
    try {
      await applyMigration(client as unknown as pg.Client, file, text);
    } finally {
      client.release();
    }
  };
  const state = () =>
    db.values(`select indisvalid from pg_index where indexrelid = to_regclass('public.misses_by_reason')`);
  const done = () => db.values(`select name from schema_migrations where name = '${file}'`);

  it('is made while others write, and waits for them', async () => {
    const writer = await db.pool.connect();
    await writer.query('begin; lock table allocation_misses in row exclusive mode');
    const applied = apply();
    // Half made, until the transactions that began before it have ended; new transactions need not wait.
    await expect.poll(state).toEqual([[false]]);
    expect(await done()).toEqual([]);
    await writer.query('commit');
    writer.release();
    await applied;
    expect([await state(), await done()]).toEqual([[[true]], [[file]]]);
  });

  it('is made anew when it was stopped half way, and left alone when it is there', async () => {
    const forget = () => db.pool.query(`delete from schema_migrations where name = '${file}'`);
    await forget();
    await apply();
    expect([await state(), await done()]).toEqual([[[true]], [[file]]]);

    await forget();
    await db.pool.query('drop index misses_by_reason');
    const writer = await db.pool.connect();
    await writer.query('begin; lock table allocation_misses in row exclusive mode');
    const stopped = expect(apply()).rejects.toThrow('terminating connection');
    await expect.poll(state).toEqual([[false]]);
    await writer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like '%create index concurrently misses%' and pid <> pg_backend_pid() and datname = current_database()`,
    );
    await stopped;
    await writer.query('commit');
    writer.release();
    expect(await state()).toEqual([[false]]);
    await apply();
    expect([await state(), await done()]).toEqual([[[true]], [[file]]]);
  });
});

describe('a new database', () => {
  const fresh = ownDatabase();
  let client: pg.Client;
  beforeAll(async () => {
    await fresh.create();
    client = await connect(fresh.ownerUrl, 'admin');
  });
  afterAll(async () => {
    await client.end();
    await fresh.drop();
  });

  it('is migrated once by two processes that start at once: who waits does not hold up the indexes of the other', async () => {
    const files = await migrationFiles();
    const reports = await Promise.all([migrate(fresh.ownerUrl), migrate(fresh.ownerUrl)]);
    expect(reports.flatMap(({ applied }) => applied)).toEqual(files);
    const { rows } = await client.query('select indexrelid::regclass::text as name from pg_index where not indisvalid');
    expect(rows).toEqual([]);
  });

  it('has rows in those tables that a restore passes over, and in no other', async () => {
    await migrate(fresh.ownerUrl);
    const filled: string[] = [];
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query(`select from ${name} limit 1`);
      if (rows.length > 0) filled.push(name);
    }
    expect(filled.sort()).toEqual([...filledByMigrations].sort());
  });
});

describe('a release on the schema of a later one', () => {
  const files = ['0001-first.sql', '0032-known.sql'];
  const done = (beside: string | null) => [...files, '0033-later.sql'].map((name) => ({ name, beside }));

  it('works when the later migrations say so', () => {
    expect(() => refuseUnknown(done('0032'), files)).not.toThrow();
    expect(() => refuseUnknown(done('0001'), files)).not.toThrow();
  });

  it('is refused when they do not, or when it is too old for them', () => {
    expect(() => refuseUnknown(done(null), files)).toThrow(/does not know \(0033-later.sql\)/);
    expect(() => refuseUnknown(done('0033'), files)).toThrow('Start the release that made them, or a newer one.');
    expect(() => refuseUnknown(done('0032'), files.slice(0, 1))).toThrow('0033-later.sql');
  });

  it('finds in the database what each migration said', async () => {
    const said = await db.values(
      'select left(name, 4), beside from schema_migrations where beside is not null order by 1',
    );
    expect(said).toContainEqual(['0040', '0032']);
    expect(said.length).toBeLessThan((await migrationFiles()).length);
  });
});
