import { Type } from 'typebox';
import { offeredOptions, openBanks } from '../../domain/catalogue/reference-entries.ts';
import { CurrentRates, exampleRates, rateRefusals, ratesNow } from '../current-rates.ts';
import { textQuery } from '../parameters.ts';
import type { ShapeOf } from '../schemas.ts';
import { endpoint } from './endpoint.ts';

const ReferenceItem = Type.Object(
  {
    code: Type.String({ description: 'Code used in requests and answers' }),
    name: Type.String({ description: 'Name for people' }),
    currency: Type.String({ description: 'Currency code' }),
  },
  { $id: 'ReferenceItem' },
);

const currencyQuery = { currency: textQuery('Only items of this currency') };

type Item = ShapeOf<typeof ReferenceItem>;

/** Null: of every currency. */
function itemsOf(items: readonly Item[], asked: string | null): readonly Item[] {
  return items
    .filter(({ currency }) => asked === null || currency === asked)
    .map(({ code, name, currency }) => ({ code, name, currency }));
}

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
