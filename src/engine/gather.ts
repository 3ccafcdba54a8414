/**
 * Gathers concurrent look-ups of single keys into one query. A look-up made while others are under way waits for the next
 * query, never joins one that has already begun: what it reads is never older than the question.
 */
export class Gather<Key, Value> {
  readonly #fetch: (keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>;
  readonly #inFlightMax: number;
  readonly #keysMax: number;
  #waiting: Waiting<Key, Value>[] = [];
  #inFlight = 0;
  #isScheduled = false;

  /** `fetch` answers in the order of the keys, undefined for what is not there. */
  constructor(
    fetch: (keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
    limits: { readonly inFlightMax: number; readonly keysMax: number },
  ) {
    this.#fetch = fetch;
    this.#inFlightMax = limits.inFlightMax;
    this.#keysMax = limits.keysMax;
  }

  get(key: Key): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#inFlight >= this.#inFlightMax || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#keysMax);
    this.#inFlight += 1;
    this.#schedule();
    try {
      const values = await this.#fetch(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index]);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#inFlight -= 1;
      this.#schedule();
    }
  }
}

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}
