import { Type } from 'typebox';
import { plainPage } from '../../../domain/merchants/page-settings.ts';
import { policyFields } from '../../../domain/merchants/payment-policy.ts';
import { settlementAccountOf } from '../../../domain/merchants/store.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { changePaymentPolicy as changePaymentPolicyAct } from '../../../settings/merchants/change-payment-policy.ts';
import { changeStore as changeStoreAct } from '../../../settings/merchants/change-store.ts';
import { createStore as createStoreAct } from '../../../settings/merchants/create-store.ts';
import { rotateWebhookSecret as rotateWebhookSecretAct } from '../../../settings/merchants/rotate-webhook-secret.ts';
import { json } from '../../endpoint.ts';
import { exampleCode, tethers } from '../../examples.ts';
import { integerQuery } from '../../parameters.ts';
import { endpoint, readsOf } from '../endpoint.ts';
import { optionalText, Reason, rowId, text, words } from '../fields.ts';
import { exampleMovement, MovedFunds, Movement, moveAct, movementRefusals } from '../funds.ts';
import { numberedDTO, numberedPage, numberedQuery, pageFrom } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { settingWishes } from '../setting-shapes.ts';
import { overlapHours } from './key-shape.ts';
import { codeRefusals, MerchantsCode, storeByCode } from './merchants-code.ts';
import { ownStore, storeInPath, storeOf } from './own-store.ts';
import { exampleStore, StoreShape, storeDTO, storeSettingRefusals, storeSettings } from './store-shape.ts';

const stores = settingsOf({ tag: 'Merchants and stores', scope: 'settings' });
const read = readsOf({ tag: 'Merchants and stores', roles: ['operator', 'merchant'] });

export const createStore = stores(createStoreAct, {
  method: 'POST',
  path: '/stores',
  operationId: 'createStore',
  summary: 'Create a store',
  description:
    'With its account. It takes no currency until it has limits for one. In production a rate better than the common one, or ' +
    'weaker demands and limits than usual, wait for a second operator.',
  body: {
    merchantId: rowId('Which merchant'),
    name: text(200, 'For people'),
    currency: text(10, 'Its main fiat currency'),
    settlementCurrency: text(10, 'What merchants and makers are paid in'),
    network: Type.Enum(['TRC20', 'ERC20'], { description: 'Where withdrawals are sent' }),
    ...storeSettings,
  },
  response: StoreShape,
  refusals: [...storeSettingRefusals, 'invalid_choice', 'not_found', 'second_person_needed'],
  example: {
    body: {
      merchantId: 1,
      name: 'Example Shop',
      currency: 'RUB',
      settlementCurrency: 'USDT',
      network: 'TRC20',
      payinFeeBps: 250,
      limits: [{ currency: 'RUB', type: 'in', min: '100.00', max: '100000.00' }],
      reason: 'Contract 118',
    },
    answer: exampleStore,
  },
  input: ({ context, body: { merchantId, name, currency, settlementCurrency, network, ...settings } }) => {
    const store = { merchantId, name, currency, settlementCurrency, network, accountId: context.newId() };
    return { ...store, settings };
  },
  answer: (id, call) => storeDTO(call.context, storeOf(call, id)),
});

export const listStores = read({
  path: '/stores',
  operationId: 'listStores',
  summary: 'List stores',
  description: 'A merchant sees only its own.',
  query: { ...numberedQuery, merchantId: integerQuery('Only of this merchant', { minimum: 1 }) },
  response: numberedPage(StoreShape),
  example: { answer: { items: [exampleStore], next: null } },
  async handle({ context, query, actor }) {
    const merchantId = actor.role === 'operator' ? query.merchantId : actor.merchantId;
    const seen = [...context.catalogue().stores.values()].filter(
      (store) => merchantId === null || store.merchantId === merchantId,
    );
    return numberedDTO(pageFrom(seen, query), query, (store) => storeDTO(context, store));
  },
});

export const getStore = read({
  path: '/stores/:id',
  operationId: 'getStore',
  summary: 'Get a store',
  params: { id: storeInPath },
  response: StoreShape,
  example: { answer: exampleStore },
  async handle(call) {
    return storeDTO(call.context, ownStore(call, call.params.id));
  },
});

export const changeStore = stores(changeStoreAct, {
  method: 'PATCH',
  path: '/stores/:id',
  operationId: 'changeStore',
  summary: 'Change the settings of a store',
  description: 'What is absent stays as it is. Deals that run keep the figures they were started with.',
  params: { id: storeInPath },
  body: { name: optionalText(200, 'For people'), ...storeSettings },
  response: StoreShape,
  refusals: [...storeSettingRefusals, 'fee_below_reward', 'second_person_needed'],
  example: {
    body: {
      payoutEnabled: false,
      page: { name: 'Example', colour: '#0a7cff', frameOrigins: ['https://shop.example'] },
      reason: 'Asked by the merchant',
    },
    answer: {
      ...exampleStore,
      payoutEnabled: false,
      page: { ...plainPage, name: 'Example', colour: '#0a7cff', frameOrigins: ['https://shop.example'] },
    },
  },
  input: ({ params, body }) => ({ id: params.id, settings: body }),
  answer: (_, call) => storeDTO(call.context, storeOf(call, call.params.id)),
});

export const changePaymentPolicy = stores(changePaymentPolicyAct, {
  method: 'PATCH',
  path: '/stores/:id/payment-policy',
  operationId: 'changePaymentPolicy',
  summary: 'Say what happens when another sum comes than was asked for',
  description:
    'What is absent stays as it is. A merchant does so for the own stores; the bounds are those of the fields. ' +
    'It holds for money that an operator enters or brings in with a bank’s file, and for what an operator matches without `isPart`: never for what a maker or a maker’s phone says.',
  params: { id: storeInPath },
  body: settingWishes(policyFields),
  response: StoreShape,
  refusals: ['out_of_range', 'second_person_needed'],
  example: {
    body: { shortUnits: 5, restBy: 'payer', reason: 'Banks round their fees off' },
    answer: { ...exampleStore, shortUnits: 5, restBy: 'payer' },
  },
  input: (call) => ({ storeId: ownStore(call, call.params.id).id, policy: call.body }),
  answer: (_, call) => storeDTO(call.context, storeOf(call, call.params.id)),
});

export const rotateWebhookSecret = stores(rotateWebhookSecretAct, {
  method: 'POST',
  path: '/stores/:id/rotate-webhook-secret',
  operationId: 'rotateWebhookSecret',
  summary: 'Sign the notifications of a store with a new secret',
  description:
    "A store begins with the merchant's secret. The answer is the only place that shows the new one. Until the overlap ends, " +
    'notifications carry a signature with the former one as well. A merchant does so for the own stores.',
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath },
  body: { overlapHours, reason: Reason, code: MerchantsCode },
  response: Type.Object({
    secret: words('Shown here only'),
    oldValidUntil: words('How long the former secret still signs as well'),
  }),
  refusals: [...codeRefusals, 'second_person_needed'],
  example: {
    body: { overlapHours: 24, reason: 'A secret of its own', code: exampleCode },
    answer: { secret: 'the-new-secret', oldValidUntil: '2026-11-15T12:00:00+00:00' },
  },
  input: async (call) => ({ storeId: (await storeByCode(call)).id, overlapHours: call.body.overlapHours }),
  answer: ({ secret, formerUntilMs }) => ({ secret, oldValidUntil: formatTimestamp(formerUntilMs) }),
});

export const topUpStore = endpoint({
  method: 'POST',
  path: '/stores/:id/top-ups',
  operationId: 'topUpStore',
  summary: "Top up a store's account",
  description:
    'In production what one operator tops up alone within a day, for all owners of the currency together, waits for a second ' +
    'operator once it is above a limit.',
  tag: 'Merchants and stores',
  roles: ['operator'],
  scope: 'money',
  params: { id: storeInPath },
  body: json(Movement),
  response: MovedFunds,
  refusals: [...movementRefusals, 'second_person_needed'],
  takesKey: true,
  example: { body: exampleMovement('500', 'For payouts'), answer: { available: tethers('10398.00000000') } },
  async handle(call) {
    const store = ownStore(call, call.params.id);
    const { availableId, currency } = settlementAccountOf(store);
    const owner = { kind: 'store', id: String(store.id) } as const;
    return await moveAct(call, { kind: 'top_up', owner, availableId, currency }, call.body);
  },
});
