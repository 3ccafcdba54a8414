import { Type } from 'typebox';
import { openBanks } from '../../domain/reference-entries.ts';
import { endpoint } from './endpoint.ts';
import { currencyQuery, itemsOf, ReferenceItem } from './reference-item.ts';

/** The interface's own naming: payment-options gives banks, payment-methods gives ways to pay. */
export const listPaymentOptions = endpoint({
  method: 'GET',
  path: '/payment-options',
  operationId: 'listPaymentOptions',
  summary: 'List payment options (bank codes)',
  description: 'The codes are the values of `paymentMethod`. The code `unknown` stands for any bank.',
  tag: 'Reference lists',
  scope: 'read',
  query: currencyQuery,
  response: Type.Array(ReferenceItem),
  refusals: [],
  example: {
    shows: 'Banks',
    answer: [
      { code: 'sberbank', name: 'Sberbank', currency: 'RUB' },
      { code: 'unknown', name: 'Any bank', currency: 'RUB' },
    ],
  },
  async handle({ caller: { catalogue }, query }) {
    return itemsOf(openBanks(catalogue), query.currency);
  },
});
