import { type Static, Type } from 'typebox';
import { currencyOf, type Limits, type Store } from '../../domain/catalogue.ts';
import { formatAmount, moneyDTO } from '../../domain/money.ts';
import type { Direction } from '../../domain/payment.ts';
import type { StoreSettings } from '../../domain/store-settings.ts';
import { AppError } from '../../errors.ts';
import { changeStore as changeStoreAct } from '../../settings/change-store.ts';
import { createStore as createStoreAct } from '../../settings/create-store.ts';
import { Money } from '../schemas.ts';
import type { OperatorCall, OperatorContext, OperatorEndpoint } from './endpoint.ts';
import {
  Amount,
  idOf,
  idQuery,
  integer,
  list,
  nullable,
  optionalText,
  pageAnswer,
  pageFrom,
  pageOf,
  pageQuery,
  Reason,
  text,
} from './fields.ts';
import { byOf } from './users.ts';

const lifetime = integer(60_000, 2_000_000_000, { description: 'Milliseconds' });
const bps = integer(0, 10_000, { description: 'Basis points: 100 are one per cent' });
const spread = integer(-5_000, 5_000, { description: 'Basis points added to the common rate' });

const colour = nullable(
  Type.String({ maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$', 'x-error-code': 'invalid_colour', examples: ['#0a7cff'] }),
);

/** The payer's page: name, colours, language, and the sites that may frame it. */
const Page = Type.Object(
  {
    name: Type.Optional(nullable(text(200))),
    colour: Type.Optional(colour),
    darkColour: Type.Optional(colour),
    language: Type.Optional(
      nullable(
        Type.String({
          maxLength: 12,
          pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$',
          'x-error-code': 'invalid_language',
          examples: ['ru'],
        }),
      ),
    ),
    frameOrigins: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 10 })),
  },
  { description: "All that the payer's page shows of the store: what is missing is as on a page nobody has changed" },
);

const settingFields = {
  payinEnabled: Type.Optional(Type.Boolean()),
  payoutEnabled: Type.Optional(Type.Boolean()),
  payinFeeBps: Type.Optional(bps),
  payinFeeFixed: Type.Optional(Amount),
  payoutFeeBps: Type.Optional(bps),
  payoutFeeFixed: Type.Optional(Amount),
  payinSpreadBps: Type.Optional(spread),
  payoutSpreadBps: Type.Optional(spread),
  invoiceLifetimeMs: Type.Optional(lifetime),
  payoutLifetimeMs: Type.Optional(lifetime),
  dealLifetimeMs: Type.Optional(lifetime),
  twoApprovalsAbove: Type.Optional(Amount),
  withdrawalFee: Type.Optional(Amount),
  limits: Type.Optional(
    Type.Array(Type.Object({ currency: text(10), type: Type.Enum(['in', 'out']), min: Amount, max: Amount }), {
      maxItems: 100,
      description: 'All of them: a currency and direction that is missing is not allowed',
    }),
  ),
  page: Type.Optional(Page),
};

const StoreShape = Type.Object({
  id: Type.Integer(),
  merchantId: Type.Integer(),
  name: Type.String(),
  currency: Type.String(),
  settlementCurrency: Type.String(),
  payinEnabled: Type.Boolean(),
  payoutEnabled: Type.Boolean(),
  payinFeeBps: bps,
  payinFeeFixed: Type.String(),
  payoutFeeBps: bps,
  payoutFeeFixed: Type.String(),
  payinSpreadBps: spread,
  payoutSpreadBps: spread,
  invoiceLifetimeMs: lifetime,
  payoutLifetimeMs: lifetime,
  dealLifetimeMs: lifetime,
  twoApprovalsAbove: Type.String(),
  limits: Type.Array(
    Type.Object({ currency: Type.String(), type: Type.Enum(['in', 'out']), min: Type.String(), max: Type.String() }),
  ),
  accounts: Type.Array(
    Type.Object({ id: Type.String(), currency: Type.String(), network: Type.String(), withdrawalFee: Money }),
  ),
  page: Page,
});

const NewStore = Type.Object({
  merchantId: integer(1, 2_147_483_647),
  name: text(200),
  currency: text(10, { description: 'Its main fiat currency' }),
  settlementCurrency: text(10),
  network: Type.Enum(['TRC20', 'ERC20']),
  ...settingFields,
  reason: Reason,
});

const createStore: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  method: 'POST',
  path: '/stores',
  operationId: 'createStore',
  summary: 'Create a store',
  description: 'With its account. It takes no currency until it has limits for one.',
  body: { kind: 'json', schema: NewStore },
  response: StoreShape,
  async handle(call) {
    const { reason, merchantId, name, currency, settlementCurrency, network, ...settings } = call.request
      .body as Static<typeof NewStore>;
    const { context } = call;
    const store = { merchantId, name, currency, settlementCurrency, network, accountId: context.newId() };
    const input = { ...store, settings: settings as StoreSettings };
    const id = await context.settings.run(createStoreAct, input, byOf(call, reason));
    return storeDTO(context, storeOf(call, id));
  },
};

const stores: OperatorEndpoint = {
  roles: ['operator', 'merchant'],
  scope: 'read',
  method: 'GET',
  path: '/stores',
  operationId: 'listStores',
  summary: 'List stores',
  description: 'A merchant sees only its own.',
  query: { ...pageQuery, merchantId: 'Only of this merchant' },
  response: list(StoreShape),
  async handle({ context, request, actor }) {
    const page = pageOf(request);
    const merchantId = actor.role === 'operator' ? idQuery(request, 'merchantId') : actor.merchantId;
    const seen = [...context.catalogue().stores.values()].filter(
      (store) => merchantId === null || store.merchantId === merchantId,
    );
    return pageAnswer(pageFrom(seen, page), page, (store) => storeDTO(context, store));
  },
};

const getStore: OperatorEndpoint = {
  roles: ['operator', 'merchant'],
  scope: 'read',
  method: 'GET',
  path: '/stores/:id',
  operationId: 'getStore',
  summary: 'Get a store',
  response: StoreShape,
  async handle(call) {
    return storeDTO(call.context, ownStore(call));
  },
};

const StoreChange = Type.Object({ name: optionalText(200), ...settingFields, reason: Reason });

const changeStore: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  method: 'PATCH',
  path: '/stores/:id',
  operationId: 'changeStore',
  summary: 'Change the settings of a store',
  description: 'What is absent stays as it is. Deals that run keep the figures they were started with.',
  body: { kind: 'json', schema: StoreChange },
  response: StoreShape,
  async handle(call) {
    const { reason, ...settings } = call.request.body as Static<typeof StoreChange>;
    const { context } = call;
    const id = idOf(call.request);
    await context.settings.run(changeStoreAct, { id, settings: settings as StoreSettings }, byOf(call, reason));
    return storeDTO(context, storeOf(call, id));
  },
};

/** A merchant's own; another's does not exist. */
export function ownStore(call: OperatorCall): Store {
  const store = storeOf(call, idOf(call.request));
  if (call.actor.role !== 'operator' && call.actor.merchantId !== store.merchantId) throw new AppError('not_found');
  return store;
}

function storeOf({ context }: OperatorCall, id: number): Store {
  const store = context.catalogue().stores.get(id);
  if (store === undefined) throw new AppError('not_found');
  return store;
}

function storeDTO(context: OperatorContext, store: Store): object {
  const catalogue = context.catalogue();
  const currency = currencyOf(catalogue, store.settlementCurrency);
  const limitsOf = (type: Direction, limits: ReadonlyMap<string, Limits>) =>
    [...limits].map(([code, { min, max }]) => {
      const { subunit } = currencyOf(catalogue, code);
      return { currency: code, type, min: formatAmount(min, subunit), max: formatAmount(max, subunit) };
    });
  return {
    id: store.id,
    merchantId: store.merchantId,
    name: store.name,
    currency: store.currency,
    settlementCurrency: store.settlementCurrency,
    payinEnabled: store.enabled.in,
    payoutEnabled: store.enabled.out,
    payinFeeBps: store.fees.in.bps,
    payinFeeFixed: formatAmount(store.fees.in.fixed, currency.subunit),
    payoutFeeBps: store.fees.out.bps,
    payoutFeeFixed: formatAmount(store.fees.out.fixed, currency.subunit),
    payinSpreadBps: store.spreadBps.in,
    payoutSpreadBps: store.spreadBps.out,
    invoiceLifetimeMs: store.invoiceLifetimeMs,
    payoutLifetimeMs: store.payoutLifetimeMs,
    dealLifetimeMs: store.dealLifetimeMs,
    twoApprovalsAbove: formatAmount(store.twoApprovalsAbove, currency.subunit),
    page: store.page,
    limits: [...limitsOf('in', store.limits.in), ...limitsOf('out', store.limits.out)],
    accounts: store.accounts.map(({ id, network, withdrawalFee, ...account }) => ({
      id,
      currency: account.currency,
      network,
      withdrawalFee: moneyDTO(withdrawalFee, currencyOf(catalogue, account.currency)),
    })),
  };
}

export const storeEndpoints: readonly OperatorEndpoint[] = [createStore, stores, getStore, changeStore];
