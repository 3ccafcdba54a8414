import { Type } from 'typebox';
import { endpoint, everybody } from '../endpoint.ts';
import { CurrencyShape, exampleCatalogue, OptionShape } from './catalogue-shape.ts';

export const readReference = endpoint({
  method: 'GET',
  path: '/reference',
  operationId: 'readReference',
  summary: 'Currencies, banks and ways to pay, with their names',
  tag: 'Catalogue',
  roles: everybody,
  scope: 'read',
  response: Type.Object({
    currencies: Type.Array(CurrencyShape, { description: 'What payers pay in and what is settled in' }),
    banks: Type.Array(OptionShape, { description: 'By currency' }),
    options: Type.Array(OptionShape, { description: 'Ways to pay, by currency' }),
  }),
  refusals: [],
  example: {
    answer: { ...exampleCatalogue, banks: exampleCatalogue.banks.map(({ aliases: _, ...bank }) => bank) },
  },
  async handle({ context }) {
    const { currencies, banks, options } = context.catalogue();
    return {
      currencies: [...currencies.values()],
      banks: banks.map(({ aliases: _, ...bank }) => bank),
      options,
    };
  },
});
