import { Type } from 'typebox';
import type { OptionRecord } from '../../../domain/catalogue/option-record.ts';
import { kinds } from '../../../domain/catalogue/reference-data.ts';
import { loadCatalogue as loadCatalogueAct } from '../../../settings/catalogue/load-catalogue.ts';
import { orderCatalogue as orderCatalogueAct } from '../../../settings/catalogue/order-catalogue.ts';
import { oneOf, type ShapeOf } from '../../schemas.ts';
import { everybody, readsOf } from '../endpoint.ts';
import { figure, optional, text } from '../fields.ts';
import { settingsOf } from '../setting-endpoint.ts';
import {
  CatalogueShape,
  CurrencyShape,
  catalogueDTO,
  entryFields,
  exampleCatalogue,
  KnownBank,
} from './catalogue-shape.ts';
import { optionShape } from './option-shape.ts';

const settings = settingsOf({ tag: 'Catalogue', scope: 'settings' });
const read = readsOf({ tag: 'Catalogue', roles: everybody });

const KnownOption = Type.Object({
  ...entryFields,
  currencies: optionShape.currencies,
  numberKinds: optionShape.numberKinds,
  hasBank: optionShape.hasBank,
  hasLink: optionShape.hasLink,
});

export const readReference = read({
  path: '/reference',
  operationId: 'readReference',
  summary: 'Currencies, banks and ways to pay, with their names',
  response: Type.Object({
    currencies: Type.Array(CurrencyShape, { description: 'What payers pay in and what is settled in' }),
    banks: Type.Array(KnownBank, { description: 'By currency' }),
    options: Type.Array(KnownOption, { description: 'Ways to pay' }),
  }),
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

export const readCatalogue = read({
  path: '/catalogue',
  operationId: 'readCatalogue',
  summary: 'Currencies, banks and ways to pay, with their settings',
  roles: ['operator'],
  response: CatalogueShape,
  example: { answer: exampleCatalogue },
  async handle({ context }) {
    return catalogueDTO(context);
  },
});

const added = (what: string) =>
  Type.Array(Type.String(), {
    description: `Which ${what}, by code; a bank as \`RUB/vtb\``,
  });

export const loadCatalogue = settings(loadCatalogueAct, {
  method: 'POST',
  path: '/catalogue/load',
  operationId: 'loadCatalogue',
  summary: 'Load the starter catalogue',
  description:
    'Adds the usual currencies, banks and ways to pay that are not there yet. What is there stays as it is, so it can be loaded again.',
  response: Type.Object({
    added: Type.Object(
      { currencies: added('currencies'), banks: added('banks'), options: added('ways to pay') },
      { description: 'What was not there' },
    ),
    present: Type.Object(
      {
        currencies: figure('How many currencies'),
        banks: figure('How many banks'),
        options: figure('How many ways to pay'),
      },
      { description: 'What was there already' },
    ),
  }),
  refusals: ['catalogue_malformed'],
  example: {
    body: { reason: 'Opening for business' },
    answer: {
      added: { currencies: ['RUB'], banks: ['RUB/sberbank', 'RUB/vtb'], options: ['TO_CARD'] },
      present: { currencies: 0, banks: 0, options: 0 },
    },
  },
  input: () => ({ data: null }),
  answer: (loaded) => loaded,
});

export const orderCatalogue = settings(orderCatalogueAct, {
  method: 'POST',
  path: '/catalogue/order',
  operationId: 'orderCatalogue',
  summary: 'Put currencies, banks or ways to pay in another order',
  description: 'Payers and merchants see them in this order. Those that are not named follow as they stood.',
  body: {
    kind: oneOf(kinds, 'What is put in order'),
    currency: optional(text(10, 'Currency code'), 'Of banks; null for the others'),
    codes: Type.Array(text(50, 'As requests name it'), {
      minItems: 1,
      maxItems: 1_000,
      description: 'Those that come first, in this order',
    }),
  },
  response: CatalogueShape,
  refusals: ['invalid_choice', 'not_found'],
  example: {
    body: { kind: 'bank', currency: 'RUB', codes: ['raiffeisenbank', 'vtb'], reason: 'Most payers have it' },
    answer: { ...exampleCatalogue, banks: [...exampleCatalogue.banks].reverse() },
  },
  input: ({ body: { kind, currency = null, codes } }) => ({ kind, currency: kind === 'bank' ? currency : null, codes }),
  answer: (_, { context }) => catalogueDTO(context),
});
