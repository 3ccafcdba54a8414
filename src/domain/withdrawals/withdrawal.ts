import assert from 'node:assert/strict';
import { AppError } from '../../errors/app-error.ts';
import { type SettlementMinor, settlement } from '../money/money.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * A withdrawal moves money from a store account to an address.
 *
 * 2 created: the account's funds are frozen. 3 being sent: operators have approved it. 4 sent: `txId` is known.
 * 5 rejected: the funds are back. The numbers are the wire's.
 */
export const withdrawalStatuses = { created: 2, sending: 3, sent: 4, rejected: 5 } as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[keyof typeof withdrawalStatuses];

/** Those in which it still waits for somebody, and its sum is set aside. */
export const openWithdrawals: readonly WithdrawalStatus[] = [withdrawalStatuses.created, withdrawalStatuses.sending];

const statusNames = { 2: 'created', 3: 'being sent', 4: 'sent', 5: 'rejected' } as const;

/** Refuses where a withdrawal is not in one of these states. */
export function requireOpen(status: WithdrawalStatus, allowed = openWithdrawals): void {
  if (!allowed.includes(status)) throw new AppError('withdrawal_not_open', { status: statusNames[status] });
}

/**
 * A transaction of a network, whose IDs are hashes: 64 digits. It is the same with and without 0x, in small letters and in large
 * ones, and is kept in one spelling; null for anything else.
 */
export function readTransaction(text: string): string | null {
  const [, hash] = /^(?:0[xX])?([0-9a-fA-F]{64})$/.exec(text) ?? [];
  return hash?.toLowerCase() ?? null;
}

/**
 * What tells transactions apart, also those that were entered while any text was taken; an index of the database makes the same
 * of it.
 */
export function transactionKey(txId: string): string {
  return txId.replace(/^0[xX]/, '').toLowerCase();
}

export interface Withdrawal {
  readonly id: string;
  readonly storeId: number;
  readonly accountId: string;
  readonly status: WithdrawalStatus;
  /** What the address gets. */
  readonly sum: SettlementMinor;
  readonly fee: SettlementMinor;
  readonly currency: string;
  readonly address: string;
  readonly txId: string | null;
  /** Who has approved it; sending needs one or two approvals. */
  readonly approvals: readonly Approval[];
  readonly rejectReason: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface Approval {
  readonly userId: number;
  readonly at: Instant;
}

/** What beside the withdrawal itself decides how many have to agree. */
export interface ApprovalFacts {
  readonly addressIsKnown: boolean;
  /**
   * What each store of the merchant has asked for since `countsFrom`, this one included: splitting a withdrawal does not help,
   * neither over the day nor over stores.
   */
  readonly ofDay: readonly StoreSum[];
  /** There is one operator, and nobody to ask: see `second-person.ts`. */
  readonly isAlone: boolean;
}

export interface StoreSum {
  readonly storeId: number;
  readonly sum: bigint;
}

/** This long before a withdrawal those of its merchant's stores count together with it. */
const approvalDayMs = 24 * 3_600_000;

/**
 * From when on withdrawals of the merchant count together with this one: a day before it was asked for. Counted back from the
 * approval, the parts of a large sum would each be small again a day later; so the sum only grows while a withdrawal waits.
 * A process whose clock is behind counts from its own time: more, never less.
 */
export function countsFrom({ createdAt }: Pick<Withdrawal, 'createdAt'>, now: Instant): Instant {
  return Math.min(now, createdAt) - approvalDayMs;
}

/** The limit of a store, as it is now. */
type LimitOf = (storeId: number) => SettlementMinor;

/** Above the limit, at once or within a day, or to an address that is not known yet, two people have to agree. */
export function approvalsNeeded(
  { storeId, sum }: Pick<Withdrawal, 'storeId' | 'sum'>,
  { addressIsKnown, ofDay, isAlone }: ApprovalFacts,
  limitOf: LimitOf,
): 1 | 2 {
  if (isAlone) return 1;
  const isLarge = sum > limitOf(storeId) || isAboveLimits(ofDay, limitOf);
  return isLarge || !addressIsKnown ? 2 : 1;
}

/**
 * Whether a merchant's stores have asked for more than one limit together. Limits differ, and so may currencies: each sum is a part
 * of the limit of its own store, and all parts together are one whole at most.
 */
function isAboveLimits(sums: readonly StoreSum[], limitOf: LimitOf): boolean {
  let [parts, whole] = [0n, 1n];
  for (const { storeId, sum } of sums) {
    const limit = limitOf(storeId);
    if (sum > limit) return true;
    if (limit === 0n) continue;
    parts = parts * limit + sum * whole;
    whole *= limit;
  }
  return parts > whole;
}

/**
 * Splits an amount into what the address gets and the fee; `sum + fee` is what the account pays. Null when the fee would
 * eat it all.
 */
export function splitWithdrawal(
  amount: SettlementMinor,
  fee: SettlementMinor,
  subtractFee: boolean,
): { sum: SettlementMinor; fee: SettlementMinor } | null {
  assert(amount > 0n && fee >= 0n, 'money leaves an account, and the fee is no gift');
  if (!subtractFee) return { sum: amount, fee };
  if (amount <= fee) return null;
  const sum = settlement(amount - fee);
  assert(sum > 0n && sum + fee === amount, 'sum and fee are the whole amount');
  return { sum, fee };
}

/**
 * How long a new address waits before one approval is enough for it. An attacker with one operator's account has to wait in
 * plain sight for a day; a real new address costs a second approval, not a day.
 */
export const addressWaitMs = 24 * 3_600_000;
