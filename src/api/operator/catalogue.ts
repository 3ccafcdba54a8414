import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  aliasesMax,
  bankCodePattern,
  currencyCodePattern,
  type EntryChange,
  type EntryName,
  kinds,
  nameCharactersMax,
  subunitMax,
} from '../../domain/reference-data.ts';
import { addCatalogueEntry } from '../../settings/add-catalogue-entry.ts';
import { changeCatalogueEntry } from '../../settings/change-catalogue-entry.ts';
import { loadCatalogue } from '../../settings/load-catalogue.ts';
import { orderCatalogue } from '../../settings/order-catalogue.ts';
import { removeCatalogueEntry } from '../../settings/remove-catalogue-entry.ts';
import type { OperatorCall, OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { integer, nullable, Reason, text } from './fields.ts';
import { byOf } from './users.ts';

const code = (pattern: string) =>
  text(50, { pattern, 'x-error-code': 'invalid_code', description: 'As requests name it; fixed for ever' });
const name = text(nameCharactersMax);
const nameRu = nullable(text(nameCharactersMax, { description: 'In Russian; null: the other name serves' }));
const aliases = Type.Array(code(bankCodePattern), {
  maxItems: aliasesMax,
  description: 'Other codes that requests may name the bank by',
});
const isEnabled = Type.Boolean({ description: 'False: nothing new is begun with it; what runs goes on' });

const entry = {
  code: Type.String({ description: 'As requests name it' }),
  name: Type.String(),
  nameRu: nullable(Type.String({ description: 'In Russian' })),
  isEnabled,
};
const Currency = Type.Object({ ...entry, subunit: Type.Integer() });
const Bank = Type.Object({
  currency: Type.String(),
  ...entry,
  aliases: Type.Array(Type.String(), { description: 'Other codes that requests may name it by' }),
});
const Option = Type.Object({ currency: Type.String(), ...entry });
const Catalogue = Type.Object({
  currencies: Type.Array(Currency, { description: 'In their order' }),
  banks: Type.Array(Bank, { description: 'By currency, in their order' }),
  options: Type.Array(Option, { description: 'Ways to pay, by currency, in their order' }),
});

const operators = { roles: ['operator'], scope: 'settings', response: Catalogue } as const;

const read: OperatorEndpoint = {
  ...operators,
  scope: 'read',
  method: 'GET',
  path: '/catalogue',
  operationId: 'readCatalogue',
  summary: 'Currencies, banks and ways to pay, with their settings',
  async handle({ context }) {
    return catalogueDTO(context);
  },
};

const LoadBody = Type.Object({ reason: Reason });
const Added = Type.Array(Type.String(), { description: 'A currency as `RUB`, a bank or way to pay as `RUB/vtb`' });

const count = (what: string) => Type.Integer({ description: `How many ${what}` });

const load: OperatorEndpoint = {
  ...operators,
  method: 'POST',
  path: '/catalogue/load',
  operationId: 'loadCatalogue',
  summary: 'Load the starter catalogue',
  description:
    'Adds the usual currencies, banks and ways to pay that are not there yet. What is there stays as it is, so it can be loaded again.',
  body: { kind: 'json', schema: LoadBody },
  response: Type.Object({
    added: Type.Object({ currencies: Added, banks: Added, options: Added }, { description: 'What was not there' }),
    present: Type.Object(
      { currencies: count('currencies'), banks: count('banks'), options: count('ways to pay') },
      { description: 'What was there already' },
    ),
  }),
  async handle(call) {
    const { reason } = call.request.body as Static<typeof LoadBody>;
    return await call.context.settings.run(loadCatalogue, { data: null }, byOf(call, reason));
  },
};

const NewCurrency = Type.Object({
  code: code(currencyCodePattern),
  name,
  nameRu: Type.Optional(nameRu),
  subunit: integer(0, subunitMax, { description: 'How many fraction digits it has; fixed for ever' }),
  reason: Reason,
});

const addCurrency: OperatorEndpoint = {
  ...operators,
  method: 'POST',
  path: '/catalogue/currencies',
  operationId: 'addCurrency',
  summary: 'Add a currency',
  description: "With the service's accounts in it. It comes last in the order.",
  body: { kind: 'json', schema: NewCurrency },
  async handle(call) {
    const { reason, nameRu = null, ...currency } = call.request.body as Static<typeof NewCurrency>;
    const input = { kind: 'currency', entry: { ...currency, nameRu } } as const;
    await call.context.settings.run(addCatalogueEntry, input, byOf(call, reason));
    return catalogueDTO(call.context);
  },
};

const NewBank = Type.Object({
  currency: text(10),
  code: code(bankCodePattern),
  name,
  nameRu: Type.Optional(nameRu),
  aliases: Type.Optional(aliases),
  reason: Reason,
});

const addBank: OperatorEndpoint = {
  ...operators,
  method: 'POST',
  path: '/catalogue/banks',
  operationId: 'addBank',
  summary: 'Add a bank',
  description: 'It comes last in the order of its currency.',
  body: { kind: 'json', schema: NewBank },
  async handle(call) {
    const { reason, nameRu = null, aliases = [], ...bank } = call.request.body as Static<typeof NewBank>;
    const input = { kind: 'bank', entry: { ...bank, nameRu, aliases } } as const;
    await call.context.settings.run(addCatalogueEntry, input, byOf(call, reason));
    return catalogueDTO(call.context);
  },
};

const entryChange = {
  name: Type.Optional(name),
  nameRu: Type.Optional(nameRu),
  isEnabled: Type.Optional(isEnabled),
  reason: Reason,
};
const CurrencyChange = Type.Object(entryChange);
const BankChange = Type.Object({ ...entryChange, aliases: Type.Optional(aliases) });
const changes = 'The code stays, because invoices and clients name it. What is absent stays as it is.';

const changeCurrency: OperatorEndpoint = {
  ...operators,
  method: 'PATCH',
  path: '/catalogue/currencies/:code',
  operationId: 'changeCurrency',
  summary: 'Rename a currency, or switch it on or off',
  description: changes,
  body: { kind: 'json', schema: CurrencyChange },
  handle: (call) => change(call, { kind: 'currency', currency: null, code: param(call.request, 'code') }),
};

const changeBank: OperatorEndpoint = {
  ...operators,
  method: 'PATCH',
  path: '/catalogue/banks/:currency/:code',
  operationId: 'changeBank',
  summary: 'Rename a bank, switch it on or off, or give it other names',
  description: changes,
  body: { kind: 'json', schema: BankChange },
  handle: (call) => change(call, inCurrency(call, 'bank')),
};

const RemoveBody = Type.Object({ reason: Reason });
const removes = 'Only what nothing names; else switch it off.';

const removeCurrency: OperatorEndpoint = {
  ...operators,
  method: 'DELETE',
  path: '/catalogue/currencies/:code',
  operationId: 'removeCurrency',
  summary: 'Remove a currency that was never used',
  description: removes,
  body: { kind: 'json', schema: RemoveBody },
  handle: (call) => remove(call, { kind: 'currency', currency: null, code: param(call.request, 'code') }),
};

const removeBank: OperatorEndpoint = {
  ...operators,
  method: 'DELETE',
  path: '/catalogue/banks/:currency/:code',
  operationId: 'removeBank',
  summary: 'Remove a bank that was never used',
  description: removes,
  body: { kind: 'json', schema: RemoveBody },
  handle: (call) => remove(call, inCurrency(call, 'bank')),
};

const OrderBody = Type.Object({
  kind: Type.Enum(Object.values(kinds), { description: 'What is put in order' }),
  currency: Type.Optional(nullable(text(10, { description: 'Of banks and ways to pay; null for currencies' }))),
  codes: Type.Array(text(50), { minItems: 1, maxItems: 1_000, description: 'Those that come first, in this order' }),
  reason: Reason,
});

const order: OperatorEndpoint = {
  ...operators,
  method: 'POST',
  path: '/catalogue/order',
  operationId: 'orderCatalogue',
  summary: 'Put currencies, banks or ways to pay in another order',
  description: 'Payers and merchants see them in this order. Those that are not named follow as they stood.',
  body: { kind: 'json', schema: OrderBody },
  async handle(call) {
    const { kind, currency = null, codes, reason } = call.request.body as Static<typeof OrderBody>;
    const wish = { kind, currency: kind === 'currency' ? null : currency, codes };
    await call.context.settings.run(orderCatalogue, wish, byOf(call, reason));
    return catalogueDTO(call.context);
  },
};

async function change(call: OperatorCall, name: EntryName): Promise<object> {
  const { reason, ...wish } = call.request.body as EntryChange & { readonly reason: string };
  await call.context.settings.run(changeCatalogueEntry, { name, change: wish }, byOf(call, reason));
  return catalogueDTO(call.context);
}

async function remove(call: OperatorCall, name: EntryName): Promise<object> {
  const { reason } = call.request.body as Static<typeof RemoveBody>;
  await call.context.settings.run(removeCatalogueEntry, name, byOf(call, reason));
  return catalogueDTO(call.context);
}

function inCurrency({ request }: OperatorCall, kind: 'bank' | 'option'): EntryName {
  return { kind, currency: param(request, 'currency'), code: param(request, 'code') };
}

function param(request: FastifyRequest, field: string): string {
  return (request.params as Readonly<Record<string, string>>)[field] ?? '';
}

function catalogueDTO(context: OperatorContext): object {
  const { currencies, banks, options } = context.catalogue();
  return { currencies: [...currencies.values()], banks, options };
}

export const catalogueEndpoints: readonly OperatorEndpoint[] = [
  read,
  load,
  addCurrency,
  changeCurrency,
  removeCurrency,
  addBank,
  changeBank,
  removeBank,
  order,
];
