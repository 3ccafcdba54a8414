import assert from 'node:assert/strict';
import { type Catalogue, currencyOf, type Store } from './catalogue.ts';
import type { Deal } from './deal.ts';
import { payinFee } from './fees.ts';
import type { FiatMinor } from './money.ts';
import { fiatToSettlementDown, type Rate } from './rates.ts';

/** What a payin of this sum is worth at a rate, and the fee of it. */
export function owedFor(
  received: FiatMinor,
  currency: string,
  rate: Rate,
  store: Store,
  catalogue: Catalogue,
): Pick<Deal, 'makerSum' | 'feeSum'> {
  const makerSum = fiatToSettlementDown({
    sum: received,
    rate,
    fiat: currencyOf(catalogue, currency),
    settlement: currencyOf(catalogue, store.settlementCurrency),
  });
  const feeSum = payinFee(makerSum, store.fees.in);
  assert(feeSum >= 0n && feeSum <= makerSum, 'the fee of a payin is part of its sum');
  return { makerSum, feeSum };
}
