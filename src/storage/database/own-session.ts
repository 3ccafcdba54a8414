import type pg from 'pg';
import { connect } from './connection.ts';

/** A pooler hands one session of the server to several connections of ours. */
export class SharedSession extends Error {
  override readonly name = 'SharedSession';
}

/**
 * Settings, prepared statements, locks and listening belong to a session. A pooler that gives each transaction any session mixes
 * up those of all its clients, and nothing of it fails at once. So this is looked for at the start: while one connection
 * waits, another one must not be answered by its session, and the first one must find its own again.
 */
export async function requireOwnSession(first: pg.Client, url: string): Promise<void> {
  const second = await connect(url, 'admin');
  try {
    const before = await sessionOf(first);
    await second.query('begin');
    const other = await sessionOf(second);
    const after = await sessionOf(first);
    await second.query('rollback');
    if (other !== before && after === before) return;
  } finally {
    await second.end();
  }
  throw new SharedSession(
    'The database is behind a pooler that shares sessions between transactions. Set its pool_mode to "session" (PgBouncer: ' +
      'pool_mode = session for this database), or give DATABASE_URL the address of the server itself.',
  );
}

async function sessionOf(client: pg.Client): Promise<number> {
  return (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
}
