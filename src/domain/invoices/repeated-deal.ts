import { noReward } from '../makers/rewards.ts';
import type { Deal, PayoutDeal } from './deal.ts';
import { takingEnded } from './taking.ts';

/** The same deal once more, for the next maker: it keeps the agreed terms and nothing of what happened to the first. */
export function repeatDeal(
  deal: PayoutDeal,
  start: Pick<Deal, 'id' | 'ordinal' | 'startedAt' | 'deadlineAt'>,
): PayoutDeal {
  return {
    ...deal,
    ...start,
    status: 'new',
    ...untaken,
    confirmedAt: null,
    endedAt: null,
    attachments: [],
    dispute: null,
    ...takingEnded(deal, start.startedAt),
  };
}

/** What a payout has while no maker does: another one may earn something else for it. */
export const untaken = { makerId: null, rewardBps: noReward.bps, rewardSum: noReward.sum } as const;
