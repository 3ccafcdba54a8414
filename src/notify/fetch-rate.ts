import { type RateFeed, readFeedRate } from '../domain/rate-feed.ts';
import type { Rate } from '../domain/rates.ts';
import { fetchJson } from './fetch-json.ts';

/** An exchange answers in a second and with a few kilobytes; more than this is not what was asked for. */
const limits = { timeoutMs: 10_000, bytesMax: 1024 * 1024 } as const;

export async function fetchRate(feed: RateFeed, allowsPrivate: boolean, signal: AbortSignal): Promise<Rate> {
  const document = await fetchJson(feed.url, { ...limits, allowsPrivate }, signal);
  const found = readFeedRate(document, feed.path);
  if (found === null) throw new Error(`there is no rate at ${feed.path}`);
  return found;
}
