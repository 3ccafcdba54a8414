import { Type } from 'typebox';
import { type Role, roles } from '../../../domain/people/audit.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { type ApprovalFacts, countsFrom, type Withdrawal } from '../../../domain/withdrawals/withdrawal.ts';
import { AppError } from '../../../errors/app-error.ts';
import { findWithdrawalOfAnyStore, findWithdrawnSince } from '../../../storage/reads/withdrawals/withdrawal-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { oneOf, type ShapeOf } from '../../schemas.ts';
import { CreatedWithdrawal, createdWithdrawalDTO, exampleWithdrawal } from '../../withdrawal-shape.ts';
import type { OperatorCall, OperatorContext } from '../endpoint.ts';
import { figure, nullable, words } from '../fields.ts';
import { reachesStore } from '../reach.ts';

export const WithdrawalShape = Type.Object(
  {
    ...CreatedWithdrawal.properties,
    storeId: figure('Store that withdraws'),
    approvals: Type.Array(
      Type.Object({
        role: oneOf(roles, 'What the person is'),
        userId: Type.Optional(figure('Which user; only where an operator looks')),
        at: words('When'),
      }),
      { description: 'By whom and when' },
    ),
    rejectReason: nullable(Type.String(), 'Why it was rejected; null when it was not'),
  },
  { $id: 'OperatorWithdrawal' },
);
type WithdrawalShape = ShapeOf<typeof WithdrawalShape>;

/** A merchant sees that operators have approved it, and when; who they are is none of its business. */
export function operatorWithdrawalDTO(context: OperatorContext, withdrawal: Withdrawal, sees: Role): WithdrawalShape {
  return {
    ...createdWithdrawalDTO(context, withdrawal),
    storeId: withdrawal.storeId,
    approvals: withdrawal.approvals.map(({ userId, at: approvedAt }) => ({
      role: roles.operator,
      ...(sees === 'operator' ? { userId } : {}),
      at: formatTimestamp(approvedAt),
    })),
    rejectReason: withdrawal.rejectReason,
  };
}

export const withdrawalInPath = uuidInPath('Withdrawal ID, a UUID', exampleIds.withdrawal);

export async function findWithdrawal({ context, actor }: OperatorCall, id: string): Promise<Withdrawal> {
  const withdrawal = await findWithdrawalOfAnyStore(context.pool, id);
  if (withdrawal === null || !reachesStore(context.catalogue(), actor, withdrawal.storeId)) {
    throw new AppError('not_found');
  }
  return withdrawal;
}

/** Read before the act is decided: the sums only grow until then. */
export async function approvalFacts(
  { pool, clock, settings }: OperatorContext,
  withdrawal: Withdrawal,
): Promise<Omit<ApprovalFacts, 'addressIsKnown'>> {
  const now = clock();
  const [ofDay, secondPerson] = await Promise.all([
    findWithdrawnSince(pool, withdrawal.storeId, countsFrom(withdrawal, now)),
    settings.secondPerson(now),
  ]);
  return { ofDay, isAlone: secondPerson === 'alone' };
}

export const exampleRequested: WithdrawalShape = {
  ...exampleWithdrawal,
  storeId: 1,
  approvals: [],
  rejectReason: null,
};

export const exampleApproved: WithdrawalShape = {
  ...exampleRequested,
  status: 3,
  updatedAt: at('12:15:00'),
  approvals: [{ role: 'operator', userId: 1, at: at('12:15:00') }],
};
