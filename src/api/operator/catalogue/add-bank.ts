import { Type } from 'typebox';
import { bankCodePattern } from '../../../domain/reference-data.ts';
import { addCatalogueEntry } from '../../../settings/add-catalogue-entry.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, text } from '../fields.ts';
import { aliases, CatalogueShape, catalogueDTO, code, exampleCatalogue, name, nameRu } from './catalogue-shape.ts';

const NewBank = Type.Object({
  currency: text(10, 'Currency code'),
  code: code(bankCodePattern),
  name,
  nameRu: Type.Optional(nameRu),
  aliases: Type.Optional(aliases),
  reason: Reason,
});

export const addBank = endpoint({
  method: 'POST',
  path: '/catalogue/banks',
  operationId: 'addBank',
  summary: 'Add a bank',
  description: 'It comes last in the order of its currency.',
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'settings',
  body: json(NewBank),
  response: CatalogueShape,
  refusals: ['code_taken', 'currency_not_allowed', 'invalid_code', 'number_in_words'],
  example: {
    body: {
      currency: 'RUB',
      code: 'village_bank',
      name: 'Village Bank',
      aliases: ['village'],
      reason: 'A maker has it',
    },
    answer: {
      ...exampleCatalogue,
      banks: [
        ...exampleCatalogue.banks,
        {
          currency: 'RUB',
          code: 'village_bank',
          name: 'Village Bank',
          nameRu: null,
          isEnabled: true,
          aliases: ['village'],
          isTroubled: false,
        },
      ],
    },
  },
  async handle(call) {
    const { reason, nameRu: russian = null, aliases: others = [], ...bank } = call.body;
    const input = { kind: 'bank', entry: { ...bank, nameRu: russian, aliases: others } } as const;
    await call.context.settings.run(addCatalogueEntry, input, byOf(call, reason));
    return catalogueDTO(call.context);
  },
});
