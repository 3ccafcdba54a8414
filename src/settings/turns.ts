import { AppError } from '../errors/app-error.ts';

/**
 * Acts that have to wait for each other anyway wait here, and not each with a connection of its own: those are for reads.
 */
export class Turns {
  readonly #waitingMax: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  async take<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#waiting >= this.#waitingMax) throw new AppError('overloaded');
    this.#waiting++;
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined).finally(() => this.#waiting--);
    return await turn;
  }
}
