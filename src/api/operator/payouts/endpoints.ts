import type { OperatorEndpoint } from '../endpoint.ts';
import { confirmPayout, payoutNotPaid, provePayout } from './payout-proofs.ts';
import { giveBackPayout, listPayouts, takePayout } from './payouts.ts';

/** What makers pay out. */
export const payoutEndpoints: readonly OperatorEndpoint[] = [
  listPayouts,
  takePayout,
  giveBackPayout,
  provePayout,
  confirmPayout,
  payoutNotPaid,
];
