import type pg from 'pg';
import { cellToKeep } from '../../domain/installation/cell.ts';
import { orUnavailable } from '../database/database-errors.ts';
import { inTransaction } from '../database/transaction.ts';

/** Writes down which cell this database is, and refuses to go on as another one. */
export async function keepCell(pool: pg.Pool, configured: number): Promise<void> {
  const stored = await orUnavailable(
    inTransaction(pool, async (client) => {
      await client.query('insert into cell (number) values ($1) on conflict do nothing', [configured]);
      const { rows } = await client.query<{ number: number }>('select number from cell for update');
      const number = rows[0]?.number ?? configured;
      const kept = cellToKeep(number, configured);
      if (kept !== null && kept !== number) await client.query('update cell set number = $1', [kept]);
      return number;
    }),
  );
  if (cellToKeep(stored, configured) !== null) return;
  throw new Error(
    `This database is cell ${stored}, and CELL says ${configured}. IDs of another cell would be looked for in its ` +
      `database. Set CELL=${stored}, or DATABASE_URL to the database of cell ${configured}.`,
  );
}
