import type pg from 'pg';
import { createPool } from '../../src/storage/database/connection.ts';
import { migrate, migrationFiles } from '../../src/storage/installation/migrate.ts';
import { ownDatabase } from './database.ts';

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
  const { ownerUrl: url, create, drop } = ownDatabase();
  await create();
  const files = await migrationFiles();
  await migrate(url, files[files.findIndex((file) => file.endsWith(`-${migration}.sql`)) - 1]);
  const pool = createPool(url, 4);
  return {
    pool,
    values: async (text) => (await pool.query({ text, rowMode: 'array' })).rows,
    async migrate() {
      await migrate(url);
    },
    async drop() {
      await pool.end();
      await drop();
    },
  };
}
