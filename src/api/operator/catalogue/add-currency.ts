import { Type } from 'typebox';
import { currencyCodePattern, subunitMax } from '../../../domain/reference-data.ts';
import { addCatalogueEntry } from '../../../settings/add-catalogue-entry.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { integer, Reason } from '../fields.ts';
import { CatalogueShape, catalogueDTO, code, exampleCatalogue, name, nameRu } from './catalogue-shape.ts';

const NewCurrency = Type.Object({
  code: code(currencyCodePattern),
  name,
  nameRu: Type.Optional(nameRu),
  subunit: integer(0, subunitMax, 'How many fraction digits it has; fixed for ever'),
  reason: Reason,
});

export const addCurrency = endpoint({
  method: 'POST',
  path: '/catalogue/currencies',
  operationId: 'addCurrency',
  summary: 'Add a currency',
  description: "With the service's accounts in it. It comes last in the order.",
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'settings',
  body: json(NewCurrency),
  response: CatalogueShape,
  refusals: ['code_taken', 'invalid_code', 'number_in_words'],
  example: {
    body: { code: 'GEL', name: 'Georgian lari', nameRu: 'Грузинский лари', subunit: 2, reason: 'New market' },
    answer: {
      ...exampleCatalogue,
      currencies: [
        ...exampleCatalogue.currencies,
        { code: 'GEL', name: 'Georgian lari', nameRu: 'Грузинский лари', isEnabled: true, subunit: 2 },
      ],
    },
  },
  async handle(call) {
    const { reason, nameRu: russian = null, ...currency } = call.body;
    const input = { kind: 'currency', entry: { ...currency, nameRu: russian } } as const;
    await call.context.settings.run(addCatalogueEntry, input, byOf(call, reason));
    return catalogueDTO(call.context);
  },
});
