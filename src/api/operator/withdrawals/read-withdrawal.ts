import { Type } from 'typebox';
import { storeOf } from '../../../domain/catalogue.ts';
import { approvalsNeeded } from '../../../domain/withdrawal.ts';
import { endpoint } from '../endpoint.ts';
import { figure, flag } from '../fields.ts';
import {
  exampleRequested,
  findWithdrawal,
  isAddressKnown,
  operatorWithdrawalDTO,
  WithdrawalShape,
  withdrawalInPath,
} from './withdrawal-shape.ts';

const WithdrawalToApprove = Type.Object(
  {
    ...WithdrawalShape.properties,
    addressIsKnown: flag("On the store's list, and past its waiting time"),
    approvalsNeeded: figure('How many different people have to approve it'),
  },
  { $id: 'OperatorWithdrawalToApprove' },
);

export const readWithdrawal = endpoint({
  method: 'GET',
  path: '/withdrawals/:id',
  operationId: 'readWithdrawal',
  summary: 'Read a withdrawal',
  tag: 'Withdrawals',
  roles: ['operator', 'merchant'],
  scope: 'read',
  params: { id: withdrawalInPath },
  response: WithdrawalToApprove,
  refusals: [],
  example: { answer: { ...exampleRequested, addressIsKnown: true, approvalsNeeded: 1 } },
  async handle(call) {
    const { context } = call;
    const withdrawal = await findWithdrawal(call, call.params.id);
    const { twoApprovalsAbove } = storeOf(context.catalogue(), withdrawal.storeId);
    const addressIsKnown = await isAddressKnown(context, withdrawal);
    return {
      ...operatorWithdrawalDTO(context, withdrawal),
      addressIsKnown,
      approvalsNeeded: approvalsNeeded(withdrawal, { twoApprovalsAbove, addressIsKnown }),
    };
  },
});
