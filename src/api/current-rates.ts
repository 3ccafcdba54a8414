import { Type } from 'typebox';
import { rateOf, type Store } from '../domain/merchants/store.ts';
import type { Direction } from '../domain/money/payment.ts';
import { formatRate, pairName } from '../domain/rates/rates.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import { AppError, type ErrorCode } from '../errors/app-error.ts';
import { meaning, type ShapeOf } from './schemas.ts';

const CurrentRate = Type.Object({
  pair: Type.String({ examples: ['USDT/RUB'], description: 'Settlement currency and fiat currency' }),
  rate: Type.String({ description: 'Fiat per unit of settlement currency' }),
});
export const CurrentRates = Type.Object(
  { in: meaning(CurrentRate, 'Rate of payins'), out: meaning(CurrentRate, 'Rate of payouts') },
  { $id: 'CurrentRates' },
);
export type CurrentRates = ShapeOf<typeof CurrentRates>;

export const rateRefusals: readonly ErrorCode[] = ['currency_not_allowed', 'rate_unavailable', 'rate_outdated'];

export const exampleRates: CurrentRates = {
  in: { pair: 'USDT/RUB', rate: '95.50' },
  out: { pair: 'USDT/RUB', rate: '93.50' },
};

/** The pair of the currency that was named, or else of the store's main one. */
export function ratesNow(catalogue: Catalogue, store: Store, named: string | null, now: Instant): CurrentRates {
  const fiatCode = named ?? store.currency;
  if (!catalogue.currencies.has(fiatCode)) throw new AppError('currency_not_allowed', { field: 'currency' });
  const pair = pairName(store.settlementCurrency, fiatCode);
  const rateFor = (type: Direction) => formatRate(rateOf(catalogue, store, { currency: fiatCode, type, now }));
  return { in: { pair, rate: rateFor('in') }, out: { pair, rate: rateFor('out') } };
}
