import type { OperatorEndpoint } from '../endpoint.ts';
import { changePayerRules, liftPayerBlock, listBlockedPayers } from './payers.ts';

/** Payers who play: what a store lets one have, and who is blocked. */
export const payerEndpoints: readonly OperatorEndpoint[] = [changePayerRules, listBlockedPayers, liftPayerBlock];
