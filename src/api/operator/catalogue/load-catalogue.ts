import { Type } from 'typebox';
import { loadCatalogue as loadCatalogueAct } from '../../../settings/load-catalogue.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { figure, ReasonBody } from '../fields.ts';

const added = (what: string) =>
  Type.Array(Type.String(), {
    description: `Which ${what}, by code; a bank as \`RUB/vtb\``,
  });

export const loadCatalogue = endpoint({
  method: 'POST',
  path: '/catalogue/load',
  operationId: 'loadCatalogue',
  summary: 'Load the starter catalogue',
  description:
    'Adds the usual currencies, banks and ways to pay that are not there yet. What is there stays as it is, so it can be loaded again.',
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'settings',
  body: json(ReasonBody),
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
  async handle(call) {
    return await call.context.settings.run(loadCatalogueAct, { data: null }, byOf(call, call.body.reason));
  },
});
