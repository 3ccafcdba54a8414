import type pg from 'pg';
import type { RateFeed } from '../../domain/rate-feed.ts';
import { orUnavailable } from '../database-errors.ts';
import { decodeFeed, feedColumns, feedColumnsOf } from '../reads/rate-reads.ts';
import type { RateKey } from './rates.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export async function lockFeed({ client }: SettingsTransaction, id: number): Promise<RateFeed | null> {
  const { rows } = await client.query(`select ${feedColumns} from rate_feeds where id = $1 for no key update`, [id]);
  return rows[0] === undefined ? null : decodeFeed(rows[0]);
}

export async function hasFeed(
  { client }: SettingsTransaction,
  { settlementCurrency, fiatCurrency, type }: RateKey,
): Promise<boolean> {
  const { rows } = await client.query(
    'select 1 from rate_feeds where settlement_currency = $1 and fiat_currency = $2 and type = $3',
    [settlementCurrency, fiatCurrency, type],
  );
  return rows.length > 0;
}

export async function insertFeed({ client }: SettingsTransaction, feed: RateFeed, dueAtMs: number): Promise<void> {
  await client.query(
    `insert into rate_feeds
       (id, settlement_currency, fiat_currency, type, url, path, interval_ms, age_max_ms, enabled, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      feed.id,
      feed.settlementCurrency,
      feed.fiatCurrency,
      feed.type,
      feed.url,
      feed.path,
      feed.intervalMs,
      feed.ageMaxMs,
      feed.isEnabled,
      new Date(dueAtMs),
    ],
  );
}

export async function updateFeed({ client }: SettingsTransaction, feed: RateFeed, dueAtMs: number): Promise<void> {
  await client.query(
    `update rate_feeds set url = $2, path = $3, interval_ms = $4, enabled = $5, age_max_ms = $6, due_at = $7
     where id = $1`,
    [feed.id, feed.url, feed.path, feed.intervalMs, feed.isEnabled, feed.ageMaxMs, new Date(dueAtMs)],
  );
}

/** What came of the last attempt: a rate at this time, or the reason why there was none. */
export async function updateFeedOutcome(
  { client }: SettingsTransaction,
  feedId: number,
  outcome: { readonly lastRateAt: number } | { readonly lastError: string },
): Promise<void> {
  const lastRateAt = 'lastRateAt' in outcome ? new Date(outcome.lastRateAt) : null;
  await client.query('update rate_feeds set last_error = $2, last_rate_at = coalesce($3, last_rate_at) where id = $1', [
    feedId,
    'lastError' in outcome ? outcome.lastError : null,
    lastRateAt,
  ]);
}

/** Takes the feeds that are due and puts their next time, so that two processes do not ask twice. */
export async function takeDueFeeds(pool: pg.Pool, nowMs: number, feedsMax: number): Promise<RateFeed[]> {
  const { rows } = await orUnavailable(
    pool.query(
      `update rate_feeds f set due_at = $1::timestamptz + f.interval_ms * interval '1 millisecond'
       from (select id from rate_feeds where enabled and due_at <= $1 order by due_at limit $2 for update skip locked) due
       where f.id = due.id returning ${feedColumnsOf('f')}`,
      [new Date(nowMs), feedsMax],
    ),
  );
  return rows.map(decodeFeed);
}
