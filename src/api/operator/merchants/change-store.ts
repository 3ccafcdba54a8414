import { Type } from 'typebox';
import { plainPage } from '../../../domain/page-settings.ts';
import { changeStore as changeStoreAct } from '../../../settings/change-store.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { optionalText, Reason } from '../fields.ts';
import { storeInPath, storeOf } from './own-store.ts';
import { exampleStore, StoreShape, storeDTO, storeSettingRefusals, storeSettings } from './store-shape.ts';

const StoreChange = Type.Object({ name: optionalText(200, 'For people'), ...storeSettings, reason: Reason });

export const changeStore = endpoint({
  method: 'PATCH',
  path: '/stores/:id',
  operationId: 'changeStore',
  summary: 'Change the settings of a store',
  description: 'What is absent stays as it is. Deals that run keep the figures they were started with.',
  tag: 'Merchants and stores',
  roles: ['operator'],
  scope: 'settings',
  params: { id: storeInPath },
  body: json(StoreChange),
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
  async handle(call) {
    const { reason, ...settings } = call.body;
    const { context } = call;
    const { id } = call.params;
    await context.settings.run(changeStoreAct, { id, settings }, byOf(call, reason));
    return storeDTO(context, storeOf(call, id));
  },
});
