import { requestWithdrawal } from '../../commands/request-withdrawal.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf, perform } from '../perform.ts';
import { CreatedWithdrawal, CreateWithdrawalBody } from '../schemas.ts';
import { withdrawalDTO } from '../withdrawal-dto.ts';

export const createWithdrawal: Endpoint = {
  method: 'POST',
  path: '/withdrawals',
  operationId: 'createWithdrawal',
  summary: 'Create withdrawal',
  description:
    'Freezes funds of a store account for an address. Each two-factor code works once; five wrong ones lock for 15 minutes.',
  body: { kind: 'json', schema: CreateWithdrawalBody },
  response: CreatedWithdrawal,
  async handle(context, request, reply) {
    const body = request.body as CreateWithdrawalBody;
    context.moneyOut();
    const command = requestWithdrawal({
      id: context.newId(),
      storeId: callerOf(request).store.id,
      accountId: body.accountId,
      amount: body.amount,
      address: body.address,
      code: body.code2FA,
      subtractFee: body.substractFeeFromAmount ?? false,
    });
    return await perform(context, request, reply, {
      command,
      isSignedOnce: true,
      render: (withdrawal) => withdrawalDTO(context, withdrawal, 'created'),
    });
  },
};
