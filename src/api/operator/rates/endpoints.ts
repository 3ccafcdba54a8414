import type { OperatorEndpoint } from '../endpoint.ts';
import { changeRateFeed } from './change-rate-feed.ts';
import { createRateFeed } from './create-rate-feed.ts';
import { listRateFeeds } from './list-rate-feeds.ts';
import { listRateHistory } from './list-rate-history.ts';
import { listRates } from './list-rates.ts';
import { removeRateFeed } from './remove-rate-feed.ts';
import { setRates } from './set-rates.ts';
import { tryRateSource } from './try-rate-source.ts';

/** What a settlement currency costs, and where that comes from. */
export const rateEndpoints: readonly OperatorEndpoint[] = [
  listRates,
  setRates,
  listRateHistory,
  createRateFeed,
  listRateFeeds,
  changeRateFeed,
  removeRateFeed,
  tryRateSource,
];
