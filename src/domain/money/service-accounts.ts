/** Accounts of the ledger that are no maker's and no store's to spend. */
export interface ServiceAccounts {
  /** Where fees go, by currency. */
  readonly feeAccounts: ReadonlyMap<string, number>;
  /** The world outside the books, by currency: top-ups come from it, withdrawals go to it. */
  readonly externalAccounts: ReadonlyMap<string, number>;
  /** What makers and stores may owe the service, by the account that pays it; those who never owed anything have none. */
  readonly debts: ReadonlyMap<number, Debt>;
}

/** An account below zero: losses that the service has borne for its owner. What can be spent pays it first, see `debts.ts`. */
export interface Debt {
  readonly id: number;
  readonly availableId: number;
  readonly currency: string;
}

/** Opened by the act that allows the loss. */
export function findDebt({ debts }: Pick<ServiceAccounts, 'debts'>, availableId: number): Debt {
  const debt = debts.get(availableId);
  if (debt === undefined) throw new Error(`account ${availableId} has no account for what is owed on it`);
  return debt;
}

export function feeAccountOf({ feeAccounts }: Pick<ServiceAccounts, 'feeAccounts'>, currency: string): number {
  const account = feeAccounts.get(currency);
  if (account === undefined) throw new Error(`there is no fee account in ${currency}`);
  return account;
}
