import { rejectWithdrawal as rejectWithdrawalCommand } from '../../../commands/withdrawal-work.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { at } from '../../examples.ts';
import { endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import {
  exampleRequested,
  findWithdrawal,
  operatorWithdrawalDTO,
  WithdrawalShape,
  withdrawalInPath,
} from './withdrawal-shape.ts';

export const rejectWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals/:id/reject',
  operationId: 'rejectWithdrawal',
  summary: 'Reject a withdrawal',
  description: 'The funds are back in the account; the merchant sees the reason.',
  tag: 'Withdrawals',
  roles: ['operator'],
  scope: 'money',
  params: { id: withdrawalInPath },
  body: json(ReasonBody),
  response: WithdrawalShape,
  refusals: ['withdrawal_not_open'],
  takesKey: true,
  example: {
    body: { reason: 'The address is not of the merchant' },
    answer: {
      ...exampleRequested,
      status: 5,
      updatedAt: at('12:15:00'),
      rejectReason: 'The address is not of the merchant',
    },
  },
  async handle(call) {
    const { context, actor, body } = call;
    const seen = await findWithdrawal(call, call.params.id);
    const command = rejectWithdrawalCommand({ actor, reason: body.reason, withdrawalId: seen.id, seen });
    return act(command, (withdrawal) => operatorWithdrawalDTO(context, withdrawal));
  },
});
