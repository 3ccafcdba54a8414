import { Type } from 'typebox';
import { changeCatalogueEntry } from '../../../settings/change-catalogue-entry.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import {
  CatalogueShape,
  catalogueDTO,
  changesNote,
  currencyInPath,
  entryChange,
  exampleCatalogue,
} from './catalogue-shape.ts';

export const changeCurrency = endpoint({
  method: 'PATCH',
  path: '/catalogue/currencies/:code',
  operationId: 'changeCurrency',
  summary: 'Rename a currency, or switch it on or off',
  description: changesNote,
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'settings',
  params: { code: currencyInPath },
  body: json(Type.Object({ ...entryChange, reason: Reason })),
  response: CatalogueShape,
  refusals: ['number_in_words'],
  example: {
    body: { isEnabled: false, reason: 'No makers there any more' },
    answer: {
      ...exampleCatalogue,
      currencies: exampleCatalogue.currencies.map((currency) => ({ ...currency, isEnabled: false })),
    },
  },
  async handle(call) {
    const { reason, ...change } = call.body;
    const name = { kind: 'currency', currency: null, code: call.params.code } as const;
    await call.context.settings.run(changeCatalogueEntry, { name, change }, byOf(call, reason));
    return catalogueDTO(call.context);
  },
});
