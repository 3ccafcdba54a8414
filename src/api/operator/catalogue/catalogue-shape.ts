import { Type } from 'typebox';
import { aliasesMax, bankCodePattern, nameCharactersMax } from '../../../domain/catalogue/reference-data.ts';
import { troubleKey } from '../../../domain/payins/routing.ts';
import { textInPath } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import type { OperatorContext } from '../endpoint.ts';
import { figure, flag, nullable, text, words } from '../fields.ts';
import { optionShape } from './option-shape.ts';

/** The parts of requests. */
export const code = (pattern: string) =>
  text(50, 'As requests name it; fixed for ever', { pattern, 'x-error-code': 'invalid_code' });
export const name = text(nameCharactersMax, 'For people');
export const nameRu = nullable(text(nameCharactersMax, 'In Russian'), 'In Russian; null: the other name serves');
export const aliases = Type.Array(code(bankCodePattern), {
  maxItems: aliasesMax,
  description: 'Other codes that requests may name the bank by',
});
const isEnabled = flag('False: nothing new is begun with it; what runs goes on');

/** What may be changed of a currency, a bank or a way to pay. */
export const entryChange = {
  name: Type.Optional(name),
  nameRu: Type.Optional(nameRu),
  isEnabled: Type.Optional(isEnabled),
};
export const changesNote = 'The code stays, because invoices and clients name it. What is absent stays as it is.';
export const removesNote =
  'Only what nothing names, and while no month of the archive lies in a file; else switch it off.';

export const currencyInPath = textInPath('Currency code', 'RUB');
export const bankInPath = textInPath('Bank code', 'vtb');

/** What every entry shows. */
export const entryFields = {
  code: words('As requests name it'),
  name: words('For people'),
  nameRu: nullable(Type.String({ description: 'In Russian' }), 'In Russian; null: the other name serves'),
  isEnabled,
};
export const CurrencyShape = Type.Object({
  ...entryFields,
  subunit: figure('Number of fraction digits of the currency'),
});
/** Without the other names, which only operators see. */
export const KnownBank = Type.Object({ currency: words('Currency code'), ...entryFields });
const BankShape = Type.Object({
  ...KnownBank.properties,
  aliases: Type.Array(Type.String(), { description: 'Other codes that requests may name it by' }),
  isTroubled: flag('True: hardly anything arrives through it these hours, while others work; payers are told'),
});

const OptionShape = Type.Object({ ...entryFields, ...optionShape });

export const CatalogueShape = Type.Object(
  {
    currencies: Type.Array(CurrencyShape, { description: 'In their order' }),
    banks: Type.Array(BankShape, { description: 'By currency, in their order' }),
    options: Type.Array(OptionShape, { description: 'Ways to pay, in their order' }),
  },
  { $id: 'OperatorCatalogue' },
);

export function catalogueDTO(context: OperatorContext): ShapeOf<typeof CatalogueShape> {
  const { currencies, banks, options, troubledBanks } = context.catalogue();
  const isTroubled = (currency: string, bank: string) => troubledBanks.has(troubleKey({ currency, bank }));
  return {
    currencies: [...currencies.values()],
    banks: banks.map((bank) => ({ ...bank, isTroubled: isTroubled(bank.currency, bank.code) })),
    options,
  };
}

export const exampleCatalogue: ShapeOf<typeof CatalogueShape> = {
  currencies: [{ code: 'RUB', name: 'Russian ruble', nameRu: 'Российский рубль', isEnabled: true, subunit: 2 }],
  banks: [
    { currency: 'RUB', code: 'vtb', name: 'VTB', nameRu: 'ВТБ', isEnabled: true, aliases: [], isTroubled: false },
    {
      currency: 'RUB',
      code: 'raiffeisenbank',
      name: 'Raiffeisenbank',
      nameRu: 'Райффайзенбанк',
      isEnabled: true,
      aliases: ['raiffeisen'],
      isTroubled: false,
    },
  ],
  options: [
    {
      code: 'TO_CARD',
      name: 'Card transfer',
      nameRu: 'Перевод на карту',
      isEnabled: true,
      currencies: ['RUB'],
      numberKinds: ['card'],
      phonePrefix: null,
      hasBank: true,
      needsBank: false,
      hasLink: false,
      qrCarries: 'page',
      icon: 'card',
      page: {},
    },
  ],
};
