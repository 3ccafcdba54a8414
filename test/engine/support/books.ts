import type pg from 'pg';
import { expect } from 'vitest';
import type { Answer } from '../../support/merchant-client.ts';

/** The demo world's ledger accounts that tests look at. */
export const accounts = {
  external: 1,
  fees: 2,
  storeAvailable: 11,
  storeFrozen: 12,
  otherAvailable: 13,
  otherFrozen: 14,
};

/** The single number that the query gives. */
export async function count(pool: pg.Pool, query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await pool.query({ text: query, values, rowMode: 'array' });
  return Number(rows[0]?.[0]);
}

export async function balance(pool: pg.Pool, accountId: number): Promise<bigint> {
  const { rows } = await pool.query('select balance from accounts where id = $1', [accountId]);
  return rows[0].balance;
}

/** Everything the makers hold for payin deals. */
export async function heldByMakers(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query(`select sum(balance)::int8 as held from accounts where kind = 'maker_held'`);
  return rows[0].held;
}

/** How often each kind of transfer was made for a deal or withdrawal, as in `{ payin_hold: 1 }`. */
export async function transfersOf(pool: pg.Pool, subjectId: string): Promise<Record<string, number>> {
  const { rows } = await pool.query(
    'select kind, count(*)::int4 as times from transfers where subject_id = $1 group by kind order by kind',
    [subjectId],
  );
  return Object.fromEntries(rows.map(({ kind, times }) => [kind, times]));
}

/** How many answers there were of each outcome: 200, or the code of the refusal. */
export function outcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status === 200 ? 'ok' : String(body[0]?.code ?? status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** The body of the one answer that says what all of them say. */
export function sameAnswer(answers: readonly Answer[]): Answer['body'] {
  const texts = new Set(answers.map(({ status, body }) => JSON.stringify({ status, body })));
  expect([...texts]).toHaveLength(1);
  return answers[0]?.body;
}

/** The body of a request that must have been accepted. */
export function accepted({ status, body }: Answer): Answer['body'] {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Leaves so many requisites of the option to choose from, without limits but for what `change` sets. */
export async function keepRequisites(
  pool: pg.Pool,
  kept: { readonly option: string; readonly count: number; readonly change?: string },
): Promise<number[]> {
  await pool.query('update requisites set paused = true where not paused');
  const { rows } = await pool.query(
    `update requisites set paused = false, deal_min = null, deal_max = null, day_max = null, active_deals_max = null,
       month_max = null, day_deals_max = null, gap_ms = null, hours = null
     where id in (select id from requisites where option = $1 and currency = 'RUB' order by id limit $2) returning id`,
    [kept.option, kept.count],
  );
  if (kept.change !== undefined) await pool.query(`update requisites set ${kept.change} where not paused`);
  return rows.map(({ id }) => id);
}
