import { type Currencies, currencyOf, type FiatMinor, type MoneyDTO, moneyDTO, type SettlementMinor } from './money.ts';

/**
 * Sums as they stand on the wire. Each kind of sum is written with what says its currency: a fiat sum with its invoice, deal
 * or arrival, a settlement sum with its store or maker. The one with the currency of the other does not compile.
 */
type InFiat = { readonly currency: string };
type Settling = { readonly settlementCurrency: string };

export function fiatDTO(catalogue: Currencies, sum: FiatMinor, of: InFiat): MoneyDTO;
export function fiatDTO(catalogue: Currencies, sum: FiatMinor | null, of: InFiat): MoneyDTO | null;
export function fiatDTO(catalogue: Currencies, sum: FiatMinor | null, { currency }: InFiat): MoneyDTO | null {
  return written(catalogue, sum, currency);
}

export function settlementDTO(catalogue: Currencies, sum: SettlementMinor, of: Settling): MoneyDTO;
export function settlementDTO(catalogue: Currencies, sum: SettlementMinor | null, of: Settling): MoneyDTO | null;
export function settlementDTO(catalogue: Currencies, sum: SettlementMinor | null, of: Settling): MoneyDTO | null {
  return written(catalogue, sum, of.settlementCurrency);
}

function written(catalogue: Currencies, sum: bigint | null, currency: string): MoneyDTO | null {
  return sum === null ? null : moneyDTO(sum, currencyOf(catalogue, currency));
}
