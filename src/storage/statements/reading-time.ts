import type pg from 'pg';
import { type ReadingTime, readingDay } from '../../domain/statements/reading-time.ts';
import type { Instant } from '../../domain/text/timestamp.ts';

/** What the files of a maker have cost on the newest day. */
export async function findReadingTime(client: pg.ClientBase | pg.Pool, makerId: number): Promise<ReadingTime> {
  const { rows } = await client.query('select day, spent_ms from statement_reading where maker_id = $1', [makerId]);
  return rows.length === 0 ? { day: 0, spentMs: 0 } : timeOf(rows[0]);
}

/** Adds to it, and says what it comes to. A process whose clock is behind adds to the newest day. */
export async function addReadingTime(
  client: pg.ClientBase | pg.Pool,
  makerId: number,
  { spentMs, now }: { readonly spentMs: number; readonly now: Instant },
): Promise<ReadingTime> {
  const { rows } = await client.query({
    name: 'add-reading-time',
    text: `insert into statement_reading as r (maker_id, day, spent_ms) values ($1, $2, $3)
       on conflict (maker_id) do update set day = greatest(r.day, excluded.day),
         spent_ms = excluded.spent_ms + case when r.day >= excluded.day then r.spent_ms else 0 end
       returning day, spent_ms`,
    values: [makerId, readingDay(now), spentMs],
  });
  return timeOf(rows[0]);
}

function timeOf(row: { readonly day: number; readonly spent_ms: bigint }): ReadingTime {
  return { day: row.day, spentMs: Number(row.spent_ms) };
}
