import { AppError } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf } from '../perform.ts';
import { Withdrawal } from '../schemas.ts';
import { withdrawalDTO } from '../withdrawal-dto.ts';
import { pathId } from './own-invoice.ts';

export const getWithdrawal: Endpoint = {
  method: 'GET',
  path: '/withdrawals/:id',
  operationId: 'getWithdrawal',
  summary: 'Get withdrawal by ID',
  response: Withdrawal,
  async handle(context, request) {
    const withdrawal = await context.reads.withdrawal(pathId(request), callerOf(request).store.id);
    if (withdrawal === null) throw new AppError('not_found');
    return withdrawalDTO(context, withdrawal, 'read');
  },
};
