import { AppError } from '../../errors/app-error.ts';
import { feeRuleOf, type StoreFees } from '../money/fees.ts';
import { type FiatMinor, type SettlementMinor, settlement } from '../money/money.ts';
import type { Direction } from '../money/payment.ts';

/**
 * What a maker earns for a deal: a part of the store's fee, so many basis points of the deal's sum in the settlement
 * currency. The rest of the fee is the service's income. A maker has a list of rules; of those that hold for a deal the
 * most specific one counts: one for the store before one for any, then one for the way to pay, then one for the currency.
 */
export interface RewardRule {
  readonly direction: Direction;
  /** Null: whatever the way to pay, the store, the currency is. */
  readonly option: string | null;
  readonly storeId: number | null;
  readonly currency: string | null;
  /** Sums of `currency` that it is for, from the first to below the second; null: no bound. */
  readonly from: FiatMinor | null;
  readonly to: FiatMinor | null;
  readonly bps: number;
}

/** A page of rules is what a person can keep in mind; ranges of four ways to pay in ten stores fit into it. */
export const rewardRulesMax = 200;

/** What a reward is fixed by when a deal starts. */
export interface RewardedDeal {
  readonly type: Direction;
  readonly storeId: number;
  readonly option: string;
  readonly currency: string;
  readonly amount: FiatMinor;
}

export interface Reward {
  readonly bps: number;
  readonly sum: SettlementMinor;
}

export const noReward: Reward = { bps: 0, sum: settlement(0n) };

const bpsPerWhole = 10_000n;

/** Rounded down, so that rounding never makes it more than the fee, which is rounded up. */
function rewardOn(sum: SettlementMinor, bps: number): SettlementMinor {
  return settlement((sum * BigInt(bps)) / bpsPerWhole);
}

/** The rate of the rule that counts for the deal; 0 where none holds. */
export function rewardBps(rules: readonly RewardRule[], deal: RewardedDeal): number {
  let best: RewardRule | undefined;
  for (const rule of rules) {
    if (holdsFor(rule, deal) && (best === undefined || rank(rule) > rank(best))) best = rule;
  }
  return best?.bps ?? 0;
}

/** The reward of a deal that is to start; null when it would be above the fee: nobody is paid what nobody pays. */
export function rewardFor(
  rules: readonly RewardRule[],
  deal: RewardedDeal,
  { makerSum, feeSum }: { readonly makerSum: SettlementMinor; readonly feeSum: SettlementMinor },
): Reward | null {
  if (rules.length === 0) return noReward;
  const bps = rewardBps(rules, deal);
  const sum = rewardOn(makerSum, bps);
  return sum > feeSum ? null : { bps, sum };
}

/** The reward of a running deal once another sum has come: at the rate that was fixed, and never more than the fee is now. */
export function rewardOfReceived(makerSum: SettlementMinor, feeSum: SettlementMinor, bps: number): SettlementMinor {
  const sum = rewardOn(makerSum, bps);
  return sum > feeSum ? feeSum : sum;
}

function holdsFor(rule: RewardRule, { type, storeId, option, currency, amount }: RewardedDeal): boolean {
  return (
    rule.direction === type &&
    (rule.storeId === null || rule.storeId === storeId) &&
    (rule.option === null || rule.option === option) &&
    (rule.currency === null || rule.currency === currency) &&
    (rule.from === null || amount >= rule.from) &&
    (rule.to === null || amount < rule.to)
  );
}

function rank({ storeId, option, currency }: RewardRule): number {
  return (storeId === null ? 0 : 4) + (option === null ? 0 : 2) + (currency === null ? 0 : 1);
}

/** Refuses a list in which it could be asked which of two rules counts, or a rule that no sum falls under. */
export function checkRewardRules(rules: readonly RewardRule[]): void {
  if (rules.length > rewardRulesMax) throw new AppError('too_many_rewards', { limit: rewardRulesMax });
  rules.forEach((rule, index) => {
    const field = `rewards.${index}`;
    const { currency, from, to } = rule;
    if (currency === null && (from !== null || to !== null)) {
      throw new AppError('reward_range_currency', { field: `${field}.currency` });
    }
    if (from !== null && to !== null && from >= to) throw new AppError('reward_range', { field: `${field}.to` });
    const other = rules.findIndex((earlier, at) => at < index && overlap(earlier, rule));
    if (other >= 0) throw new AppError('reward_overlap', { field, first: other + 1, second: index + 1 });
  });
}

function overlap(one: RewardRule, other: RewardRule): boolean {
  const isSameKind =
    one.direction === other.direction &&
    one.option === other.option &&
    one.storeId === other.storeId &&
    one.currency === other.currency;
  return isSameKind && isBelow(one.from, other.to) && isBelow(other.from, one.to);
}

function isBelow(from: bigint | null, to: bigint | null): boolean {
  return from === null || to === null || from < to;
}

export interface RewardedMaker {
  readonly settlementCurrency: string;
  /** Null: all of them. */
  readonly storeIds: readonly number[] | null;
  readonly rewards: readonly RewardRule[];
}

export interface FeeStore extends StoreFees {
  readonly id: number;
  readonly settlementCurrency: string;
}

export function servesStore({ storeIds }: Pick<RewardedMaker, 'storeIds'>, storeId: number): boolean {
  return storeIds === null || storeIds.includes(storeId);
}

/** The first rule that would pay the maker more than a store's fee, among the stores the maker serves. */
export function ruleAboveFee<One extends FeeStore>(
  maker: RewardedMaker,
  stores: Iterable<One>,
): { readonly rule: RewardRule; readonly store: One } | null {
  for (const store of stores) {
    if (store.settlementCurrency !== maker.settlementCurrency || !servesStore(maker, store.id)) continue;
    const rule = maker.rewards.find((one) => isAboveFee(one, store) && !isReplaced(one, maker.rewards, store.id));
    if (rule !== undefined) return { rule, store };
  }
  return null;
}

/**
 * Rates are compared. A fixed part of the fee may be more than the difference as long as sums are small: what that means in
 * rubles changes with the rate, so a rule with an upper bound is left to be judged when a deal starts.
 */
function isAboveFee({ direction, storeId, bps, to }: RewardRule, store: FeeStore): boolean {
  if (storeId !== null && storeId !== store.id) return false;
  const fee = feeRuleOf(store, direction);
  return bps > fee.bps && (fee.fixed === 0n || to === null);
}

/** At this store another rule counts wherever this one would: a reward for any store gives way to the store's own. */
function isReplaced(rule: RewardRule, rules: readonly RewardRule[], storeId: number): boolean {
  return rules.some(
    (other) =>
      rank(other) > rank(rule) &&
      other.direction === rule.direction &&
      (other.storeId === null || other.storeId === storeId) &&
      (other.option === null || other.option === rule.option) &&
      (other.currency === null || other.currency === rule.currency) &&
      (other.from === null || (rule.from !== null && other.from <= rule.from)) &&
      (other.to === null || (rule.to !== null && other.to >= rule.to)),
  );
}
