import { approveWithdrawal as approveWithdrawalCommand } from '../../../commands/withdrawal-work.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import {
  approvalFacts,
  exampleApproved,
  findWithdrawal,
  operatorWithdrawalDTO,
  WithdrawalShape,
  withdrawalInPath,
} from './withdrawal-shape.ts';

export const approveWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals/:id/approve',
  operationId: 'approveWithdrawal',
  summary: 'Approve a withdrawal',
  description:
    "Two different people have to, above the store's limit, at once or within a day, or for an address that is not on its list or still waits. Each of them was there before the withdrawal was asked for.",
  tag: 'Withdrawals',
  roles: ['operator'],
  scope: 'money',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: withdrawalInPath },
  body: json(ReasonBody),
  response: WithdrawalShape,
  refusals: ['already_approved', 'approver_too_new', 'money_out_stopped', 'withdrawal_not_open', 'withdrawals_wait'],
  takesKey: true,
  example: { body: { reason: 'Called back' }, answer: exampleApproved },
  async handle(call) {
    const { context, actor, signedIn, body } = call;
    const seen = await findWithdrawal(call, call.params.id);
    const { id: userId, trustedSince } = signedIn.user;
    const facts = await approvalFacts(context, seen);
    const command = approveWithdrawalCommand({
      actor,
      reason: body.reason,
      withdrawalId: seen.id,
      seen,
      userId,
      trustedSince,
      ...facts,
    });
    return act(command, (withdrawal) => operatorWithdrawalDTO(context, withdrawal, actor.role));
  },
});
