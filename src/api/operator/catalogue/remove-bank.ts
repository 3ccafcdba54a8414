import { removeCatalogueEntry } from '../../../settings/remove-catalogue-entry.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import {
  bankInPath,
  CatalogueShape,
  catalogueDTO,
  currencyInPath,
  exampleCatalogue,
  removesNote,
} from './catalogue-shape.ts';

export const removeBank = endpoint({
  method: 'DELETE',
  path: '/catalogue/banks/:currency/:code',
  operationId: 'removeBank',
  summary: 'Remove a bank that was never used',
  description: removesNote,
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'settings',
  params: { currency: currencyInPath, code: bankInPath },
  body: json(ReasonBody),
  response: CatalogueShape,
  refusals: ['entry_in_file', 'entry_in_use'],
  example: { body: { reason: 'Mistyped' }, answer: exampleCatalogue },
  async handle(call) {
    const name = { kind: 'bank', ...call.params } as const;
    await call.context.settings.run(removeCatalogueEntry, name, byOf(call, call.body.reason));
    return catalogueDTO(call.context);
  },
});
