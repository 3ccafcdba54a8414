import { Type } from 'typebox';
import {
  approveWithdrawal as approveWithdrawalCommand,
  rejectWithdrawal as rejectWithdrawalCommand,
  sendWithdrawalAct,
} from '../../../commands/withdrawals/withdrawal-work.ts';
import { currencyOf, formatAmount } from '../../../domain/money/money.ts';
import { type Withdrawal, withdrawalStatuses } from '../../../domain/withdrawals/withdrawal.ts';
import { allowRejection } from '../../../settings/authority/allow-rejection.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { at, exampleTransaction } from '../../examples.ts';
import { actsOf, byOf, type OperatorCall } from '../endpoint.ts';
import { Reason, ReasonBody } from '../fields.ts';
import {
  approvalFacts,
  exampleApproved,
  exampleRequested,
  findWithdrawal,
  operatorWithdrawalDTO,
  WithdrawalShape,
  withdrawalInPath,
} from './withdrawal-shape.ts';

const withdrawals = actsOf({ tag: 'Withdrawals', roles: ['operator'], scope: 'money' });

export const approveWithdrawal = withdrawals({
  path: '/withdrawals/:id/approve',
  operationId: 'approveWithdrawal',
  summary: 'Approve a withdrawal',
  description:
    "Two different people have to, above the store's limit, at once or within a day, or for an address that is not on its list or still waits. Each of them was there before the withdrawal was asked for.",
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

const SendWithdrawalBody = Type.Object({
  txId: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'Transaction on the network: 64 hexadecimal digits, with or without 0x before them',
  }),
  reason: Reason,
});

export const sendWithdrawal = withdrawals({
  path: '/withdrawals/:id/send',
  operationId: 'sendWithdrawal',
  summary: 'Say that a withdrawal was sent',
  description: '`txId` is its transaction on the network; it is kept in small letters, without 0x.',
  needsFreshProof: true,
  params: { id: withdrawalInPath },
  body: json(SendWithdrawalBody),
  response: WithdrawalShape,
  refusals: [
    'approvals_missing',
    'invalid_transaction',
    'money_out_stopped',
    'transaction_used',
    'withdrawal_not_open',
    'withdrawals_wait',
  ],
  takesKey: true,
  example: {
    body: { txId: exampleTransaction, reason: 'Sent from the wallet' },
    answer: { ...exampleApproved, status: 4, updatedAt: at('12:25:00'), txId: exampleTransaction },
  },
  async handle(call) {
    const { context, actor, body } = call;
    const seen = await findWithdrawal(call, call.params.id);
    const facts = await approvalFacts(context, seen);
    const command = sendWithdrawalAct({ actor, ...body, withdrawalId: seen.id, seen, ...facts });
    return act(command, (withdrawal) => operatorWithdrawalDTO(context, withdrawal, actor.role));
  },
});

export const rejectWithdrawal = withdrawals({
  path: '/withdrawals/:id/reject',
  operationId: 'rejectWithdrawal',
  summary: 'Reject a withdrawal',
  description:
    'The funds are back in the account; the merchant sees the reason. One that is being sent may be on the network: then a second person has to agree.',
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
