import { Type } from 'typebox';
import { offeredOptions } from '../../domain/reference-entries.ts';
import { endpoint } from './endpoint.ts';
import { currencyQuery, itemsOf, ReferenceItem } from './reference-item.ts';

/** The interface's own naming: payment-methods gives ways to pay, payment-options gives banks. */
export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/payment-methods',
  operationId: 'listPaymentMethods',
  summary: 'List payment methods (payment option values)',
  description: 'What the store offers. The codes are the values of `paymentOption`.',
  tag: 'Reference lists',
  scope: 'read',
  query: currencyQuery,
  response: Type.Array(ReferenceItem),
  refusals: [],
  example: {
    shows: 'Ways to pay',
    answer: [
      { code: 'SBP', name: 'Faster Payments System', currency: 'RUB' },
      { code: 'TO_CARD', name: 'Card transfer', currency: 'RUB' },
    ],
  },
  async handle({ caller: { catalogue, store }, query }) {
    const offered = offeredOptions(catalogue, store).map(({ option, currency }) => ({ ...option, currency }));
    return itemsOf(offered, query.currency);
  },
});
