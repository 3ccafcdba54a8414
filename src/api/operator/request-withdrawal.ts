import { Type } from 'typebox';
import { requestWithdrawal as request } from '../../commands/request-withdrawal.ts';
import { AppError } from '../../errors.ts';
import { CreateWithdrawalBody } from '../withdrawal-schemas.ts';
import { performAct } from './act.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { reachesStore } from './reach.ts';
import { operatorWithdrawalDTO } from './withdrawals.ts';

/** The merchant's own: an operator who could ask for a withdrawal could also let it go. */
export const requestWithdrawal: OperatorEndpoint = {
  method: 'POST',
  path: '/withdrawals',
  operationId: 'requestWithdrawal',
  summary: 'Ask for a withdrawal',
  description:
    "The same request as the merchant interface's, by a merchant who has signed in. Each two-factor code works once; five wrong ones lock for 15 minutes.",
  roles: ['merchant'],
  scope: 'money',
  isForPeople: true,
  body: { kind: 'json', schema: Type.Object(CreateWithdrawalBody.properties) },
  response: Type.Object({}),
  async handle(call) {
    const { context, actor } = call;
    const body = call.request.body as CreateWithdrawalBody;
    const storeId = storeOfAccount(call, body.accountId);
    context.moneyOut();
    const command = request({
      id: context.newId(),
      storeId,
      accountId: body.accountId,
      amount: body.amount,
      address: body.address,
      code: body.code2FA,
      subtractFee: body.substractFeeFromAmount ?? false,
      by: { actor, reason: 'own withdrawal' },
    });
    return await performAct(call, { command, render: (withdrawal) => operatorWithdrawalDTO(context, withdrawal) });
  },
};

function storeOfAccount({ context, actor }: OperatorCall, accountId: string): number {
  const catalogue = context.catalogue();
  const id = accountId.toLowerCase();
  for (const store of catalogue.stores.values()) {
    const isThere = store.accounts.some((account) => account.id === id);
    if (isThere && reachesStore(catalogue, actor, store.id)) return store.id;
  }
  throw new AppError('not_found', { field: 'accountId' });
}
