import { rateOf } from '../../domain/catalogue.ts';
import type { Direction } from '../../domain/payment.ts';
import { formatRate, pairName } from '../../domain/rates.ts';
import { AppError } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf } from '../perform.ts';
import { CurrentRates } from '../schemas.ts';

export const currentRates: Endpoint = {
  method: 'GET',
  path: '/currency-rates/current',
  operationId: 'currentRates',
  summary: 'Current currency rates',
  description: 'Fiat per unit of the settlement currency, for payins and payouts.',
  query: { currency: "A fiat currency; the store's main one when absent" },
  response: CurrentRates,
  async handle(context, request) {
    const { store, catalogue } = callerOf(request);
    const { currency } = request.query as { readonly currency?: unknown };
    const fiatCode = typeof currency === 'string' && currency !== '' ? currency : store.currency;
    if (!catalogue.currencies.has(fiatCode)) throw new AppError('currency_not_allowed', { field: 'currency' });
    const pair = pairName(store.settlementCurrency, fiatCode);
    const rateFor = (type: Direction) =>
      formatRate(rateOf(catalogue, store, { currency: fiatCode, type, now: context.clock() }));
    return { in: { pair, rate: rateFor('in') }, out: { pair, rate: rateFor('out') } };
  },
};
