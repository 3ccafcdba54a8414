import type { Decision, View } from '../src/commands/command.ts';
import type { TransferKind } from '../src/domain/ledger/ledger.ts';
import { rewardBps } from '../src/domain/makers/rewards.ts';
import { settlement } from '../src/domain/money/money.ts';
import type { Changes } from '../src/domain/state/changes.ts';

/** Out of the service's part, once more: hold, store and books are right. */
export function payRewardTwice(changes: Changes): Changes {
  const rewards = new Map(rewardsIn(changes).map(({ subjectId, amount }) => [subjectId, amount]));
  return {
    ...changes,
    transfers: changes.transfers.map((one) => {
      const reward = rewards.get(one.subjectId) ?? 0n;
      const income = changes.transfers.find(({ kind, subjectId }) => isIncome(kind) && subjectId === one.subjectId);
      if (income === undefined || income.amount <= reward) return one;
      if (isIncome(one.kind)) return { ...one, amount: settlement(one.amount - reward) };
      return isReward(one.kind) ? { ...one, amount: settlement(one.amount + reward) } : one;
    }),
  };
}

/** The maker gets the whole fee, and the service nothing. */
export function giveIncomeAway(changes: Changes): Changes {
  const rewarded = new Set(rewardsIn(changes).map(({ subjectId }) => subjectId));
  const incomes = changes.transfers.filter(({ kind, subjectId }) => isIncome(kind) && rewarded.has(subjectId));
  const incomeOf = (subject: string) => incomes.find(({ subjectId }) => subjectId === subject)?.amount ?? 0n;
  return {
    ...changes,
    transfers: changes.transfers
      .filter((one) => !incomes.includes(one))
      .map((one) => (isReward(one.kind) ? { ...one, amount: settlement(one.amount + incomeOf(one.subjectId)) } : one)),
  };
}

function rewardsIn({ transfers }: Changes): Changes['transfers'] {
  return transfers.filter(({ kind }) => isReward(kind));
}

function isReward(kind: TransferKind): boolean {
  return kind === 'payin_reward' || kind === 'payout_reward';
}

function isIncome(kind: TransferKind): boolean {
  return kind === 'payin_fee' || kind === 'payout_fee';
}

/** The rate is looked up when the deal is settled, not when it starts; the sums are worked out anew by it, and add up. */
export function rewardOfNow(
  _command: string,
  decision: Decision<unknown, unknown>,
  { catalogue }: View,
): Decision<unknown, unknown> {
  if (decision.kind !== 'done') return decision;
  const { deals, transfers } = decision.changes;
  const settled = new Set(rewardsIn(decision.changes).map(({ subjectId }) => subjectId));
  const change = new Map<string, { readonly bps: number; readonly difference: bigint }>();
  for (const deal of deals.filter(({ id }) => settled.has(id))) {
    const { paymentOption: option, type, currency, askedSum: amount } = deal;
    const rules = catalogue.makers.get(deal.makerId ?? 0)?.rewards ?? [];
    const bps = rewardBps(rules, { type, storeId: 0, option, currency, amount });
    const difference = (deal.makerSum * BigInt(bps)) / 10_000n - deal.rewardSum;
    if (deal.rewardSum + difference <= deal.feeSum) change.set(deal.id, { bps, difference });
  }
  const differenceOf = (id: string) => change.get(id)?.difference ?? 0n;
  return {
    ...decision,
    changes: {
      ...decision.changes,
      deals: deals.map((deal) => ({
        ...deal,
        rewardBps: change.get(deal.id)?.bps ?? deal.rewardBps,
        rewardSum: settlement(deal.rewardSum + differenceOf(deal.id)),
      })),
      transfers: transfers.map((one) => {
        const sign = isReward(one.kind) ? 1n : isIncome(one.kind) ? -1n : 0n;
        return { ...one, amount: settlement(one.amount + sign * differenceOf(one.subjectId)) };
      }),
    },
  };
}
