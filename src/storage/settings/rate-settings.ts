import type pg from 'pg';
import type { Direction } from '../../domain/payment.ts';
import { isJump, type RateFeed } from '../../domain/rate-feed.ts';
import { formatRate, type Rate, rate } from '../../domain/rates.ts';
import { AppError } from '../../errors.ts';
import { decodeFeed, feedColumns, feedColumnsOf } from '../reads/rate-reads.ts';
import { inTransaction } from '../transaction.ts';
import { type ByWhom, entry } from './access.ts';
import { writeAudit } from './write-audit.ts';

interface NewRate {
  readonly settlementCurrency: string;
  readonly fiatCurrency: string;
  readonly type: Direction;
  readonly rate: Rate;
  readonly ageMaxMs: number | null;
}

type NewFeed = Omit<RateFeed, 'id' | 'lastError' | 'lastRateAt'>;
export type FeedChange = Partial<Pick<RateFeed, 'url' | 'path' | 'intervalMs' | 'ageMaxMs' | 'isEnabled'>>;

/** Rates and where they come from. Every rate that ever held stays in the history. */
export class RateSettings {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async setRates(rates: readonly NewRate[], by: ByWhom): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      for (const one of rates) {
        await writeRate(client, one, { at: by.at, name: by.actor.name });
        const subject = `${one.settlementCurrency}/${one.fiatCurrency}`;
        const details = { type: one.type, rate: formatRate(one.rate), ageMaxMs: one.ageMaxMs };
        await writeAudit(client, [entry(by, 'set_rate', 'rate', subject, details)]);
      }
    });
  }

  async createFeed(feed: NewFeed, by: ByWhom): Promise<RateFeed> {
    return await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query(
        `insert into rate_feeds (settlement_currency, fiat_currency, type, url, path, interval_ms, age_max_ms, enabled, due_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning ${feedColumns}`,
        [
          feed.settlementCurrency,
          feed.fiatCurrency,
          feed.type,
          feed.url,
          feed.path,
          feed.intervalMs,
          feed.ageMaxMs,
          feed.isEnabled,
          new Date(by.at),
        ],
      );
      if (rows[0] === undefined) throw new AppError('feed_taken');
      const details = { url: feed.url, path: feed.path, intervalMs: feed.intervalMs, ageMaxMs: feed.ageMaxMs };
      await writeAudit(client, [entry(by, 'create_rate_feed', 'rate_feed', rows[0].id, details)]);
      return decodeFeed(rows[0]);
    });
  }

  /** A changed feed is asked at once. */
  async changeFeed(id: number, change: FeedChange, by: ByWhom): Promise<RateFeed> {
    return await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query(
        `update rate_feeds set url = coalesce($2, url), path = coalesce($3, path),
           interval_ms = coalesce($4, interval_ms), enabled = coalesce($5, enabled),
           age_max_ms = case when $6 then $7::int4 else age_max_ms end, due_at = $8
         where id = $1 returning ${feedColumns}`,
        [
          id,
          change.url,
          change.path,
          change.intervalMs,
          change.isEnabled,
          change.ageMaxMs !== undefined,
          change.ageMaxMs,
          new Date(by.at),
        ],
      );
      if (rows[0] === undefined) throw new AppError('not_found');
      await writeAudit(client, [entry(by, 'change_rate_feed', 'rate_feed', id, { ...change })]);
      return decodeFeed(rows[0]);
    });
  }

  /** Takes the feeds that are due and puts their next time, so that two processes do not ask twice. */
  async takeDueFeeds(nowMs: number, feedsMax: number): Promise<RateFeed[]> {
    const { rows } = await this.#pool.query(
      `update rate_feeds f set due_at = $1::timestamptz + f.interval_ms * interval '1 millisecond'
       from (select id from rate_feeds where enabled and due_at <= $1 order by due_at limit $2 for update skip locked) due
       where f.id = due.id returning ${feedColumnsOf('f')}`,
      [new Date(nowMs), feedsMax],
    );
    return rows.map(decodeFeed);
  }

  /** False when the rate is too far from the last one to be believed. */
  async storeFeedRate(feed: RateFeed, found: Rate, nowMs: number): Promise<boolean> {
    return await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query(
        'select rate_e8 from rates where settlement_currency = $1 and fiat_currency = $2 and type = $3 for no key update',
        [feed.settlementCurrency, feed.fiatCurrency, feed.type],
      );
      if (rows[0] !== undefined && isJump(rate(rows[0].rate_e8), found)) {
        await noteFailure(client, feed.id, `${formatRate(found)} is too far from ${formatRate(rate(rows[0].rate_e8))}`);
        return false;
      }
      await writeRate(client, { ...feed, rate: found }, { at: nowMs, name: `feed ${feed.id}` });
      await client.query('update rate_feeds set last_error = null, last_rate_at = $2 where id = $1', [
        feed.id,
        new Date(nowMs),
      ]);
      return true;
    });
  }

  async feedFailed(feedId: number, reason: string): Promise<void> {
    await inTransaction(this.#pool, (client) => noteFailure(client, feedId, reason));
  }
}

async function noteFailure(client: pg.PoolClient, feedId: number, reason: string): Promise<void> {
  const shown = reason.replaceAll('\0', '').slice(0, 500);
  await client.query('update rate_feeds set last_error = $2 where id = $1', [feedId, shown]);
}

async function writeRate(client: pg.PoolClient, one: NewRate, by: { at: number; name: string }): Promise<void> {
  const values = [one.settlementCurrency, one.fiatCurrency, one.type, one.rate, new Date(by.at)];
  await client.query(
    `insert into rates (settlement_currency, fiat_currency, type, rate_e8, set_at, age_max_ms)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (settlement_currency, fiat_currency, type)
     do update set rate_e8 = excluded.rate_e8, set_at = excluded.set_at, age_max_ms = excluded.age_max_ms`,
    [...values, one.ageMaxMs],
  );
  await client.query(
    `insert into rate_history (settlement_currency, fiat_currency, type, rate_e8, set_at, set_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [...values, by.name],
  );
}
