import type pg from 'pg';
import type { AskedSource, RateFeed } from '../../domain/rate-feed.ts';
import { rate } from '../../domain/rates.ts';
import { orUnavailable } from '../database-errors.ts';

/** The columns of a feed `f`, and its sources as one value. Rates are text in it: JSON would make floats of them. */
export const feedColumns = `f.id, f.settlement_currency, f.fiat_currency, f.type, f.margin_bps, f.interval_ms, f.age_max_ms,
  f.enabled, f.used_place, f.fault, f.last_error, f.last_rate_at,
  (select json_agg(json_build_object(
     'url', s.url, 'path', s.path,
     'bookFrom', s.book_from, 'bookTo', s.book_to, 'bookPrice', s.book_price,
     'timePath', s.time_path, 'timeAgeMaxMs', s.time_age_max_ms,
     'lastAskedAt', (extract(epoch from s.last_asked_at) * 1000)::int8,
     'lastError', s.last_error, 'lastRate', s.last_rate_e8::text
   ) order by s.place) from rate_sources s where s.feed_id = f.id) as sources`;

export async function listFeeds(
  pool: pg.Pool,
  page: { readonly after: number; readonly limit: number },
): Promise<RateFeed[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'list-rate-feeds',
      text: `select ${feedColumns} from rate_feeds f where f.id > $1 order by f.id limit $2`,
      values: [page.after, page.limit],
    }),
  );
  return rows.map(decodeFeed);
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver gives it, typed here.
export function decodeFeed(row: any): RateFeed {
  return {
    id: row.id,
    settlementCurrency: row.settlement_currency,
    fiatCurrency: row.fiat_currency,
    type: row.type,
    sources: (row.sources ?? []).map(decodeSource),
    marginBps: row.margin_bps,
    intervalMs: row.interval_ms,
    ageMaxMs: row.age_max_ms,
    isEnabled: row.enabled,
    usedPlace: row.used_place,
    fault: row.fault,
    lastError: row.last_error,
    lastRateAt: row.last_rate_at,
  };
}

interface SourceRow {
  readonly url: string;
  readonly path: string;
  readonly bookFrom: number | null;
  readonly bookTo: number | null;
  readonly bookPrice: string | null;
  readonly timePath: string | null;
  readonly timeAgeMaxMs: number | null;
  readonly lastAskedAt: number | null;
  readonly lastError: string | null;
  readonly lastRate: string | null;
}

function decodeSource(row: SourceRow): AskedSource {
  const { url, path, bookFrom, bookTo, bookPrice, timePath, timeAgeMaxMs, lastAskedAt, lastError, lastRate } = row;
  const isBook = bookFrom !== null && bookTo !== null && bookPrice !== null;
  return {
    url,
    path,
    book: isBook ? { from: bookFrom, to: bookTo, price: bookPrice } : null,
    time: timePath === null || timeAgeMaxMs === null ? null : { path: timePath, ageMaxMs: timeAgeMaxMs },
    lastAskedAt,
    lastError,
    lastRate: lastRate === null ? null : rate(BigInt(lastRate)),
  };
}
