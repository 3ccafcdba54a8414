import type { OperatorEndpoint } from '../endpoint.ts';
import { listDeals } from './list-deals.ts';
import { readDeal } from './read-deal.ts';
import { rejectTransfer } from './reject-transfer.ts';
import { settleDeal } from './settle-deal.ts';

/** Attempts to pay. */
export const dealEndpoints: readonly OperatorEndpoint[] = [listDeals, readDeal, settleDeal, rejectTransfer];
