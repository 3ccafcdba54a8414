import { Type } from 'typebox';
import { createStore as createStoreAct } from '../../../settings/create-store.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, rowId, text } from '../fields.ts';
import { storeOf } from './own-store.ts';
import { exampleStore, StoreShape, storeDTO, storeSettingRefusals, storeSettings } from './store-shape.ts';

const NewStore = Type.Object({
  merchantId: rowId('Which merchant'),
  name: text(200, 'For people'),
  currency: text(10, 'Its main fiat currency'),
  settlementCurrency: text(10, 'What merchants and makers are paid in'),
  network: Type.Enum(['TRC20', 'ERC20'], { description: 'Where withdrawals are sent' }),
  ...storeSettings,
  reason: Reason,
});

export const createStore = endpoint({
  method: 'POST',
  path: '/stores',
  operationId: 'createStore',
  summary: 'Create a store',
  description:
    'With its account. It takes no currency until it has limits for one. In production a rate better than the common one, or ' +
    'weaker demands and limits than usual, wait for a second operator.',
  tag: 'Merchants and stores',
  roles: ['operator'],
  scope: 'settings',
  body: json(NewStore),
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
  async handle(call) {
    const { reason, merchantId, name, currency, settlementCurrency, network, ...settings } = call.body;
    const { context } = call;
    const store = { merchantId, name, currency, settlementCurrency, network, accountId: context.newId() };
    const id = await context.settings.run(createStoreAct, { ...store, settings }, byOf(call, reason));
    return storeDTO(context, storeOf(call, id));
  },
});
