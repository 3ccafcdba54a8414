import type pg from 'pg';
import { AppError } from '../../errors/app-error.ts';
import type { Asked } from '../wire/round-trip.ts';
import { send } from './connection.ts';
import { understandError } from './database-errors.ts';

/**
 * One change of people or settings: its rows and its entry of the audit log are stored together or not at all. Money goes
 * through the engine, never through here.
 */
export async function inTransaction<Value>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asRefusal(error, 'database_unavailable');
  });
  let isCommitting = false;
  try {
    await client.query('begin');
    const value = await work(client);
    isCommitting = true;
    await client.query('commit');
    client.release();
    return value;
  } catch (error) {
    const isUndone = await client.query('rollback').then(
      () => true,
      () => false,
    );
    client.release(!isUndone);
    throw asRefusal(error, isCommitting ? 'outcome_unknown' : 'database_unavailable');
  }
}

/** The same for statements that need nothing of each other: all of them are one round trip. */
export async function sendInTransaction(pool: pg.Pool, asked: readonly Asked[]): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asRefusal(error, 'database_unavailable');
  });
  try {
    await send(client, [begin, ...asked, commit]);
    client.release();
  } catch (error) {
    const isUndone = await client.query('rollback').then(
      () => true,
      () => false,
    );
    client.release(!isUndone);
    throw asRefusal(error, 'outcome_unknown');
  }
}

const begin: Asked = { statement: { name: 'begin', text: 'begin' }, values: [] };
const commit: Asked = { statement: { name: 'commit', text: 'commit' }, values: [] };

/** A database that is away or busy is a clear refusal; a mistake of ours stays what it is. */
function asRefusal(error: unknown, whenLost: 'database_unavailable' | 'outcome_unknown'): unknown {
  if (error instanceof AppError) return error;
  switch (understandError(error).failure) {
    case 'connection':
      return new AppError(whenLost);
    case 'busy':
    case 'conflict':
      return new AppError('overloaded');
    case 'defect':
      return error;
  }
}
