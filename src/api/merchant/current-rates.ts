import { CurrentRates, exampleRates, rateRefusals, ratesNow } from '../current-rates.ts';
import { textQuery } from '../parameters.ts';
import { endpoint } from './endpoint.ts';

export const currentRates = endpoint({
  method: 'GET',
  path: '/currency-rates/current',
  operationId: 'currentRates',
  summary: 'Current currency rates',
  description: 'Fiat per unit of the settlement currency, for payins and payouts.',
  tag: 'Reference lists',
  scope: 'read',
  query: { currency: textQuery("A fiat currency; the store's main one when absent") },
  response: CurrentRates,
  refusals: rateRefusals,
  example: { shows: 'Rubles', answer: exampleRates },
  async handle({ context, caller: { store, catalogue }, query }) {
    return ratesNow(catalogue, store, query.currency, context.clock());
  },
});
