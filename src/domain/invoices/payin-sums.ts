import assert from 'node:assert/strict';
import type { Store } from '../merchants/store.ts';
import { type FeeRule, feeRuleOf, payinFee } from '../money/fees.ts';
import { type Currencies, currencyOf, type FiatMinor } from '../money/money.ts';
import { fiatToSettlementDown, type Rate } from '../rates/rates.ts';
import type { Deal } from './deal.ts';

/** What other sums of a deal are counted by: the fee it began with, or its store's of now where that was not written down. */
export function agreedFee({ feeBps: bps, feeFixed: fixed }: Pick<Deal, 'feeBps' | 'feeFixed'>, store: Store): FeeRule {
  return bps === null || fixed === null ? feeRuleOf(store, 'in') : { bps, fixed };
}

/** What a payin of this sum is worth at a rate, and the fee of it. */
export function owedFor(
  received: FiatMinor,
  currency: string,
  rate: Rate,
  store: Store,
  catalogue: Currencies,
  fee: FeeRule = feeRuleOf(store, 'in'),
): Pick<Deal, 'makerSum' | 'feeSum'> {
  const makerSum = fiatToSettlementDown({
    sum: received,
    rate,
    fiat: currencyOf(catalogue, currency),
    settlement: currencyOf(catalogue, store.settlementCurrency),
  });
  const feeSum = payinFee(makerSum, fee);
  assert(feeSum >= 0n && feeSum <= makerSum, 'the fee of a payin is part of its sum');
  return { makerSum, feeSum };
}
