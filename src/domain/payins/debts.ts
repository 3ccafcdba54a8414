import { createHash } from 'node:crypto';
import { AppError, type ErrorCode } from '../../errors/app-error.ts';
import { post } from '../invoices/lifecycle.ts';
import { bearLoss, payDebt, type Transfer } from '../ledger/ledger.ts';
import { type SettlementMinor, settlement } from '../money/money.ts';
import { type Debt, findDebt, type ServiceAccounts } from '../money/service-accounts.ts';
import type { PayinMove } from './excess.ts';

/**
 * Money that went to the wrong one may be gone: a maker was paid back what a false proof brought, a store has withdrawn what never
 * came. Then two operators may decide that the service bears it. The account is filled up by what is missing, so that the decision
 * moves the same money as any other; and its owner owes that. A debt is an account below zero, and nothing but credits lessens it:
 * each one pays it first, in its own transaction, so that who owes never has anything to spend.
 *
 * The fees stay what was earned. What is the service's own is the fees less the debts.
 */

/** What a decision takes from one account. */
interface Demand {
  readonly kind: 'maker_loss' | 'store_loss';
  readonly availableId: number;
  readonly sum: bigint;
}

export interface Purse {
  /** What can be spent now. */
  balance(accountId: number): bigint;
  /** As much of what is missing the service bears, as two people have agreed; null or absent: nothing. */
  readonly lossMax?: bigint | null;
}

/** What a decision takes from a maker or a store has to be there, or the service bears what is missing: `subjectId` says for what. */
export function requireFunds(subjectId: string, demands: readonly Demand[], purse: Purse, move: PayinMove): void {
  const short = demands
    .map((one) => ({ ...one, missing: one.sum - purse.balance(one.availableId) }))
    .filter(({ missing }) => missing > 0n);
  const [first] = short;
  if (first === undefined) return;
  const missing = short.reduce((total, one) => total + one.missing, 0n);
  if (missing > (purse.lossMax ?? 0n)) throw new AppError(refusals[first.kind], { missing: String(missing) });
  const debtOf = ({ availableId }: Demand) => findDebt(move.catalogue, availableId);
  post(
    move,
    short.map((one) => bearLoss(one.kind, subjectId, debtOf(one), settlement(one.missing))),
  );
}

const refusals = { maker_loss: 'maker_funds', store_loss: 'insufficient_funds' } as const satisfies Record<
  Demand['kind'],
  ErrorCode
>;

/** What a decision credits to who owes, as far as it is left when all of the decision has moved, pays the debt. */
export function debtPayments(
  transfers: readonly Transfer[],
  view: Pick<Purse, 'balance'> & { readonly catalogue: Pick<ServiceAccounts, 'debts'> },
): Transfer[] {
  const { debts } = view.catalogue;
  if (debts.size === 0) return [];
  const after = (accountId: number) =>
    transfers.reduce((sum, { debitId, creditId, amount }) => {
      return sum + (creditId === accountId ? amount : 0n) - (debitId === accountId ? amount : 0n);
    }, view.balance(accountId));
  const credits = new Map<Debt, Transfer>();
  for (const credit of transfers) {
    const debt = debts.get(credit.creditId);
    if (debt !== undefined && !credits.has(debt)) credits.set(debt, credit);
  }
  return [...credits].flatMap(([debt, credit]) => {
    const [owed, left] = [-after(debt.id), after(debt.availableId)];
    const sum: SettlementMinor = settlement(owed < left ? owed : left);
    return sum > 0n ? [payDebt(paymentId(credit), debt, sum)] : [];
  });
}

/**
 * A subject is credited several times, and pays a debt with each: a payment is named after the credit that it comes from, of which
 * there is one. It keeps the time and the cell of that one's ID.
 */
export function paymentId({ subjectId, kind }: Pick<Transfer, 'subjectId' | 'kind'>): string {
  const digits = createHash('sha256').update(`${subjectId} ${kind}`).digest('hex');
  return `${subjectId.slice(0, 14)}8${digits.slice(0, 3)}-8${digits.slice(4, 7)}-${digits.slice(7, 17)}${subjectId.slice(-2)}`;
}
