import { merchantParty } from '../../domain/authority/own-word.ts';
import { freezeForWithdrawal } from '../../domain/ledger/ledger.ts';
import { type StoreAccount, storeOf } from '../../domain/merchants/store.ts';
import { currencyOf, formatAmount, parseAmount, settlement } from '../../domain/money/money.ts';
import type { AuditEntry } from '../../domain/people/audit.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { noChanges } from '../../domain/state/changes.ts';
import { splitWithdrawal, type Withdrawal, withdrawalStatuses } from '../../domain/withdrawals/withdrawal.ts';
import { isWellFormedAddress } from '../../domain/withdrawals/withdrawal-address.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ByPerson } from '../audited.ts';
import { type Command, type Decision, done, type Needs, planUnlessRefused, type View } from '../command.ts';
import { checkCode } from './check-code.ts';

export interface RequestWithdrawal {
  readonly id: string;
  readonly storeId: number;
  readonly accountId: string;
  readonly amount: string;
  readonly address: string;
  readonly code: string;
  readonly subtractFee: boolean;
  /** Who asks, when it is a person and not the merchant's program. */
  readonly by?: ByPerson;
}

/**
 * Freezes money of a store account for an address, on the word of a two-factor code. The request itself is checked before
 * the code, so that a typing mistake does not cost one; the funds after it.
 */
export function requestWithdrawal(request: RequestWithdrawal): Command<Withdrawal> {
  return {
    name: 'request-withdrawal',
    saidBy: merchantParty,
    sendsMoneyOut: true,
    plan: ({ catalogue }) => planUnlessRefused(() => plan(request, catalogue)),
    decide: (view) => decide(request, view),
  };
}

function plan(request: RequestWithdrawal, catalogue: Catalogue): Needs {
  const account = ownAccount(catalogue, request);
  return {
    merchantIds: [storeOf(catalogue, request.storeId).merchantId],
    accountIds: [account.availableId, account.frozenId],
  };
}

function decide(request: RequestWithdrawal, view: View): Decision<Withdrawal> {
  const changes = noChanges();
  const account = ownAccount(view.catalogue, request);
  const withdrawal = readWithdrawal(request, account, view);
  const refusal = checkCode(request, view, changes);
  if (refusal !== null) return { kind: 'refused', error: refusal, changes };
  if (view.balance(account.availableId) < withdrawal.sum + withdrawal.fee) throw new AppError('insufficient_funds');
  changes.transfers.push(freezeForWithdrawal(withdrawal, account));
  changes.withdrawals.push(withdrawal);
  if (request.by !== undefined) changes.audits.push(auditOf(withdrawal, request.by));
  return done(withdrawal, changes);
}

function auditOf({ id, createdAt, sum, currency, address }: Withdrawal, by: ByPerson): AuditEntry {
  const details = { sumMinor: sum.toString(), currency, address };
  const subject = { action: 'request-withdrawal', subjectKind: 'withdrawal', subjectId: id };
  return { at: createdAt, actor: by.actor, reason: by.reason, ...subject, details };
}

function ownAccount(catalogue: Catalogue, request: RequestWithdrawal): StoreAccount {
  const account = storeOf(catalogue, request.storeId).accounts.find(({ id }) => id === request.accountId.toLowerCase());
  if (account === undefined) throw new AppError('not_found', { field: 'accountId' });
  return account;
}

function readWithdrawal(request: RequestWithdrawal, account: StoreAccount, view: View): Withdrawal {
  const { subunit } = currencyOf(view.catalogue, account.currency);
  const amount = parseAmount(request.amount, subunit);
  if (amount === null) throw new AppError('invalid_amount', { field: 'amount' });
  if (!isWellFormedAddress(account.network, request.address)) {
    throw new AppError('invalid_address', { field: 'address', network: account.network });
  }
  const split = splitWithdrawal(settlement(amount), account.withdrawalFee, request.subtractFee);
  if (split === null) {
    throw new AppError('amount_below_fee', { field: 'amount', fee: formatAmount(account.withdrawalFee, subunit) });
  }
  return {
    id: request.id,
    storeId: request.storeId,
    accountId: account.id,
    status: withdrawalStatuses.created,
    sum: split.sum,
    fee: split.fee,
    currency: account.currency,
    address: request.address,
    txId: null,
    approvals: [],
    rejectReason: null,
    createdAt: view.now,
    updatedAt: view.now,
  };
}
