import { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyIn, copyOut } from '../../src/storage/backup/copy.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('COPY through the driver', () => {
  let db: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    db = await createTestDatabase();
    client = await connect(db.ownerUrl, 'admin');
    await client.query(
      'create table numbers (id int primary key, text text, bytes bytea, facts jsonb, at timestamptz)',
    );
  });
  afterAll(async () => {
    await client.end();
    await db.drop();
  });

  it('gives back every value as it was, over more data than one block and a slow stream', async () => {
    await client.query(`insert into numbers
      select n, case when n % 7 = 0 then null else E'tab\\t, line\\n, \\\\N and back\\\\slash ' || n end,
        sha256(n::text::bytea), jsonb_build_object('n', n, 'text', E'"\\n'), now() - n * interval '1 microsecond'
      from generate_series(1, 20000) n`);
    const chunks: Buffer[] = [];
    const slow = new Writable({
      highWaterMark: 1000,
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        setTimeout(done, 1);
      },
    });
    expect(await copyOut(client, 'copy numbers to stdout', slow)).toBe(20_000);
    await new Promise<void>((done) => slow.end(done));
    await client.query('create table copied (like numbers including all)');
    expect(await copyIn(client, 'copy copied from stdin', Readable.from(chunks))).toBe(20_000);
    const { rows } = await client.query(
      '(table numbers except table copied) union all (table copied except table numbers)',
    );
    expect(rows).toEqual([]);
  });

  it('ends when the stream was closed by a failure of its own, however much is still to come', async () => {
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('the disk is full')) });
    const failed = new Promise((done) => full.once('error', done));
    expect(await copyOut(client, 'copy numbers to stdout', full)).toBe(20_000);
    expect(await failed).toMatchObject({ message: 'the disk is full' });
    expect((await client.query('select 1 as used')).rows).toEqual([{ used: 1 }]);
  });

  it('fails with what the server says, and can be used again', async () => {
    const twice = Readable.from([Buffer.from('1\ta\n'), Buffer.from('1\tb\n')]);
    await client.query('create table few (id int primary key, text text)');
    await expect(copyIn(client, 'copy few from stdin', twice)).rejects.toThrow('duplicate key');
    await expect(copyOut(client, 'copy nothing to stdout', new Writable())).rejects.toThrow('does not exist');
    expect((await client.query('select count(*)::int as count from few')).rows).toEqual([{ count: 0 }]);
  });

  it('stores nothing when the data cannot be read to its end', async () => {
    async function* broken() {
      yield Buffer.from('2\tgood\n');
      throw new Error('the disk is gone');
    }
    await expect(copyIn(client, 'copy few from stdin', broken())).rejects.toThrow('the disk is gone');
    expect((await client.query('select count(*)::int as count from few')).rows).toEqual([{ count: 0 }]);
  });
});
