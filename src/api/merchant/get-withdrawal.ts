import { AppError } from '../../errors.ts';
import { at, exampleIds, exampleTransaction } from '../examples.ts';
import { uuidInPath } from '../parameters.ts';
import { withdrawalDTO } from '../withdrawal-dto.ts';
import { exampleWithdrawal } from '../withdrawal-examples.ts';
import { Withdrawal } from '../withdrawal-schemas.ts';
import { endpoint } from './endpoint.ts';

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
