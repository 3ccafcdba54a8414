import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { connect, createPool } from '../../src/storage/connection.ts';
import { migrate, migrationFiles } from '../../src/storage/migrate.ts';

/** A database as it was before a migration, to be filled with what that one will meet. */
export interface DatabaseBefore {
  readonly pool: pg.Pool;
  /** The rows of a query, as arrays. */
  values(text: string): Promise<unknown[][]>;
  /** The migration, and all after it. */
  migrate(): Promise<void>;
  drop(): Promise<void>;
}

export async function databaseBefore(migration: string): Promise<DatabaseBefore> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const serverUrl = inject('serverUrl');
  const admin = async (statement: string) => {
    const client = await connect(serverUrl, 'admin');
    await client.query(statement).finally(() => client.end());
  };
  await admin(`create database ${name}`);
  const url = serverUrl.replace('/quittance?', `/${name}?`);
  const files = await migrationFiles();
  await migrate(url, files[files.findIndex((file) => file.endsWith(`-${migration}.sql`)) - 1]);
  const pool = createPool(url, 2);
  return {
    pool,
    values: async (text) => (await pool.query({ text, rowMode: 'array' })).rows,
    async migrate() {
      await migrate(url);
    },
    async drop() {
      await pool.end();
      await admin(`drop database ${name} with (force)`);
    },
  };
}
