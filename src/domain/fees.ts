import { divideUp, type SettlementMinor, settlement } from './money.ts';

/** A fee of so many basis points (1 bps = 0.01 %) and a fixed part in minor units of the settlement currency. */
export interface FeeRule {
  readonly bps: number;
  readonly fixed: SettlementMinor;
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
