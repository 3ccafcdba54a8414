import type { OperatorEndpoint } from '../endpoint.ts';
import { listDeals, readDeal, rejectTransfer, settleDeal } from './deals.ts';

/** Attempts to pay. */
export const dealEndpoints: readonly OperatorEndpoint[] = [listDeals, readDeal, settleDeal, rejectTransfer];
