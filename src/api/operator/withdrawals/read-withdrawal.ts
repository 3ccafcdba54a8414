import { Type } from 'typebox';
import { storeOf } from '../../../domain/catalogue.ts';
import { withdrawalWaitsUntil } from '../../../domain/second-person.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { approvalsNeeded } from '../../../domain/withdrawal.ts';
import { isKnownAddress } from '../../../storage/reads/store-address-reads.ts';
import { endpoint } from '../endpoint.ts';
import { figure, flag, nullable } from '../fields.ts';
import {
  approvalFacts,
  exampleRequested,
  findWithdrawal,
  operatorWithdrawalDTO,
  WithdrawalShape,
  withdrawalInPath,
} from './withdrawal-shape.ts';

const WithdrawalToApprove = Type.Object(
  {
    ...WithdrawalShape.properties,
    waitsUntil: nullable(
      Type.String(),
      "Until when it waits after an operator changed the merchant's secret, second factor, keys or users",
    ),
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
  example: { answer: { ...exampleRequested, addressIsKnown: true, approvalsNeeded: 1, waitsUntil: null } },
  async handle(call) {
    const { context } = call;
    const withdrawal = await findWithdrawal(call, call.params.id);
    const { pool, clock } = context;
    const catalogue = context.catalogue();
    const { merchantId } = storeOf(catalogue, withdrawal.storeId);
    const limitOf = (storeId: number) => storeOf(catalogue, storeId).twoApprovalsAbove;
    const [facts, addressIsKnown] = await Promise.all([
      approvalFacts(context, withdrawal),
      isKnownAddress(pool, withdrawal.storeId, withdrawal.address, clock()),
    ]);
    const changedAt = catalogue.merchants.get(merchantId)?.accessChangedAt ?? null;
    const waitsUntil = withdrawalWaitsUntil(withdrawal, changedAt);
    return {
      ...operatorWithdrawalDTO(context, withdrawal, call.actor.role),
      addressIsKnown,
      approvalsNeeded: approvalsNeeded(withdrawal, { ...facts, addressIsKnown }, limitOf),
      waitsUntil: waitsUntil === null || context.clock() >= waitsUntil ? null : formatTimestamp(waitsUntil),
    };
  },
});
