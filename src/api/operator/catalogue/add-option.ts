import { Type } from 'typebox';
import { readOptionTraits } from '../../../domain/option-record.ts';
import { optionCodePattern } from '../../../domain/reference-data.ts';
import { addCatalogueEntry } from '../../../settings/add-catalogue-entry.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { CatalogueShape, catalogueDTO, code, exampleCatalogue, name, nameRu } from './catalogue-shape.ts';
import { optionFields, optionShape, traitsIn } from './option-shape.ts';

const NewOption = Type.Object({
  code: code(optionCodePattern),
  name,
  nameRu: Type.Optional(nameRu),
  ...optionFields,
  numberKinds: optionShape.numberKinds,
  reason: Reason,
});

const clickPage = {
  en: { title: 'By Click', lead: 'Scan it or open the link', steps: ['Press the button and confirm.'] },
};

export const addOption = endpoint({
  method: 'POST',
  path: '/catalogue/options',
  operationId: 'addOption',
  summary: 'Add a way to pay',
  description: 'It comes last in the order. What is absent is what a plain transfer has.',
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'settings',
  body: json(NewOption),
  response: CatalogueShape,
  refusals: ['code_taken', 'currency_not_allowed', 'invalid_choice', 'invalid_code', 'option_link', 'number_in_words'],
  example: {
    body: {
      code: 'CLICK_QR',
      name: 'Click by QR code',
      currencies: ['UZS'],
      numberKinds: ['link'],
      hasLink: true,
      hasBank: false,
      page: clickPage,
      reason: 'New market',
    },
    answer: {
      ...exampleCatalogue,
      options: [
        ...exampleCatalogue.options,
        {
          code: 'CLICK_QR',
          name: 'Click by QR code',
          nameRu: null,
          isEnabled: true,
          currencies: ['UZS'],
          numberKinds: ['link'],
          phonePrefix: null,
          hasBank: false,
          needsBank: false,
          hasLink: true,
          qrCarries: 'number',
          icon: 'qr',
          page: clickPage,
        },
      ],
    },
  },
  async handle(call) {
    const { code: named, name: known, nameRu: russian = null, currencies = [], reason, numberKinds } = call.body;
    const traits = readOptionTraits({ ...traitsIn(call.body), numberKinds });
    const entry = { code: named, name: known, nameRu: russian, currencies, ...traits };
    await call.context.settings.run(addCatalogueEntry, { kind: 'option', entry }, byOf(call, reason));
    return catalogueDTO(call.context);
  },
});
