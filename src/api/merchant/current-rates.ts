import { ratesNow } from '../current-rates.ts';
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
    return ratesNow(catalogue, store, request, context.clock());
  },
};
