import type { OperatorEndpoint } from '../endpoint.ts';
import { changeRateFeed, createRateFeed, listRateFeeds, removeRateFeed } from './rate-feeds.ts';
import { listRateHistory, listRates, setRates } from './rates.ts';
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
