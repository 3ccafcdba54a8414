import { Type } from 'typebox';
import { readOptionTraits } from '../../../domain/catalogue/option-record.ts';
import {
  bankCodePattern,
  currencyCodePattern,
  optionCodePattern,
  subunitMax,
} from '../../../domain/catalogue/reference-data.ts';
import { addCatalogueEntry } from '../../../settings/catalogue/add-catalogue-entry.ts';
import { changeCatalogueEntry } from '../../../settings/catalogue/change-catalogue-entry.ts';
import { removeCatalogueEntry } from '../../../settings/catalogue/remove-catalogue-entry.ts';
import type { OperatorCall } from '../endpoint.ts';
import { integer, text } from '../fields.ts';
import { settingsOf } from '../setting-endpoint.ts';
import {
  aliases,
  bankInPath,
  CatalogueShape,
  catalogueDTO,
  changesNote,
  code,
  currencyInPath,
  entryChange,
  exampleCatalogue,
  name,
  nameRu,
  removesNote,
} from './catalogue-shape.ts';
import { optionFields, optionInPath, optionShape, traitsIn } from './option-shape.ts';

const entries = settingsOf({ tag: 'Catalogue', scope: 'settings' });

const shown = {
  response: CatalogueShape,
  answer: (_: unknown, { context }: OperatorCall) => catalogueDTO(context),
};

const removing = {
  ...shown,
  method: 'DELETE',
  description: removesNote,
  refusals: ['entry_in_file', 'entry_in_use'],
  example: { body: { reason: 'Mistyped' }, answer: exampleCatalogue },
} as const;

export const addCurrency = entries(addCatalogueEntry, {
  method: 'POST',
  path: '/catalogue/currencies',
  operationId: 'addCurrency',
  summary: 'Add a currency',
  description: "With the service's accounts in it. It comes last in the order.",
  body: {
    code: code(currencyCodePattern),
    name,
    nameRu: Type.Optional(nameRu),
    subunit: integer(0, subunitMax, 'How many fraction digits it has; fixed for ever'),
  },
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
  ...shown,
  input: ({ body: { nameRu: russian = null, ...currency } }) => ({
    kind: 'currency',
    entry: { ...currency, nameRu: russian },
  }),
});

export const changeCurrency = entries(changeCatalogueEntry, {
  method: 'PATCH',
  path: '/catalogue/currencies/:code',
  operationId: 'changeCurrency',
  summary: 'Rename a currency, or switch it on or off',
  description: changesNote,
  params: { code: currencyInPath },
  body: entryChange,
  refusals: ['number_in_words'],
  example: {
    body: { isEnabled: false, reason: 'No makers there any more' },
    answer: {
      ...exampleCatalogue,
      currencies: exampleCatalogue.currencies.map((currency) => ({ ...currency, isEnabled: false })),
    },
  },
  ...shown,
  input: ({ params, body }) => ({ name: { kind: 'currency', currency: null, code: params.code }, change: body }),
});

export const removeCurrency = entries(removeCatalogueEntry, {
  path: '/catalogue/currencies/:code',
  operationId: 'removeCurrency',
  summary: 'Remove a currency that was never used',
  params: { code: currencyInPath },
  ...removing,
  input: ({ params }) => ({ kind: 'currency', currency: null, code: params.code }),
});

export const addBank = entries(addCatalogueEntry, {
  method: 'POST',
  path: '/catalogue/banks',
  operationId: 'addBank',
  summary: 'Add a bank',
  description: 'It comes last in the order of its currency.',
  body: {
    currency: text(10, 'Currency code'),
    code: code(bankCodePattern),
    name,
    nameRu: Type.Optional(nameRu),
    aliases: Type.Optional(aliases),
  },
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
  ...shown,
  input: ({ body: { nameRu: russian = null, aliases: others = [], ...bank } }) => ({
    kind: 'bank',
    entry: { ...bank, nameRu: russian, aliases: others },
  }),
});

export const changeBank = entries(changeCatalogueEntry, {
  method: 'PATCH',
  path: '/catalogue/banks/:currency/:code',
  operationId: 'changeBank',
  summary: 'Rename a bank, switch it on or off, or give it other names',
  description: changesNote,
  params: { currency: currencyInPath, code: bankInPath },
  body: { ...entryChange, aliases: Type.Optional(aliases) },
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
  ...shown,
  input: ({ params, body }) => ({ name: { kind: 'bank', ...params }, change: body }),
});

export const removeBank = entries(removeCatalogueEntry, {
  path: '/catalogue/banks/:currency/:code',
  operationId: 'removeBank',
  summary: 'Remove a bank that was never used',
  params: { currency: currencyInPath, code: bankInPath },
  ...removing,
  input: ({ params }) => ({ kind: 'bank', ...params }),
});

const clickPage = {
  en: { title: 'By Click', lead: 'Scan it or open the link', steps: ['Press the button and confirm.'] },
};

export const addOption = entries(addCatalogueEntry, {
  method: 'POST',
  path: '/catalogue/options',
  operationId: 'addOption',
  summary: 'Add a way to pay',
  description: 'It comes last in the order. What is absent is what a plain transfer has.',
  body: {
    code: code(optionCodePattern),
    name,
    nameRu: Type.Optional(nameRu),
    ...optionFields,
    numberKinds: optionShape.numberKinds,
  },
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
  ...shown,
  input: ({ body }) => {
    const { code: named, name: known, nameRu: russian = null, currencies = [], numberKinds } = body;
    const traits = readOptionTraits({ ...traitsIn(body), numberKinds });
    return { kind: 'option', entry: { code: named, name: known, nameRu: russian, currencies, ...traits } };
  },
});

export const changeOption = entries(changeCatalogueEntry, {
  method: 'PATCH',
  path: '/catalogue/options/:code',
  operationId: 'changeOption',
  summary: 'Rename a way to pay, switch it on or off, or change what it is',
  description: `${changesNote} Requisites keep the numbers they have.`,
  params: { code: optionInPath },
  body: { ...entryChange, ...optionFields },
  refusals: ['currency_not_allowed', 'invalid_choice', 'option_link', 'number_in_words'],
  example: {
    body: { isEnabled: false, reason: 'The system is down' },
    answer: {
      ...exampleCatalogue,
      options: exampleCatalogue.options.map((option) => ({ ...option, isEnabled: false })),
    },
  },
  ...shown,
  input: ({ params, body }) => {
    const { name: known, nameRu: russian, isEnabled, currencies } = body;
    const traits = traitsIn(body);
    const change = {
      ...(known === undefined ? {} : { name: known }),
      ...(russian === undefined ? {} : { nameRu: russian }),
      ...(isEnabled === undefined ? {} : { isEnabled }),
      ...(currencies === undefined ? {} : { currencies }),
      ...(Object.keys(traits).length === 0 ? {} : { traits }),
    };
    return { name: { kind: 'option', currency: null, code: params.code }, change };
  },
});

export const removeOption = entries(removeCatalogueEntry, {
  path: '/catalogue/options/:code',
  operationId: 'removeOption',
  summary: 'Remove a way to pay that was never used',
  params: { code: optionInPath },
  ...removing,
  input: ({ params }) => ({ kind: 'option', currency: null, code: params.code }),
});
