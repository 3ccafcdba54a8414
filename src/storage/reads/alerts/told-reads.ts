import type pg from 'pg';
import type { ToldKind, ToldWish } from '../../../domain/alerts/told-kinds.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { type ToldChannel, toldChannels } from '../../settings/alerts/told.ts';

/** Where somebody is told, the oldest first. */
export async function listOwnChannels(pool: pg.Pool, userId: number): Promise<readonly ToldChannel[]> {
  return await orUnavailable(toldChannels.find(pool, { userId, removedAt: null }, 'order by id'));
}

export async function readOwnWishes(
  pool: pg.Pool,
  userId: number,
): Promise<{ readonly wishes: readonly ToldWish[]; readonly below: number | null }> {
  const { rows } = await orUnavailable(
    pool.query(
      `select kind, array_agg(channel_id order by channel_id) as channels, max(below)::int4 as below
       from told_wishes where user_id = $1 group by kind order by kind`,
      [userId],
    ),
  );
  return {
    wishes: rows.map(({ kind, channels }) => ({ kind: kind as ToldKind, channelIds: channels })),
    below: rows.find(({ below }) => below !== null)?.below ?? null,
  };
}

/** Whether anybody has yet to open the link to the bot. */
export async function hasOpenChats(pool: pg.Pool, since: Instant): Promise<boolean> {
  const { rows } = await pool.query(
    `select from told_channels
     where kind = 'telegram' and confirmed_at is null and removed_at is null and created_at > $1 limit 1`,
    [new Date(since)],
  );
  return rows.length > 0;
}

export async function countWaitingTold(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int4 as count from told_messages where state = 'waiting'`);
  return rows[0].count;
}
