import { LawBroken } from '../laws/law-broken.ts';

/**
 * Row locks as the database has them: the second one waits until the first one's transaction ends. Waiting in a circle
 * is what the order of locks exists to prevent, so here it breaks a law; a real server would end one of the two.
 */
export type LockKey = string | number;

/** What is locked: a row of a kind, an entry of a unique key, the counter of a feed. */
export type LockSpace = string;

export class Transaction {
  readonly label: string;
  readonly held: Lock[] = [];
  waitsFor: Lock | null = null;
  /** Called when the lock it waits for is its own. */
  resume: () => void = () => undefined;

  constructor(label: string) {
    this.label = label;
  }
}

interface Lock {
  readonly space: LockSpace;
  readonly key: LockKey;
  holder: Transaction;
  readonly waiting: Transaction[];
}

const oneDirection = 'batches wait for each other in one direction only';

export class LockTable {
  readonly #locks = new Map<LockSpace, Map<LockKey, Lock>>();
  readonly #wake: (transaction: Transaction) => void;
  waits = 0;

  /** `wake` is called with who got a lock that it had waited for. */
  constructor(wake: (transaction: Transaction) => void) {
    this.#wake = wake;
  }

  /** True when the lock is held now; false when the transaction has to wait for it. */
  acquire(transaction: Transaction, space: LockSpace, key: LockKey): boolean {
    const locks = this.#of(space);
    const lock = locks.get(key);
    if (lock === undefined) {
      const taken: Lock = { space, key, holder: transaction, waiting: [] };
      locks.set(key, taken);
      transaction.held.push(taken);
      return true;
    }
    if (lock.holder === transaction) return true;
    this.waits += 1;
    lock.waiting.push(transaction);
    transaction.waitsFor = lock;
    this.#refuseCircle(transaction);
    return false;
  }

  #of(space: LockSpace): Map<LockKey, Lock> {
    const known = this.#locks.get(space);
    if (known !== undefined) return known;
    const made = new Map<LockKey, Lock>();
    this.#locks.set(space, made);
    return made;
  }

  /** The transaction has ended, well or not: its locks go to those that waited longest. */
  release(transaction: Transaction): void {
    const { waitsFor } = transaction;
    if (waitsFor !== null) {
      waitsFor.waiting.splice(waitsFor.waiting.indexOf(transaction), 1);
      transaction.waitsFor = null;
    }
    for (const lock of transaction.held.splice(0)) {
      const next = lock.waiting.shift();
      if (next === undefined) {
        this.#locks.get(lock.space)?.delete(lock.key);
        continue;
      }
      lock.holder = next;
      next.held.push(lock);
      next.waitsFor = null;
      this.#wake(next);
    }
  }

  #refuseCircle(start: Transaction): void {
    const trail: string[] = [];
    let one = start;
    while (one.waitsFor !== null) {
      const { space, key, holder } = one.waitsFor;
      trail.push(`${one.label} waits for ${space} ${key}, held by ${holder.label}`);
      if (holder === start) throw new LawBroken(oneDirection, start.label, trail.join('; '));
      one = holder;
    }
  }
}
