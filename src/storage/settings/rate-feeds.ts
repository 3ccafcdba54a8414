import type pg from 'pg';
import type { FeedVerdict, RateFeed } from '../../domain/rate-feed.ts';
import { clocksApartMaxMs, type Rate } from '../../domain/rates.ts';
import { orUnavailable } from '../database-errors.ts';
import { decodeFeed, feedColumns } from '../reads/rate-feed-reads.ts';
import type { RateKey } from './rates.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export async function lockFeed({ client }: SettingsTransaction, id: number): Promise<RateFeed | null> {
  const { rows } = await client.query(
    `select ${feedColumns} from rate_feeds f where f.id = $1 for no key update of f`,
    [id],
  );
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

export async function insertFeed(tx: SettingsTransaction, feed: RateFeed, dueAtMs: number): Promise<void> {
  await tx.client.query(
    `insert into rate_feeds
       (id, settlement_currency, fiat_currency, type, margin_bps, interval_ms, age_max_ms, enabled, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      feed.id,
      feed.settlementCurrency,
      feed.fiatCurrency,
      feed.type,
      feed.marginBps,
      feed.intervalMs,
      feed.ageMaxMs,
      feed.isEnabled,
      new Date(dueAtMs),
    ],
  );
  await insertSources(tx, feed);
}

export async function updateFeed({ client }: SettingsTransaction, feed: RateFeed, dueAtMs: number): Promise<void> {
  await client.query(
    `update rate_feeds set margin_bps = $2, interval_ms = $3, enabled = $4, age_max_ms = $5, used_place = $6, due_at = $7
     where id = $1`,
    [feed.id, feed.marginBps, feed.intervalMs, feed.isEnabled, feed.ageMaxMs, feed.usedPlace, new Date(dueAtMs)],
  );
}

/** With its sources. */
export async function deleteFeed({ client }: SettingsTransaction, id: number): Promise<void> {
  await client.query('delete from rate_feeds where id = $1', [id]);
}

export async function replaceSources(tx: SettingsTransaction, feed: Pick<RateFeed, 'id' | 'sources'>): Promise<void> {
  await tx.client.query('delete from rate_sources where feed_id = $1', [feed.id]);
  await insertSources(tx, feed);
}

async function insertSources(
  { client }: SettingsTransaction,
  { id, sources }: Pick<RateFeed, 'id' | 'sources'>,
): Promise<void> {
  await client.query(
    `insert into rate_sources
       (feed_id, place, url, path, book_from, book_to, book_price, time_path, time_age_max_ms)
     select $1, s.place, s.url, s.path, s.book_from, s.book_to, s.book_price, s.time_path, s.time_age_max_ms
     from unnest($2::text[], $3::text[], $4::int2[], $5::int2[], $6::text[], $7::text[], $8::int4[])
       with ordinality as s (url, path, book_from, book_to, book_price, time_path, time_age_max_ms, place)`,
    [
      id,
      sources.map(({ url }) => url),
      sources.map(({ path }) => path),
      sources.map(({ book }) => book?.from ?? null),
      sources.map(({ book }) => book?.to ?? null),
      sources.map(({ book }) => book?.price ?? null),
      sources.map(({ time }) => time?.path ?? null),
      sources.map(({ time }) => time?.ageMaxMs ?? null),
    ],
  );
}

/** What came of the last attempt: a rate at this time, or the reason why there was none. */
export async function updateFeedOutcome(
  { client }: SettingsTransaction,
  feedId: number,
  verdict: FeedVerdict,
  rateAt: number | null,
): Promise<void> {
  const [fault, error, place] =
    verdict.kind === 'taken' ? [null, null, verdict.place] : [verdict.fault, verdict.error, null];
  await client.query(
    `update rate_feeds set fault = $2, last_error = $3, used_place = coalesce($4, used_place),
       last_rate_at = coalesce($5, last_rate_at)
     where id = $1`,
    [feedId, fault, error, place, rateAt === null ? null : new Date(rateAt)],
  );
}

/** What a source said when it was asked. */
export interface SourceOutcome {
  readonly askedAt: number;
  readonly rate: Rate | null;
  readonly error: string | null;
}

/** Those that were asked, from the first place on. What the others said when they were last asked stays. */
export async function updateSourceOutcomes(
  { client }: SettingsTransaction,
  feedId: number,
  outcomes: readonly SourceOutcome[],
): Promise<void> {
  await client.query(
    `update rate_sources s
     set last_asked_at = o.asked_at, last_error = o.error, last_rate_e8 = coalesce(o.rate_e8, s.last_rate_e8)
     from unnest($2::timestamptz[], $3::text[], $4::int8[]) with ordinality as o (asked_at, error, rate_e8, place)
     where s.feed_id = $1 and s.place = o.place`,
    [
      feedId,
      outcomes.map(({ askedAt }) => new Date(askedAt)),
      outcomes.map(({ error }) => error),
      outcomes.map(({ rate }) => rate),
    ],
  );
}

/** One whose time is further off than its interval got it from a clock that was ahead: it would not be asked until then. */
export const dueFeeds = `from rate_feeds f where f.enabled and (f.due_at <= $1::timestamptz
  or f.due_at > $1::timestamptz + f.interval_ms * interval '1 millisecond' + interval '${clocksApartMaxMs} milliseconds')`;

/** Takes the feeds that are due and puts their next time, so that two processes do not ask twice. */
export async function takeDueFeeds(pool: pg.Pool, nowMs: number, feedsMax: number): Promise<RateFeed[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'take-due-feeds',
      text: `update rate_feeds f set due_at = $1::timestamptz + f.interval_ms * interval '1 millisecond'
       from (select f.id ${dueFeeds} order by f.due_at limit $2 for update skip locked) due
       where f.id = due.id returning ${feedColumns}`,
      values: [new Date(nowMs), feedsMax],
    }),
  );
  return rows.map(decodeFeed);
}
