import { requestWithdrawal } from '../../commands/withdrawals/request-withdrawal.ts';
import { AppError } from '../../errors/app-error.ts';
import { act } from '../act.ts';
import { json } from '../endpoint.ts';
import { at, exampleIds, exampleTransaction } from '../examples.ts';
import { uuidInPath } from '../parameters.ts';
import {
  CreatedWithdrawal,
  CreateWithdrawalBody,
  createdWithdrawalDTO,
  exampleWithdrawal,
  exampleWithdrawalBody,
  Withdrawal,
  withdrawalDTO,
} from '../withdrawal-shape.ts';
import { endpoint } from './endpoint.ts';

export const createWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals',
  operationId: 'createWithdrawal',
  summary: 'Create withdrawal',
  description:
    'Freezes funds of a store account for an address. Each two-factor code works once; five wrong ones lock for 15 minutes. ' +
    'Without `substractFeeFromAmount` the account pays amount and fee, and the address gets the amount; with it the account pays ' +
    'the amount, and the address gets what is left after the fee. The request is checked before the code, so that a typing ' +
    'mistake does not use one up.',
  tag: 'Accounts and withdrawals',
  scope: 'withdraw',
  body: json(CreateWithdrawalBody),
  response: CreatedWithdrawal,
  refusals: [
    'blank',
    'invalid_amount',
    'invalid_address',
    'amount_below_fee',
    'insufficient_funds',
    'two_factor_disabled',
    'two_factor_wrong',
    'two_factor_locked',
    'not_found',
    'money_out_stopped',
  ],
  takesKey: true,
  example: { asks: '100 USDT to an address', body: exampleWithdrawalBody, shows: 'Created', answer: exampleWithdrawal },
  async handle({ context, caller, body }) {
    const command = requestWithdrawal({
      id: context.newId(),
      storeId: caller.store.id,
      accountId: body.accountId,
      amount: body.amount,
      address: body.address,
      code: body.code2FA,
      subtractFee: body.substractFeeFromAmount ?? false,
    });
    return act(command, (withdrawal) => createdWithdrawalDTO(context, withdrawal), { isSignedOnce: true });
  },
});

const { status: _status, accountId: _account, ...created } = exampleWithdrawal;

export const getWithdrawal = endpoint({
  method: 'GET',
  path: '/withdrawals/:id',
  operationId: 'getWithdrawal',
  summary: 'Get withdrawal by ID',
  description: '`txId` is there once the withdrawal has been sent.',
  tag: 'Accounts and withdrawals',
  scope: 'read',
  params: { id: uuidInPath('Withdrawal ID', exampleIds.withdrawal) },
  response: Withdrawal,
  refusals: [],
  example: { shows: 'Sent', answer: { ...created, updatedAt: at('12:25:00'), txId: exampleTransaction } },
  async handle({ context, caller, params }) {
    const withdrawal = await context.reads.withdrawal(params.id, caller.store.id);
    if (withdrawal === null) throw new AppError('not_found');
    return withdrawalDTO(context, withdrawal);
  },
});
