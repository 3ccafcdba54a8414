import { Type } from 'typebox';
import { changeMerchant as changeMerchantAct } from '../../../settings/change-merchant.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, text } from '../fields.ts';
import { exampleMerchant, MerchantShape, merchantDTO, merchantInPath, merchantOf } from './merchant-shape.ts';

export const changeMerchant = endpoint({
  method: 'PATCH',
  path: '/merchants/:id',
  operationId: 'changeMerchant',
  summary: 'Rename a merchant',
  tag: 'Merchants and stores',
  roles: ['operator'],
  scope: 'settings',
  params: { id: merchantInPath },
  body: json(Type.Object({ name: text(200, 'For people'), reason: Reason })),
  response: MerchantShape,
  refusals: [],
  example: {
    body: { name: 'Example Group', reason: 'Renamed' },
    answer: { ...exampleMerchant, name: 'Example Group' },
  },
  async handle(call) {
    const { name, reason } = call.body;
    const { id } = call.params;
    await call.context.settings.run(changeMerchantAct, { id, name }, byOf(call, reason));
    return merchantDTO(merchantOf(call, id));
  },
});
