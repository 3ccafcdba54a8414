import { Type } from 'typebox';
import { createMerchant as createMerchantAct } from '../../../settings/create-merchant.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { figure, Reason, text, words } from '../fields.ts';

export const createMerchant = endpoint({
  method: 'POST',
  path: '/merchants',
  operationId: 'createMerchant',
  summary: 'Create a merchant',
  description: 'The answer is the only place that shows the secret its requests are signed with.',
  tag: 'Merchants and stores',
  roles: ['operator'],
  scope: 'access',
  body: json(Type.Object({ name: text(200, 'For people'), reason: Reason })),
  response: Type.Object({ id: figure('ID'), secret: words('Shown here only') }),
  refusals: [],
  example: {
    body: { name: 'Example Ltd', reason: 'Contract 118' },
    answer: { id: 1, secret: 'the-secret-which-the-shop-signs-with' },
  },
  async handle(call) {
    const { name, reason } = call.body;
    return await call.context.settings.run(createMerchantAct, { name }, byOf(call, reason));
  },
});
