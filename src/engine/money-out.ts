/**
 * Whether money may leave. Books that are wrong must not pay anybody: what a wrong balance lets out is gone, while what
 * comes in can be sorted out later. The engine asks before it lets an act be done that sends money away.
 *
 * `unchecked`: the service has just started and does not know yet, or nobody has checked for long; money waits. `open`: the laws held at the last check.
 * `stopped`: a law was broken at the last check; the next check that finds none opens again.
 */
export class MoneyOut {
  #state: 'unchecked' | 'open' | 'stopped' = 'unchecked';
  #isHeld = false;

  get isOpen(): boolean {
    return this.#state === 'open' && !this.#isHeld;
  }

  /** Something was found that is about to be written down for all processes; until it is, this one holds money back by itself. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
  }

  /** What the last check found is of too long ago to say anything. */
  forget(): void {
    this.#state = 'unchecked';
  }

  /** The outcome of a check of the books. */
  judge(booksAreRight: boolean): void {
    this.#state = booksAreRight ? 'open' : 'stopped';
  }
}
