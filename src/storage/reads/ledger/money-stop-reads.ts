import type pg from 'pg';
import type { LostCommit } from '../../../domain/state/lost-commits.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';

/** Money going out is stopped since then, because these acknowledged things are not in the database. */
export interface MoneyStop {
  readonly id: number;
  readonly stoppedAt: Instant;
  readonly lost: readonly LostCommit[];
}

/** Null while none is open. */
export async function readMoneyStop(client: pg.Pool | pg.PoolClient): Promise<MoneyStop | null> {
  const { rows } = await client.query(selectOpenStop);
  return rows[0] ?? null;
}

/** When an operator last lifted a stop; 0: never. */
export async function readLastLift(client: pg.Pool): Promise<Instant> {
  const { rows } = await client.query('select max(lifted_at) as at from money_stops');
  return rows[0].at ?? 0;
}

export const selectOpenStop = 'select id, stopped_at as "stoppedAt", lost from money_stops where lifted_at is null';
