import type { OperatorEndpoint } from '../endpoint.ts';
import { changePayerRules } from './change-payer-rules.ts';
import { liftPayerBlock } from './lift-payer-block.ts';
import { listBlockedPayers } from './list-blocked-payers.ts';

/** Payers who play: what a store lets one have, and who is blocked. */
export const payerEndpoints: readonly OperatorEndpoint[] = [changePayerRules, listBlockedPayers, liftPayerBlock];
