import { AppError } from '../../errors/app-error.ts';
import { findOption, type Reference } from '../catalogue/reference-entries.ts';
import { feeRuleOf } from '../money/fees.ts';
import { type FiatMinor, fiat, formatAmount } from '../money/money.ts';
import type { Direction } from '../money/payment.ts';
import { readSum } from '../money/setting-fields.ts';
import { checkRewardRules, type FeeStore, type RewardedMaker, type RewardRule, ruleAboveFee } from './rewards.ts';

/** A reward as people write it: sums as decimal strings of `currency`. What is absent is for all. */
export interface RewardSetting {
  readonly direction: Direction;
  readonly option?: string | null;
  readonly storeId?: number | null;
  readonly currency?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly bps: number;
}

export interface NamedStore extends FeeStore {
  readonly name: string;
}

/** All of the sum. */
const bpsMax = 10_000;

/** Refuses rules that contradict each other, or name what is not there. */
export function readRewards(reference: Reference, settings: readonly RewardSetting[]): RewardRule[] {
  const rules = settings.map((setting, index): RewardRule => {
    const { direction, option = null, storeId = null, currency = null, bps } = setting;
    const field = `rewards.${index}`;
    if (bps < 0 || bps > bpsMax) {
      throw new AppError('out_of_range', { field: `${field}.bps`, minimum: 0, maximum: bpsMax });
    }
    if (option !== null && findOption(reference, option) === null) {
      throw new AppError('payment_option_not_allowed', { field: `${field}.option` });
    }
    const known = currency === null ? undefined : reference.currencies.get(currency);
    if (currency !== null && known === undefined) {
      throw new AppError('currency_not_allowed', { field: `${field}.currency` });
    }
    const sum = (name: 'from' | 'to'): FiatMinor | null => {
      const text = setting[name] ?? null;
      if (text === null) return null;
      if (known === undefined) throw new AppError('reward_range_currency', { field: `${field}.currency` });
      // "From nothing on" is how people write that there is no lower bound.
      if (name === 'from' && /^0+(\.0+)?$/.test(text)) return null;
      return fiat(readSum(text, known.subunit, `${field}.${name}`));
    };
    return { direction, option, storeId, currency, from: sum('from'), to: sum('to'), bps };
  });
  checkRewardRules(rules);
  return rules;
}

/** Refuses a reward that is above the fee of a store the maker serves, or for a store that the maker does not. */
export function requireWithinFees(maker: RewardedMaker, stores: readonly NamedStore[]): void {
  maker.rewards.forEach(({ storeId }, index) => {
    if (storeId !== null) requireStore(maker, stores, storeId, `rewards.${index}.storeId`);
  });
  const above = ruleAboveFee(maker, stores);
  if (above === null) return;
  const { rule, store } = above;
  throw new AppError('reward_above_fee', {
    field: `rewards.${maker.rewards.indexOf(rule)}.bps`,
    reward: rule.bps,
    store: store.name,
    feeBps: feeRuleOf(store, rule.direction).bps,
  });
}

export function requireStore(
  { settlementCurrency }: Pick<RewardedMaker, 'settlementCurrency'>,
  stores: readonly NamedStore[],
  storeId: number,
  field: string,
): void {
  const store = stores.find(({ id }) => id === storeId);
  if (store?.settlementCurrency !== settlementCurrency) {
    throw new AppError('store_of_other_currency', { field, store: store?.name ?? storeId });
  }
}

/** As one entry of the audit log, and for the operator who approves it: `in SBP RUB 1000.00-5000.00 store 2: 120 bps`. */
export function rewardText(reference: Reference, rule: RewardRule): string {
  const { direction, option, storeId, currency, bps } = rule;
  const { from, to } = rewardSums(reference, rule);
  const range = from === null && to === null ? null : `${from ?? '0'}-${to ?? ''}`;
  const named = [direction, option, currency, range, storeId === null ? null : `store ${storeId}`];
  return `${named.filter((part) => part !== null).join(' ')}: ${bps} bps`;
}

export function rewardSums(
  reference: Pick<Reference, 'currencies'>,
  { currency, from, to }: RewardRule,
): { readonly from: string | null; readonly to: string | null } {
  const subunit = reference.currencies.get(currency ?? '')?.subunit ?? 0;
  const text = (sum: bigint | null) => (sum === null ? null : formatAmount(sum, subunit));
  return { from: text(from), to: text(to) };
}
