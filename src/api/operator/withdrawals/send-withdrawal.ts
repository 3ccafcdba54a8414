import { Type } from 'typebox';
import { sendWithdrawalAct } from '../../../commands/withdrawal-work.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { at, exampleTransaction } from '../../examples.ts';
import { endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import {
  approvalFacts,
  exampleApproved,
  findWithdrawal,
  operatorWithdrawalDTO,
  WithdrawalShape,
  withdrawalInPath,
} from './withdrawal-shape.ts';

const SendWithdrawalBody = Type.Object({
  txId: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'Transaction on the network: 64 hexadecimal digits, with or without 0x before them',
  }),
  reason: Reason,
});

export const sendWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals/:id/send',
  operationId: 'sendWithdrawal',
  summary: 'Say that a withdrawal was sent',
  description: '`txId` is its transaction on the network; it is kept in small letters, without 0x.',
  tag: 'Withdrawals',
  roles: ['operator'],
  scope: 'money',
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
