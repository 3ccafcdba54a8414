import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Instant } from '../../domain/text/timestamp.ts';
import { type Queryable, run, send } from '../database/connection.ts';
import type { Statement } from '../rows/statement.ts';
import { plainArray, timestampText } from '../rows/table.ts';

interface Moved {
  /** How many invoices this step has looked at; fewer than it was given: the round has ended. */
  readonly looked: number;
  readonly moved: number;
}

/**
 * One step of the mover, one small transaction: it looks at the next invoices and moves those that ended before the instant, and
 * that nothing can happen to by itself, into the tables of their months. A month whose tables are not there yet gets them first, and
 * queries that were planned without them have ended before anything moves there (migration 0110). How far it has come is stored with what it moved. Null:
 * another process is at it. What may move is decided by the database (migration 0105), as the service's role may remove nothing.
 */
export async function moveOld(pool: pg.Pool, before: Instant, countMax: number): Promise<Moved | null> {
  for (;;) {
    const [row] = await run(pool, move, [timestampText(before), countMax]);
    const [looked = null, moved = null, opened = null] = row ?? [];
    if (opened !== true) return looked === null ? null : { looked, moved: moved ?? 0 };
    await delay(openedPauseMs);
  }
}

/** Between planning and the snapshot of a query lie microseconds, and a long wait for a processor at worst. */
const openedPauseMs = 500;

const move: Statement = {
  name: 'archive-move',
  text: 'select looked, moved, opened from archive_move($1::timestamptz, $2::int4)',
};

/**
 * Back to the living, with everything that hangs on them. A month that is being detached is locked for minutes: it is
 * waited for only a tenth as long as other locks are, because all that comes behind it in the lane waits along. `hardly`
 * is for calls after one that waited in vain.
 */
export async function bringBack(
  client: Queryable,
  invoiceIds: readonly string[],
  patience: 'a tenth' | 'hardly',
): Promise<void> {
  await send(client, [
    { statement: patience === 'hardly' ? waitHardly : waitForTenth, values: [] },
    { statement: back, values: [plainArray(invoiceIds)] },
  ]);
}

/** The same, or a refusal at once when somebody has locked their month. */
export async function bringBackAtOnce(pool: pg.Pool, invoiceIds: readonly string[]): Promise<void> {
  await send(pool, [
    { statement: waitBriefly, values: [] },
    { statement: back, values: [plainArray(invoiceIds)] },
  ]);
}

const back: Statement = { name: 'archive-bring-back', text: 'select archive_bring_back($1::uuid[])' };

/** Long enough for two who bring back the same. */
const waitBriefly: Statement = {
  name: 'wait-briefly-for-locks',
  text: `select set_config('lock_timeout', '100', true)`,
};

/** A batch of commands on one locked month takes little more than a second of its lane. */
const waitHardly: Statement = {
  name: 'wait-hardly-for-locks',
  text: `select set_config('lock_timeout', '10', true)`,
};

/** In milliseconds, rounded up: 0 is for ever, and is so only where the address of the database asks for it. */
const waitForTenth: Statement = {
  name: 'wait-a-tenth-for-locks',
  text: `select set_config('lock_timeout', ((setting::int4 + 9) / 10)::text, true)
    from pg_settings where name = 'lock_timeout'`,
};

/** At the end of a round: how much is in the months that have changed, for people and for the planner. */
export async function takeStock(pool: pg.Pool): Promise<void> {
  await run(pool, stock, []);
}

const stock: Statement = { name: 'archive-take-stock', text: 'select archive_take_stock()' };
