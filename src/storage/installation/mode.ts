import type pg from 'pg';
import { demoSecrets } from '../../domain/installation/demo-secrets.ts';
import { type Mode, modeOfData, otherModeText } from '../../domain/installation/mode.ts';
import { orUnavailable } from '../database/database-errors.ts';
import { inTransaction } from '../database/transaction.ts';

/** Writes down of which mode this database is, beside its cell, and refuses to go on as the other. */
export async function keepMode(pool: pg.Pool, configured: Mode): Promise<void> {
  const kept = await orUnavailable(
    inTransaction(pool, async (client) => {
      await client.query('insert into cell (number) values (0) on conflict do nothing');
      const { rows } = await client.query<{ mode: Mode | null }>('select mode from cell for update');
      const stored = rows[0]?.mode ?? null;
      const mode = stored ?? (await readModeOfData(client)) ?? configured;
      if (stored === null && mode === configured) await client.query('update cell set mode = $1', [mode]);
      return mode;
    }),
  );
  if (kept !== configured) throw new Error(otherModeText(kept));
}

async function readModeOfData(client: pg.PoolClient): Promise<Mode | null> {
  const { rows } = await client.query(
    `select exists (select from api_keys where key = any($1)) as "hasDemoKeys",
       exists (select from merchants) or exists (select from users) as "hasPeople"`,
    [demoSecrets.apiKeys],
  );
  return modeOfData(rows[0]);
}
