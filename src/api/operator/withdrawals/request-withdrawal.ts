import { Type } from 'typebox';
import { requestWithdrawal as requestWithdrawalCommand } from '../../../commands/request-withdrawal.ts';
import { AppError } from '../../../errors.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { exampleWithdrawalBody } from '../../withdrawal-examples.ts';
import { CreateWithdrawalBody } from '../../withdrawal-schemas.ts';
import { endpoint, type OperatorCall } from '../endpoint.ts';
import { reachesStore } from '../reach.ts';
import { exampleRequested, operatorWithdrawalDTO, WithdrawalShape } from './withdrawal-shape.ts';

/** The merchant's own: an operator who could ask for a withdrawal could also let it go. */
export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals',
  operationId: 'requestWithdrawal',
  summary: 'Ask for a withdrawal',
  description:
    "The same request as the merchant interface's, by a merchant who has signed in. Each two-factor code works once; five wrong ones lock for 15 minutes.",
  tag: 'Withdrawals',
  roles: ['merchant'],
  scope: 'money',
  isForPeople: true,
  body: json(Type.Object(CreateWithdrawalBody.properties)),
  response: WithdrawalShape,
  refusals: [
    'amount_below_fee',
    'insufficient_funds',
    'invalid_address',
    'invalid_amount',
    'money_out_stopped',
    'not_found',
    'two_factor_wrong',
    'two_factor_locked',
    'two_factor_disabled',
  ],
  takesKey: true,
  example: { body: exampleWithdrawalBody, answer: exampleRequested },
  async handle(call) {
    const { context, actor, body } = call;
    const storeId = storeOfAccount(call, body.accountId);
    const command = requestWithdrawalCommand({
      id: context.newId(),
      storeId,
      accountId: body.accountId,
      amount: body.amount,
      address: body.address,
      code: body.code2FA,
      subtractFee: body.substractFeeFromAmount ?? false,
      by: { actor, reason: 'own withdrawal' },
    });
    return act(command, (withdrawal) => operatorWithdrawalDTO(context, withdrawal, actor.role));
  },
});

function storeOfAccount({ context, actor }: OperatorCall, accountId: string): number {
  const catalogue = context.catalogue();
  const id = accountId.toLowerCase();
  for (const store of catalogue.stores.values()) {
    const isThere = store.accounts.some((account) => account.id === id);
    if (isThere && reachesStore(catalogue, actor, store.id)) return store.id;
  }
  throw new AppError('not_found', { field: 'accountId' });
}
