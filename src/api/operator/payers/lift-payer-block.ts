import { Type } from 'typebox';
import { liftPayerBlock as liftPayerBlockAct } from '../../../settings/lift-payer-block.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, words } from '../fields.ts';

export const liftPayerBlock = endpoint({
  method: 'POST',
  path: '/blocked-payers/:id/lift',
  operationId: 'liftPayerBlock',
  summary: 'Lift the block of a payer',
  description: 'It ends at once, and the payins that led to it count no longer: the payer begins anew.',
  tag: 'Payers who play',
  roles: ['operator'],
  scope: 'settings',
  params: { id: idInPath('ID of the blocked payer') },
  body: json(Type.Object({ reason: Reason })),
  response: Type.Object({ name: words('The `userId`, or the address') }),
  refusals: ['payer_not_blocked'],
  example: { body: { reason: 'The bank was down' }, answer: { name: 'client-7' } },
  async handle(call) {
    const { id } = call.params;
    const { name } = await call.context.settings.run(liftPayerBlockAct, { id }, byOf(call, call.body.reason));
    return { name };
  },
});
