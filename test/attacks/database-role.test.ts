import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { roleWarning } from '../../src/domain/installation/database-role.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { prepareSchema } from '../../src/storage/installation/migrate.ts';
import { readMissingRights, readRoleReport } from '../../src/storage/roles/role-faults.ts';
import { rightsOf, workRights } from '../../src/storage/roles/work-rights.ts';
import { expectLawsHold, ownDatabase } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

/**
 * Somebody who runs statements of their own as the service: through an injection, a leaked DATABASE_URL, or a bad dependency.
 * The connection is the service's own. Each statement was run as the owner first, where it worked or only a trigger refused
 * it, and triggers were the owner's to switch off.
 */
let service: TestService;
let client: pg.Client;

beforeAll(async () => {
  service = await startTestService();
  await service.shop.createPayin({ startDeal: true });
  await service.db.pool.query(
    `insert into audit_log (at, actor, action, subject_kind, subject_id) values (now(), 'test', 'something', 'test', '1')`,
  );
  client = await connect(service.db.url, 'admin');
});
afterAll(async () => {
  await client.end();
  await expectLawsHold(service.db.pool);
  await service.stop();
});

const refused = /permission denied|must be owner|must be able to SET ROLE|must be superuser|must have admin option/;

const books = ['transfers', 'audit_log', 'audit_chain'];
const onEach = (...statements: readonly string[]) =>
  books.flatMap((table) => statements.map((statement) => statement.replaceAll('TABLE', table)));

describe('the role that the service works under is refused', () => {
  it.each([
    ...onEach(
      'delete from TABLE',
      'truncate TABLE',
      'truncate TABLE cascade',
      'alter table TABLE disable trigger all',
      'alter table TABLE disable trigger TABLE_append_only',
      'drop trigger TABLE_append_only on TABLE',
      'alter table TABLE disable row level security',
      'alter table TABLE rename to other',
      'alter table TABLE owner to current_user',
      'alter table TABLE set schema pg_temp',
      'drop table TABLE cascade',
      'create trigger mine before insert on TABLE for each row execute function refuse_change()',
      'create rule mine as on insert to TABLE do instead nothing',
      'create index mine on TABLE (tableoid)',
      'do $$ begin lock table TABLE in access exclusive mode; end $$',
    ),
    'update transfers set amount = 1',
    `update audit_log set reason = 'another'`,
    'update audit_chain set sequence = sequence + 1',
    'select id from transfers for update',
    'update accounts set balance = balance + 1',
    'update accounts set balance = balance + 1 where false',
    `insert into accounts (kind, owner_id, currency, balance) values ('store_available', 99, 'USDT', 5)`,
    'truncate accounts cascade',
    `insert into audit_log (id, at, actor, action, subject_kind, subject_id) overriding system value
       values (1, now(), 'test', 'forged', 'test', '1')`,
    `insert into audit_log (xid, at, actor, action, subject_kind, subject_id)
       values ('3', now(), 'test', 'unchained', 'test', '1')`,
    'drop function move_balances() cascade',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create function public.mine() returns trigger language plpgsql as $$ begin return new; end $$',
    'create function pg_temp.mine() returns trigger language plpgsql as $$ begin return new; end $$',
    'alter function move_balances() security invoker',
    'create table public.mine (id int)',
    'create temporary table accounts (like public.accounts)',
    'create schema mine',
    `select setval('audit_log_id_seq', 1)`,
    'set session_replication_role = replica',
    'set role quittance',
    'set role postgres',
    'set session authorization quittance',
    'grant quittance to current_user',
    'reassign owned by quittance to current_user',
    'create role mine superuser',
    'alter role current_user superuser',
    'alter role quittance password $$mine$$',
    `insert into schema_migrations (name) values ('9999-mine.sql')`,
    'delete from schema_migrations',
    `alter system set session_replication_role = 'replica'`,
    `copy transfers from program 'true'`,
    `copy transfers to '/tmp/mine'`,
    `select pg_read_file('postgresql.conf')`,
    'update pg_trigger set tgenabled = $$D$$',
    'update pg_class set relowner = current_user::regrole',
    'alter database quittance owner to current_user',
  ])('%s', async (statement) => {
    await expect(client.query(statement)).rejects.toThrow(refused);
  });

  it('a right that it grants to itself: PostgreSQL only warns, and nothing is granted', async () => {
    for (const table of books) await client.query(`grant all on ${table} to current_user`);
    expect((await readRoleReport(client)).faults).toEqual([]);
    await expect(client.query('update transfers set amount = 1')).rejects.toThrow('permission denied');
  });

  it('an update of a locked column of accounts', async () => {
    await expect(client.query('update accounts set id = id')).rejects.toThrow('a balance changes by transfers only');
    await expect(client.query('do $$ begin update accounts set id = id + 1000 where id = 11; end $$')).rejects.toThrow(
      'a balance changes by transfers only',
    );
  });

  it('tables of its own in front of ours: the path of the trigger is fixed', async () => {
    await client.query('set search_path = pg_catalog');
    try {
      await client.query(
        `insert into public.transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
         values (1, 11, 100, 'USDT', 'top_up', $1, now())`,
        [randomUUID()],
      );
      await expectLawsHold(service.db.pool);
    } finally {
      await client.query('reset search_path');
    }
  });
});

describe('the grants', () => {
  it('leave nothing to complain about, and nothing out that the service needs', async () => {
    const report = await readRoleReport(client);
    expect(report).toEqual({ role: 'quittance_work', faults: [] });
    expect(roleWarning(report)).toBe(null);
    expect(service.role).toEqual(report);
    expect(await readMissingRights(client)).toEqual([]);
  });

  it('name every table that the database has', async () => {
    const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public' order by 1`);
    expect(Object.keys(workRights).sort()).toEqual(rows.map(({ tablename }) => tablename));
  });

  it('are exactly those of the list, however often and from whatever state they are written', async () => {
    const { owner, url, ownerUrl } = service.db;
    await owner.query('grant all on transfers, invoices to quittance_work; revoke all on deals from quittance_work');
    await owner.query('grant update (amount) on transfers to quittance_work');
    await owner.query('grant create on schema public to quittance_work');
    const spoiled = await readRoleReport(client);
    expect(spoiled.faults).toEqual(expect.arrayContaining(['may update transfers', 'may truncate transfers']));
    expect(roleWarning(spoiled)).toContain('could rewrite the books');
    expect(await readMissingRights(client)).toContain('select on deals');
    await expect(prepareSchema({ url, ownerUrl: null })).rejects.toThrow('The role of DATABASE_URL lacks rights');
    await prepareSchema({ url, ownerUrl });
    await prepareSchema({ url, ownerUrl });
    expect(await readRoleReport(client)).toEqual({ role: 'quittance_work', faults: [] });
    const { rows } = await owner.query(
      `select table_name, lower(privilege_type) as act from information_schema.table_privileges
       where grantee = 'quittance_work' and table_schema = 'public'`,
    );
    const wanted = rightsOf(workRights).filter(({ column }) => column === null);
    expect(rows.map(({ table_name: table, act }) => `${table} ${act}`).sort()).toEqual(
      wanted.map(({ table, act }) => `${table} ${act}`).sort(),
    );
  });
});

describe('with one role for everything', () => {
  it('the service says that it could rewrite the books, and why', async () => {
    const owner = await connect(service.db.ownerUrl, 'admin');
    try {
      const { role, faults } = await readRoleReport(owner);
      expect(role).toBe('quittance');
      expect(faults).toEqual([
        'owns audit_chain, audit_log, book_balances, book_pages, transfers, or may become the owner',
      ]);
    } finally {
      await owner.end();
    }
  });

  it('a work role on an empty database says whose turn it is', async () => {
    const empty = ownDatabase();
    await empty.create();
    try {
      await expect(prepareSchema({ url: empty.url, ownerUrl: null })).rejects.toThrow(
        'the role quittance_work may not make them. Run "quittance migrate" with DATABASE_OWNER_URL set',
      );
      await expect(prepareSchema({ url: empty.url, ownerUrl: inject('serverUrl') })).rejects.toThrow(
        'name different databases',
      );
    } finally {
      await empty.drop();
    }
  });
});
