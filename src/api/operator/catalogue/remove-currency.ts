import { removeCatalogueEntry } from '../../../settings/remove-catalogue-entry.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import { CatalogueShape, catalogueDTO, currencyInPath, exampleCatalogue, removesNote } from './catalogue-shape.ts';

export const removeCurrency = endpoint({
  method: 'DELETE',
  path: '/catalogue/currencies/:code',
  operationId: 'removeCurrency',
  summary: 'Remove a currency that was never used',
  description: removesNote,
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'settings',
  params: { code: currencyInPath },
  body: json(ReasonBody),
  response: CatalogueShape,
  refusals: ['entry_in_file', 'entry_in_use'],
  example: { body: { reason: 'Mistyped' }, answer: exampleCatalogue },
  async handle(call) {
    const name = { kind: 'currency', currency: null, code: call.params.code } as const;
    await call.context.settings.run(removeCatalogueEntry, name, byOf(call, call.body.reason));
    return catalogueDTO(call.context);
  },
});
