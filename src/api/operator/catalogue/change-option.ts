import { Type } from 'typebox';
import { changeCatalogueEntry } from '../../../settings/change-catalogue-entry.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { CatalogueShape, catalogueDTO, changesNote, entryChange, exampleCatalogue } from './catalogue-shape.ts';
import { optionFields, optionInPath, traitsIn } from './option-shape.ts';

export const changeOption = endpoint({
  method: 'PATCH',
  path: '/catalogue/options/:code',
  operationId: 'changeOption',
  summary: 'Rename a way to pay, switch it on or off, or change what it is',
  description: `${changesNote} Requisites keep the numbers they have.`,
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'settings',
  params: { code: optionInPath },
  body: json(Type.Object({ ...entryChange, ...optionFields, reason: Reason })),
  response: CatalogueShape,
  refusals: ['currency_not_allowed', 'invalid_choice', 'option_link', 'number_in_words'],
  example: {
    body: { isEnabled: false, reason: 'The system is down' },
    answer: {
      ...exampleCatalogue,
      options: exampleCatalogue.options.map((option) => ({ ...option, isEnabled: false })),
    },
  },
  async handle(call) {
    const { name: known, nameRu, isEnabled, currencies, reason } = call.body;
    const traits = traitsIn(call.body);
    const change = {
      ...(known === undefined ? {} : { name: known }),
      ...(nameRu === undefined ? {} : { nameRu }),
      ...(isEnabled === undefined ? {} : { isEnabled }),
      ...(currencies === undefined ? {} : { currencies }),
      ...(Object.keys(traits).length === 0 ? {} : { traits }),
    };
    const name = { kind: 'option', currency: null, code: call.params.code } as const;
    await call.context.settings.run(changeCatalogueEntry, { name, change }, byOf(call, reason));
    return catalogueDTO(call.context);
  },
});
