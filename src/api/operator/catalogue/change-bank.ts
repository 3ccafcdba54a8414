import { Type } from 'typebox';
import { changeCatalogueEntry } from '../../../settings/change-catalogue-entry.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import {
  aliases,
  bankInPath,
  CatalogueShape,
  catalogueDTO,
  changesNote,
  currencyInPath,
  entryChange,
  exampleCatalogue,
} from './catalogue-shape.ts';

export const changeBank = endpoint({
  method: 'PATCH',
  path: '/catalogue/banks/:currency/:code',
  operationId: 'changeBank',
  summary: 'Rename a bank, switch it on or off, or give it other names',
  description: changesNote,
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'settings',
  params: { currency: currencyInPath, code: bankInPath },
  body: json(Type.Object({ ...entryChange, aliases: Type.Optional(aliases), reason: Reason })),
  response: CatalogueShape,
  refusals: ['code_taken', 'invalid_code', 'number_in_words'],
  example: {
    body: { name: 'VTB Bank', aliases: ['vtb24'], reason: 'Renamed' },
    answer: {
      ...exampleCatalogue,
      banks: exampleCatalogue.banks.map((bank) =>
        bank.code === 'vtb' ? { ...bank, name: 'VTB Bank', aliases: ['vtb24'] } : bank,
      ),
    },
  },
  async handle(call) {
    const { reason, ...change } = call.body;
    const name = { kind: 'bank', ...call.params } as const;
    await call.context.settings.run(changeCatalogueEntry, { name, change }, byOf(call, reason));
    return catalogueDTO(call.context);
  },
});
