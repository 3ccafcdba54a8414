import { requireOlder, withdrawalWaitsUntil } from '../../domain/authority/second-person.ts';
import { releaseWithdrawal, sendWithdrawal } from '../../domain/ledger/ledger.ts';
import { type StoreAccount, storeOf } from '../../domain/merchants/store.ts';
import { feeAccountOf } from '../../domain/money/service-accounts.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import type { Move } from '../../domain/state/move.ts';
import { formatTimestamp, type Instant } from '../../domain/text/timestamp.ts';
import {
  type ApprovalFacts,
  approvalsNeeded,
  readTransaction,
  requireOpen,
  transactionKey,
  type Withdrawal,
  withdrawalStatuses,
} from '../../domain/withdrawals/withdrawal.ts';
import { addressKey, isUsable, spelledAddress } from '../../domain/withdrawals/withdrawal-address.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson } from '../audited.ts';
import { type Command, done, moveOn, type View } from '../command.ts';

interface WithdrawalAct extends ByPerson {
  readonly withdrawalId: string;
  /** What was seen of it before, and never changes: accounts and address are locked by this. */
  readonly seen: Pick<Withdrawal, 'storeId' | 'accountId' | 'address'>;
}

/** Read before the act: sums of a day only grow until then. The address is locked with the withdrawal. */
type ReadFacts = Omit<ApprovalFacts, 'addressIsKnown'>;

const { created, sending, sent, rejected } = withdrawalStatuses;

/** One person lets a withdrawal go; when enough have, it is being sent. */
export function approveWithdrawal(
  request: WithdrawalAct & ReadFacts & { readonly userId: number; readonly trustedSince: Instant },
): Command<Withdrawal> {
  const command = withdrawalCommand('approve-withdrawal', request, (withdrawal, view) => {
    requireOpen(withdrawal.status, [created]);
    requireNoWait(withdrawal, view);
    requireOlder(request.trustedSince, withdrawal.createdAt);
    if (withdrawal.approvals.some(({ userId }) => userId === request.userId)) throw new AppError('already_approved');
    const approvals = [...withdrawal.approvals, { userId: request.userId, at: view.now }];
    const needed = neededFor(withdrawal, view, request);
    return { ...withdrawal, approvals, status: approvals.length >= needed ? sending : created };
  });
  return { ...command, sendsMoneyOut: true };
}

/** The money left for the address, under this transaction of the network. */
export function sendWithdrawalAct(request: WithdrawalAct & ReadFacts & { readonly txId: string }): Command<Withdrawal> {
  const command = withdrawalCommand('send-withdrawal', request, (withdrawal, view, move) => {
    if (withdrawal.status === created) {
      const needed = neededFor(withdrawal, view, request);
      throw new AppError('approvals_missing', { given: withdrawal.approvals.length, needed });
    }
    requireOpen(withdrawal.status, [sending]);
    requireNoWait(withdrawal, view);
    const txId = ownTransaction(request.txId, view);
    const externalId = view.catalogue.externalAccounts.get(withdrawal.currency);
    if (externalId === undefined) throw new Error(`there is no external account in ${withdrawal.currency}`);
    const account = accountOf(view.catalogue, withdrawal);
    const feeAccountId = feeAccountOf(view.catalogue, withdrawal.currency);
    move.changes.transfers.push(...sendWithdrawal(withdrawal, account, externalId, feeAccountId));
    return { ...withdrawal, status: sent, txId };
  });
  return { ...command, sendsMoneyOut: true };
}

/**
 * It will not be sent: the funds are back in the account. While it is being sent it may be on the network; then
 * `isAgreed` says that a second person is sure that it is not, or that there is nobody to ask.
 */
export function rejectWithdrawal(request: WithdrawalAct & { readonly isAgreed: boolean }): Command<Withdrawal> {
  return withdrawalCommand('reject-withdrawal', request, (withdrawal, view, move) => {
    requireOpen(withdrawal.status);
    if (withdrawal.status === sending && !request.isAgreed) throw new AppError('withdrawal_being_sent');
    move.changes.transfers.push(releaseWithdrawal(withdrawal, accountOf(view.catalogue, withdrawal)));
    return { ...withdrawal, status: rejected, rejectReason: request.reason };
  });
}

/** What was asked for with a secret or a code from an operator's hand gives the merchant a day to notice. */
function requireNoWait(withdrawal: Withdrawal, { catalogue, now }: View): void {
  const { merchantId } = storeOf(catalogue, withdrawal.storeId);
  const changedAt = catalogue.merchants.get(merchantId)?.accessChangedAt ?? null;
  const until = withdrawalWaitsUntil(withdrawal, changedAt);
  if (until !== null && now < until) throw new AppError('withdrawals_wait', { until: formatTimestamp(until) });
}

/** What one transaction has sent to an address, it has not sent to another one as well. */
function ownTransaction(given: string, view: View): string {
  const txId = readTransaction(given);
  if (txId === null) throw new AppError('invalid_transaction', { field: 'txId' });
  const withdrawalId = view.withdrawalSentBy(txId);
  if (withdrawalId !== undefined) throw new AppError('transaction_used', { field: 'txId', withdrawalId });
  return txId;
}

function neededFor(withdrawal: Withdrawal, view: View, facts: ReadFacts): number {
  const addressIsKnown = isUsable(view.row('storeAddresses', addressKey(withdrawal)), view.now);
  const limitOf = (storeId: number) => storeOf(view.catalogue, storeId).twoApprovalsAbove;
  return approvalsNeeded(withdrawal, { ...facts, addressIsKnown }, limitOf);
}

function accountOf(catalogue: Catalogue, seen: Pick<Withdrawal, 'storeId' | 'accountId'>): StoreAccount {
  const account = storeOf(catalogue, seen.storeId).accounts.find(({ id }) => id === seen.accountId);
  if (account === undefined) throw new AppError('not_found');
  return account;
}

function withdrawalCommand(
  name: string,
  request: WithdrawalAct & { readonly txId?: string },
  act: (withdrawal: Withdrawal, view: View, move: Move) => Withdrawal,
): Command<Withdrawal> {
  return {
    name,
    saidBy: request.actor,
    plan({ catalogue }) {
      const { availableId, frozenId } = accountOf(catalogue, request.seen);
      const { txId } = request;
      const { storeId, address } = request.seen;
      return {
        withdrawalIds: [request.withdrawalId],
        storeAddress: { storeId, address: spelledAddress(address) },
        accountIds: [availableId, frozenId],
        ...(txId === undefined ? {} : { transaction: transactionKey(txId) }),
      };
    },
    decide(view) {
      const move = moveOn(view);
      const withdrawal = view.withdrawal(request.withdrawalId);
      if (withdrawal === undefined) throw new AppError('not_found');
      const after = { ...act(withdrawal, view, move), updatedAt: view.now };
      move.changes.withdrawals.push(after);
      audit(move, request, {
        action: name,
        subjectKind: 'withdrawal',
        subjectId: withdrawal.id,
        details: { status: after.status },
      });
      return done(after, move.changes);
    },
  };
}
