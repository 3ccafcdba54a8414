import { removeCatalogueEntry } from '../../../settings/remove-catalogue-entry.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import { CatalogueShape, catalogueDTO, exampleCatalogue, removesNote } from './catalogue-shape.ts';
import { optionInPath } from './option-shape.ts';

export const removeOption = endpoint({
  method: 'DELETE',
  path: '/catalogue/options/:code',
  operationId: 'removeOption',
  summary: 'Remove a way to pay that was never used',
  description: removesNote,
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'settings',
  params: { code: optionInPath },
  body: json(ReasonBody),
  response: CatalogueShape,
  refusals: ['entry_in_file', 'entry_in_use'],
  example: { body: { reason: 'Mistyped' }, answer: exampleCatalogue },
  async handle(call) {
    const name = { kind: 'option', currency: null, code: call.params.code } as const;
    await call.context.settings.run(removeCatalogueEntry, name, byOf(call, call.body.reason));
    return catalogueDTO(call.context);
  },
});
