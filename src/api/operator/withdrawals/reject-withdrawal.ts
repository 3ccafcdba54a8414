import { rejectWithdrawal as rejectWithdrawalCommand } from '../../../commands/withdrawal-work.ts';
import { currencyOf } from '../../../domain/catalogue.ts';
import { formatAmount } from '../../../domain/money.ts';
import { type Withdrawal, withdrawalStatuses } from '../../../domain/withdrawal.ts';
import { allowRejection } from '../../../settings/allow-rejection.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { at } from '../../examples.ts';
import { byOf, endpoint, type OperatorCall } from '../endpoint.ts';
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
  description:
    'The funds are back in the account; the merchant sees the reason. One that is being sent may be on the network: then a second person has to agree.',
  tag: 'Withdrawals',
  roles: ['operator'],
  scope: 'money',
  params: { id: withdrawalInPath },
  body: json(ReasonBody),
  response: WithdrawalShape,
  refusals: ['second_person_needed', 'withdrawal_being_sent', 'withdrawal_not_open'],
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
    const isAgreed = await rejectionIsAgreed(call, seen, body.reason);
    const command = rejectWithdrawalCommand({ actor, reason: body.reason, withdrawalId: seen.id, seen, isAgreed });
    return act(command, (withdrawal) => operatorWithdrawalDTO(context, withdrawal, actor.role));
  },
});

/** Waits for a second person, unless there is none, or nobody has begun to send it. */
async function rejectionIsAgreed(call: OperatorCall, seen: Withdrawal, reason: string): Promise<boolean> {
  const { settings, catalogue } = call.context;
  if (!settings.asksSecondPerson) return true;
  // Should it be on its way by the time of the act, the command refuses.
  if (seen.status !== withdrawalStatuses.sending) return false;
  const { id: withdrawalId, storeId, accountId, currency, address } = seen;
  const sum = formatAmount(seen.sum, currencyOf(catalogue(), currency).subunit);
  await settings.run(allowRejection, { withdrawalId, storeId, accountId, sum, currency, address }, byOf(call, reason));
  return true;
}
