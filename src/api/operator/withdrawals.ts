import { type Static, Type } from 'typebox';
import {
  approveWithdrawal as approve,
  rejectWithdrawal as reject,
  sendWithdrawalAct,
} from '../../commands/withdrawal-work.ts';
import { storeOf } from '../../domain/catalogue.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { approvalsNeeded, type Withdrawal, withdrawalStatuses } from '../../domain/withdrawal.ts';
import { AppError } from '../../errors.ts';
import { isKnownAddress } from '../../storage/reads/store-address-reads.ts';
import {
  findWithdrawalOfAnyStore,
  listWithdrawals as listWithdrawalRows,
} from '../../storage/reads/withdrawal-reads.ts';
import { createdWithdrawalDTO } from '../withdrawal-dto.ts';
import { pathUuid, performAct, ReasonBody } from './act.ts';
import type { OperatorCall, OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { Reason } from './fields.ts';
import { ListAnswer, ListQuery, pageDTO, pageQuery } from './list-query.ts';
import { reachesStore, storesWithinReach } from './reach.ts';

const statusFilters = { open: 'open', ...withdrawalStatuses } as const;

export const listWithdrawals: OperatorEndpoint = {
  method: 'GET',
  path: '/withdrawals',
  operationId: 'listWithdrawals',
  summary: 'List withdrawals',
  description: 'Newest first. `status=open` are those that wait for approval or for being sent.',
  roles: ['operator', 'merchant'],
  scope: 'read',
  query: { status: Object.keys(statusFilters).join(', '), storeId: 'Of one store', id: 'This one alone', ...pageQuery },
  response: ListAnswer,
  async handle({ context, request, actor }) {
    const query = new ListQuery(request);
    const status = query.choice('status', statusFilters);
    const filter = {
      storeIds: storesAsked(context, actor, query),
      status: status === null ? null : statusFilters[status],
    };
    const id = query.uuid('id');
    if (id !== null) {
      const withdrawal = await findWithdrawalOfAnyStore(context.pool, id);
      const isReached = withdrawal !== null && reachesStore(context.catalogue(), actor, withdrawal.storeId);
      return { items: isReached ? [operatorWithdrawalDTO(context, withdrawal)] : [], next: null };
    }
    const page = await listWithdrawalRows(context.pool, filter, query.page());
    return pageDTO(page, (withdrawal) => operatorWithdrawalDTO(context, withdrawal));
  },
};

/** The stores a list is about: the one asked for, if it is within reach; else all that are. */
export function storesAsked(
  context: OperatorContext,
  actor: OperatorCall['actor'],
  query: ListQuery,
): readonly number[] | null {
  const storeId = query.number('storeId');
  if (storeId === null) return storesWithinReach(context.catalogue(), actor);
  return reachesStore(context.catalogue(), actor, storeId) ? [storeId] : [];
}

export const getWithdrawal: OperatorEndpoint = {
  method: 'GET',
  path: '/withdrawals/:id',
  operationId: 'readWithdrawal',
  summary: 'Read a withdrawal',
  roles: ['operator', 'merchant'],
  scope: 'read',
  response: Type.Object({}),
  async handle({ context, request, actor }) {
    const withdrawal = await findWithinReach(context, actor, pathUuid(request));
    const { twoApprovalsAbove } = storeOf(context.catalogue(), withdrawal.storeId);
    const addressIsKnown = await isKnown(context, withdrawal);
    return {
      ...operatorWithdrawalDTO(context, withdrawal),
      addressIsKnown,
      approvalsNeeded: approvalsNeeded(withdrawal, { twoApprovalsAbove, addressIsKnown }),
    };
  },
};

export const approveWithdrawal: OperatorEndpoint = {
  method: 'POST',
  path: '/withdrawals/:id/approve',
  operationId: 'approveWithdrawal',
  summary: 'Approve a withdrawal',
  description:
    "Two different people have to, above the store's limit or for an address that is not on its list or still waits.",
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: ReasonBody },
  response: Type.Object({}),
  async handle(call) {
    const { context, request, actor, signedIn } = call;
    const { reason } = request.body as Static<typeof ReasonBody>;
    const seen = await findWithinReach(context, actor, pathUuid(request));
    context.moneyOut();
    const addressIsKnown = await isKnown(context, seen);
    const userId = signedIn.user.id;
    const command = approve({ actor, reason, withdrawalId: seen.id, seen, userId, addressIsKnown });
    return await performAct(call, { command, render: (withdrawal) => operatorWithdrawalDTO(context, withdrawal) });
  },
};

const SendWithdrawalBody = Type.Object({
  txId: Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' }),
  reason: Reason,
});

export const sendWithdrawal: OperatorEndpoint = {
  method: 'POST',
  path: '/withdrawals/:id/send',
  operationId: 'sendWithdrawal',
  summary: 'Say that a withdrawal was sent',
  description: '`txId` is its transaction on the network.',
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: SendWithdrawalBody },
  response: Type.Object({}),
  async handle(call) {
    const { context, request, actor } = call;
    const { reason, txId } = request.body as Static<typeof SendWithdrawalBody>;
    const seen = await findWithinReach(context, actor, pathUuid(request));
    context.moneyOut();
    const addressIsKnown = await isKnown(context, seen);
    const command = sendWithdrawalAct({ actor, reason, withdrawalId: seen.id, seen, txId, addressIsKnown });
    return await performAct(call, { command, render: (withdrawal) => operatorWithdrawalDTO(context, withdrawal) });
  },
};

export const rejectWithdrawal: OperatorEndpoint = {
  method: 'POST',
  path: '/withdrawals/:id/reject',
  operationId: 'rejectWithdrawal',
  summary: 'Reject a withdrawal',
  description: 'The funds are back in the account; the merchant sees the reason.',
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: ReasonBody },
  response: Type.Object({}),
  async handle(call) {
    const { context, request, actor } = call;
    const { reason } = request.body as Static<typeof ReasonBody>;
    const seen = await findWithinReach(context, actor, pathUuid(request));
    const command = reject({ actor, reason, withdrawalId: seen.id, seen });
    return await performAct(call, { command, render: (withdrawal) => operatorWithdrawalDTO(context, withdrawal) });
  },
};

async function findWithinReach(
  context: OperatorContext,
  actor: OperatorCall['actor'],
  id: string,
): Promise<Withdrawal> {
  const withdrawal = await findWithdrawalOfAnyStore(context.pool, id);
  if (withdrawal === null || !reachesStore(context.catalogue(), actor, withdrawal.storeId)) {
    throw new AppError('not_found');
  }
  return withdrawal;
}

async function isKnown(context: OperatorContext, { storeId, address }: Withdrawal): Promise<boolean> {
  return await isKnownAddress(context.pool, storeId, address, context.clock());
}

export function operatorWithdrawalDTO(context: OperatorContext, withdrawal: Withdrawal): object {
  return {
    ...createdWithdrawalDTO(context, withdrawal),
    storeId: withdrawal.storeId,
    approvals: withdrawal.approvals.map(({ userId, at }) => ({ userId, at: formatTimestamp(at) })),
    rejectReason: withdrawal.rejectReason,
  };
}
