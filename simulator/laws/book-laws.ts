import type { Transfer } from '../../src/domain/ledger/ledger.ts';
import type { Debt } from '../../src/domain/money/service-accounts.ts';
import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

export const bookLaws = {
  zero: 'the sum of all balances of a currency is zero',
  transfers: 'a balance equals the sum of its transfers',
  currency: 'a transfer stays within one currency, between accounts that exist',
  overdraft: 'nobody but the outside world and who owes is overdrawn',
  debtFirst: 'who owes the service has nothing to spend: each credit pays the debt first',
  debtFalls: 'a debt grows by a loss that two people agreed to, and falls by credits of its owner alone',
} as const;

/** The books, kept a second time from the transfers alone. */
export class BookLaws implements Law {
  readonly #sums = new Map<number, bigint>();
  readonly #currencies = new Map<number, string>();
  readonly #external: ReadonlySet<number>;
  readonly #debts: ReadonlyMap<number, Debt>;

  constructor(catalogue: Catalogue) {
    this.#external = new Set(catalogue.externalAccounts.values());
    this.#debts = new Map([...catalogue.debts.values()].map((debt) => [debt.id, debt]));
    for (const { id, currency } of catalogue.debts.values()) this.#currencies.set(id, currency);
    for (const [currency, id] of [...catalogue.externalAccounts, ...catalogue.feeAccounts]) {
      this.#currencies.set(id, currency);
    }
    for (const { accounts } of catalogue.stores.values()) {
      for (const { currency, availableId, frozenId, excessId } of accounts) {
        this.#currencies.set(availableId, currency).set(frozenId, currency).set(excessId, currency);
      }
    }
    for (const { settlementCurrency, availableId, heldId } of catalogue.makers.values()) {
      this.#currencies.set(availableId, settlementCurrency).set(heldId, settlementCurrency);
    }
  }

  committed({ store, changes }: Commit): void {
    for (const { debitId, creditId, amount, currency, kind, subjectId } of changes.transfers.added) {
      const isWithin = this.#currencies.get(debitId) === currency && this.#currencies.get(creditId) === currency;
      mustHold(isWithin && amount > 0n, bookLaws.currency, subjectId, () => `${kind} ${amount} ${currency}`);
      this.#sums.set(debitId, (this.#sums.get(debitId) ?? 0n) - amount);
      this.#sums.set(creditId, (this.#sums.get(creditId) ?? 0n) + amount);
    }
    for (const transfer of changes.transfers.added) this.#checkDebt(transfer);
    const change = new Map<string, bigint>();
    for (const { accountId, delta } of changes.balanceDeltas.changed) {
      const currency = this.#currencies.get(accountId) ?? '';
      change.set(currency, (change.get(currency) ?? 0n) + delta);
    }
    for (const [currency, sum] of change) mustHold(sum === 0n, bookLaws.zero, currency, () => `changed by ${sum}`);
    for (const { accountId } of changes.balanceDeltas.changed) this.#check(accountId, store.balance(accountId));
    for (const { debitId, creditId } of changes.transfers.added) {
      this.#check(debitId, store.balance(debitId));
      this.#check(creditId, store.balance(creditId));
    }
    for (const { id, availableId } of this.#debts.values()) {
      const [owed, left] = [store.balance(id), store.balance(availableId)];
      mustHold(owed === 0n || left === 0n, bookLaws.debtFirst, availableId, () => `owes ${-owed}, may spend ${left}`);
    }
  }

  #checkDebt({ debitId, creditId, kind, subjectId }: Transfer): void {
    const isLoss = kind === 'maker_loss' || kind === 'store_loss';
    const borne = this.#debts.get(debitId);
    const paid = this.#debts.get(creditId);
    const isRight = isLoss
      ? borne?.availableId === creditId
      : borne === undefined && (kind === 'debt_pay' ? paid?.availableId === debitId : paid === undefined);
    mustHold(isRight, bookLaws.debtFalls, subjectId, () => `${kind} from ${debitId} to ${creditId}`);
  }

  #check(accountId: number, balance: bigint): void {
    const sum = this.#sums.get(accountId) ?? 0n;
    mustHold(balance === sum, bookLaws.transfers, accountId, () => `balance ${balance}, transfers ${sum}`);
    const isCovered = this.#debts.has(accountId) ? balance <= 0n : balance >= 0n || this.#external.has(accountId);
    mustHold(isCovered, bookLaws.overdraft, accountId, () => `balance ${balance}`);
  }
}
