import type { OperatorEndpoint } from '../endpoint.ts';
import { giveBackPayout } from './give-back-payout.ts';
import { listPayouts } from './list-payouts.ts';
import { provePayout } from './prove-payout.ts';
import { takePayout } from './take-payout.ts';

/** What makers pay out. */
export const payoutEndpoints: readonly OperatorEndpoint[] = [listPayouts, takePayout, giveBackPayout, provePayout];
