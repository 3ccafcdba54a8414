import { Type } from 'typebox';
import type { OptionRecord } from '../../../domain/option-record.ts';
import type { ShapeOf } from '../../schemas.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { CurrencyShape, entryFields, exampleCatalogue, KnownBank } from './catalogue-shape.ts';
import { optionShape } from './option-shape.ts';

const KnownOption = Type.Object({
  ...entryFields,
  currencies: optionShape.currencies,
  numberKinds: optionShape.numberKinds,
  hasBank: optionShape.hasBank,
  hasLink: optionShape.hasLink,
});

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
    banks: Type.Array(KnownBank, { description: 'By currency' }),
    options: Type.Array(KnownOption, { description: 'Ways to pay' }),
  }),
  refusals: [],
  example: {
    answer: {
      currencies: exampleCatalogue.currencies,
      banks: exampleCatalogue.banks.map(({ aliases: _, ...bank }) => bank),
      options: exampleCatalogue.options.map(knownOption),
    },
  },
  async handle({ context }) {
    const { currencies, banks, options } = context.catalogue();
    return {
      currencies: [...currencies.values()],
      banks: banks.map(({ aliases: _, ...bank }) => bank),
      options: options.map(knownOption),
    };
  },
});

function knownOption(option: Omit<OptionRecord, 'page'>): ShapeOf<typeof KnownOption> {
  const { code, name, nameRu, isEnabled, currencies, numberKinds, hasBank, hasLink } = option;
  return { code, name, nameRu, isEnabled, currencies, numberKinds, hasBank, hasLink };
}
