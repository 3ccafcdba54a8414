import type { FastifyRequest } from 'fastify';
import { type Catalogue, rateOf, type Store } from '../domain/catalogue.ts';
import type { Direction } from '../domain/payment.ts';
import { formatRate, pairName } from '../domain/rates.ts';
import type { Instant } from '../domain/timestamp.ts';
import { AppError } from '../errors.ts';

/** The pair of the currency that the query names, or else of the store's main one. */
export function ratesNow(catalogue: Catalogue, store: Store, request: FastifyRequest, now: Instant): object {
  const { currency } = request.query as { readonly currency?: unknown };
  const fiatCode = typeof currency === 'string' && currency !== '' ? currency : store.currency;
  if (!catalogue.currencies.has(fiatCode)) throw new AppError('currency_not_allowed', { field: 'currency' });
  const pair = pairName(store.settlementCurrency, fiatCode);
  const rateFor = (type: Direction) => formatRate(rateOf(catalogue, store, { currency: fiatCode, type, now }));
  return { in: { pair, rate: rateFor('in') }, out: { pair, rate: rateFor('out') } };
}
