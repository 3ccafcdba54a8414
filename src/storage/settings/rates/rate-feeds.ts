import type pg from 'pg';
import { directions } from '../../../domain/money/payment.ts';
import { type FeedVerdict, feedFaults, type RateFeed } from '../../../domain/rates/rate-feed.ts';
import { clocksApartMaxMs, type Rate } from '../../../domain/rates/rates.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { bool, instant, int2, int4, oneOf, rate, text } from '../../rows/codec.ts';
import { group } from '../../rows/shape.ts';
import { defineRecord, type RowOfRecord, selectRows, sure } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const rateFeeds = defineRecord({
  table: 'rate_feeds',
  columns: {
    id: int4,
    settlementCurrency: text,
    fiatCurrency: text,
    type: oneOf(directions),
    marginBps: int4.usual,
    intervalMs: int4,
    ageMaxMs: int4.orNull,
    isEnabled: bool.from('enabled').usual,
    usedPlace: int2.orNull,
    fault: oneOf(feedFaults).orNull,
    lastError: text.orNull,
    lastRateAt: instant.orNull,
  },
  hidden: { dueAt: instant },
});

const rateSources = defineRecord({
  table: 'rate_sources',
  columns: {
    feedId: int4,
    place: int2,
    url: text,
    path: text,
    book: group({ from: int2.from('book_from'), to: int2.from('book_to'), price: text.from('book_price') }).orNull,
    time: group({ path: text.from('time_path'), ageMaxMs: int4.from('time_age_max_ms') }).orNull,
    lastAskedAt: instant.orNull,
    lastError: text.orNull,
    lastRate: rate.orNull.from('last_rate_e8'),
  },
});

export async function withSources(
  client: pg.ClientBase | pg.Pool,
  feeds: readonly RowOfRecord<typeof rateFeeds>[],
): Promise<RateFeed[]> {
  const ids = feeds.map(({ id }) => id);
  const sources = await rateSources.select(client, 'where feed_id = any($1::int4[]) order by feed_id, place', [ids]);
  return feeds.map((feed) => {
    const own = sources.filter(({ feedId }) => feedId === feed.id);
    return { ...feed, sources: own.map(({ feedId: _, place: _place, ...source }) => source) };
  });
}

export async function lockFeed(tx: SettingsTransaction, id: number): Promise<RateFeed | null> {
  const feed = await rateFeeds.lock(tx, { id });
  return feed === null ? null : sure((await withSources(tx.client, [feed]))[0]);
}

export async function insertFeed(tx: SettingsTransaction, feed: RateFeed, dueAt: number): Promise<void> {
  await rateFeeds.insert(tx, { ...feed, dueAt });
  await insertSources(tx, feed);
}

export async function replaceSources(tx: SettingsTransaction, feed: Pick<RateFeed, 'id' | 'sources'>): Promise<void> {
  await rateSources.delete(tx, { feedId: feed.id });
  await insertSources(tx, feed);
}

async function insertSources(
  tx: SettingsTransaction,
  { id, sources }: Pick<RateFeed, 'id' | 'sources'>,
): Promise<void> {
  await rateSources.insertAll(
    tx,
    sources.map(({ url, path, book, time }, index) => ({ feedId: id, place: index + 1, url, path, book, time })),
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
  const text = (list: string) => `update rate_feeds
    set due_at = $1::timestamptz + rate_feeds.interval_ms * interval '1 millisecond'
    from (select f.id ${dueFeeds} order by f.due_at limit $2 for update skip locked) due
    where rate_feeds.id = due.id returning ${list}`;
  const due = await orUnavailable(selectRows(pool, rateFeeds.row, text, [new Date(nowMs), feedsMax]));
  return due.length === 0 ? [] : await orUnavailable(withSources(pool, due));
}
