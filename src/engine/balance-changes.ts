import assert from 'node:assert/strict';
import type { Balance, BalanceDelta, Transfer } from '../domain/ledger/ledger.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import type { RowSet } from './row-set.ts';

/** What the accounts of a batch gain or lose by its transfers. */
export class BalanceChanges {
  readonly #catalogue: Catalogue;
  readonly #balances: RowSet<Balance>;
  /** Below zero where all others are above it. */
  readonly #debts: ReadonlySet<number>;
  readonly #deltas = new Map<number, bigint>();

  constructor(catalogue: Catalogue, balances: RowSet<Balance>) {
    this.#catalogue = catalogue;
    this.#balances = balances;
    this.#debts = new Set([...catalogue.debts.values()].map(({ id }) => id));
  }

  post({ debitId, creditId, amount }: Transfer): void {
    this.#add(debitId, -amount);
    this.#add(creditId, amount);
  }

  /** In the order of accounts, without those that come to nothing. */
  deltas(): readonly BalanceDelta[] {
    let sum = 0n;
    const deltas: BalanceDelta[] = [];
    for (const [accountId, delta] of this.#deltas) {
      sum += delta;
      if (delta !== 0n) deltas.push({ accountId, delta });
    }
    if (sum !== 0n) assert.fail(`a batch would make ${sum} from nowhere`);
    return deltas.sort((left, right) => left.accountId - right.accountId);
  }

  #add(accountId: number, amount: bigint): void {
    this.#deltas.set(accountId, (this.#deltas.get(accountId) ?? 0n) + amount);
    // The service's own accounts are not loaded: they may go to any balance, and locking them would queue all batches.
    const loaded = this.#balances.get(accountId);
    if (loaded === undefined) {
      if (!this.#isServiceAccount(accountId)) assert.fail(`account ${accountId} is moved but was not planned for`);
      return;
    }
    const balance = loaded.balance + amount;
    if (this.#debts.has(accountId) ? balance > 0n : balance < 0n)
      assert.fail(`account ${accountId} would be overdrawn`);
    this.#balances.put({ accountId, balance });
  }

  #isServiceAccount(accountId: number): boolean {
    const { feeAccounts, externalAccounts } = this.#catalogue;
    return [...feeAccounts.values(), ...externalAccounts.values()].includes(accountId);
  }
}
