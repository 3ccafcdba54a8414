import { transactionKey } from '../../src/domain/withdrawals/withdrawal.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const transactionLaw = 'a transaction of the network sends one withdrawal';

const stoppedLaw = 'no money goes out while nobody knows whether the books are right';

/** Which withdrawal each transaction has sent. */
export class WithdrawalLaws implements Law {
  readonly #sent = new Map<string, string>();

  committed({ changes, decisions }: Commit): void {
    for (const { command, isStoppedMoney } of decisions) {
      mustHold(!isStoppedMoney, stoppedLaw, command, () => 'it was done before the books were checked');
    }
    for (const { id, txId } of changes.withdrawals.changed) {
      if (txId === null) continue;
      const key = transactionKey(txId);
      const first = this.#sent.get(key) ?? id;
      mustHold(first === id, transactionLaw, id, () => `${txId} has sent ${first}`);
      this.#sent.set(key, id);
    }
  }
}
