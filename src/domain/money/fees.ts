import { divideUp, type SettlementMinor, settlement } from './money.ts';
import type { Direction } from './payment.ts';

/** A fee of so many basis points (1 bps = 0.01 %) and a fixed part in minor units of the settlement currency. */
export interface FeeRule {
  readonly bps: number;
  readonly fixed: SettlementMinor;
}

/** What a store takes of a payin and of a payout. */
export interface StoreFees {
  readonly payinFeeBps: number;
  readonly payinFeeFixed: SettlementMinor;
  readonly payoutFeeBps: number;
  readonly payoutFeeFixed: SettlementMinor;
}

export function feeRuleOf(store: StoreFees, direction: Direction): FeeRule {
  return direction === 'in'
    ? { bps: store.payinFeeBps, fixed: store.payinFeeFixed }
    : { bps: store.payoutFeeBps, fixed: store.payoutFeeFixed };
}

const bpsPerWhole = 10_000n;

/** The fee on a sum, rounded up to the minor unit. */
export function feeOn(sum: SettlementMinor, rule: FeeRule): SettlementMinor {
  return settlement(divideUp(sum * BigInt(rule.bps), bpsPerWhole) + rule.fixed);
}

/** A payin's fee is taken out of what was received, so it can never be more than that. */
export function payinFee(makerSum: SettlementMinor, rule: FeeRule): SettlementMinor {
  const fee = feeOn(makerSum, rule);
  return fee > makerSum ? makerSum : fee;
}
