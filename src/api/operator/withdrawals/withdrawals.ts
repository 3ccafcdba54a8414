import { Type } from 'typebox';
import { requestWithdrawal as requestWithdrawalCommand } from '../../../commands/withdrawals/request-withdrawal.ts';
import { withdrawalWaitsUntil } from '../../../domain/authority/second-person.ts';
import { storeOf } from '../../../domain/merchants/store.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { approvalsNeeded, withdrawalStatuses } from '../../../domain/withdrawals/withdrawal.ts';
import { AppError } from '../../../errors/app-error.ts';
import { isKnownAddress } from '../../../storage/reads/withdrawals/store-address-reads.ts';
import {
  findWithdrawalOfAnyStore,
  listWithdrawals as listWithdrawalRows,
} from '../../../storage/reads/withdrawals/withdrawal-reads.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { choiceQuery, integerQuery, uuidQuery } from '../../parameters.ts';
import { CreateWithdrawalBody, exampleWithdrawalBody } from '../../withdrawal-shape.ts';
import { endpoint, type OperatorCall, readsOf } from '../endpoint.ts';
import { figure, flag, nullable } from '../fields.ts';
import { page, pageDTO, pageQuery } from '../paging.ts';
import { reachesStore, storesAsked } from '../reach.ts';
import {
  approvalFacts,
  exampleRequested,
  findWithdrawal,
  operatorWithdrawalDTO,
  WithdrawalShape,
  withdrawalInPath,
} from './withdrawal-shape.ts';

const read = readsOf({ tag: 'Withdrawals', roles: ['operator', 'merchant'] });

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

const statusFilters = { open: 'open', ...withdrawalStatuses } as const;

export const listWithdrawals = read({
  path: '/withdrawals',
  operationId: 'listWithdrawals',
  summary: 'List withdrawals',
  description: 'Newest first. `status=open` are those that wait for approval or for being sent.',
  mayBeBehind: true,
  query: {
    status: choiceQuery(statusFilters),
    storeId: integerQuery('Of one store'),
    id: uuidQuery('This one alone'),
    ...pageQuery,
  },
  response: page(WithdrawalShape),
  example: { answer: { items: [exampleRequested], next: null } },
  async handle({ context, query, actor }) {
    const { id, status } = query;
    if (id !== null) {
      const withdrawal = await findWithdrawalOfAnyStore(context.pool, id);
      const isReached = withdrawal !== null && reachesStore(context.catalogue(), actor, withdrawal.storeId);
      return { items: isReached ? [operatorWithdrawalDTO(context, withdrawal, actor.role)] : [], next: null };
    }
    const storeIds = storesAsked(context.catalogue(), actor, query.storeId);
    const filter = { storeIds, status: status === null ? null : statusFilters[status] };
    const found = await listWithdrawalRows(context.pool, filter, query);
    return pageDTO(found, (withdrawal) => operatorWithdrawalDTO(context, withdrawal, actor.role));
  },
});

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

export const readWithdrawal = read({
  path: '/withdrawals/:id',
  operationId: 'readWithdrawal',
  summary: 'Read a withdrawal',
  params: { id: withdrawalInPath },
  response: WithdrawalToApprove,
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
