import type { OperatorEndpoint } from '../endpoint.ts';
import { confirmPayout } from './confirm-payout.ts';
import { giveBackPayout } from './give-back-payout.ts';
import { listPayouts } from './list-payouts.ts';
import { payoutNotPaid } from './payout-not-paid.ts';
import { provePayout } from './prove-payout.ts';
import { takePayout } from './take-payout.ts';

/** What makers pay out. */
export const payoutEndpoints: readonly OperatorEndpoint[] = [
  listPayouts,
  takePayout,
  giveBackPayout,
  provePayout,
  confirmPayout,
  payoutNotPaid,
];
