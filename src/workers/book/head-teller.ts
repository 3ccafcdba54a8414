import { Loop } from '../loop.ts';

interface HeadTellerOptions<Head> {
  /** The last one there is, with its number; null: there is none. */
  readonly read: () => Promise<Head | null>;
  readonly numberOf: (head: Head) => bigint;
  /** Tells it outside. Empty where nobody is told. */
  readonly tellers: readonly ((head: Head, signal: AbortSignal) => Promise<void>)[];
  readonly intervalMs: number;
  readonly failed: (error: unknown) => void;
}

/** After a head could not be told. */
const tellAgainMs = 60_000;

/** Tells the head of a chain outside, at intervals and when there is a new one. */
export class HeadTeller<Head> {
  readonly #options: HeadTellerOptions<Head>;
  readonly #loop: Loop;
  #toldNumber = 0n;
  #tellAfterMs = 0;
  #failures = 0;

  constructor(options: HeadTellerOptions<Head>) {
    this.#options = options;
    const { intervalMs, failed } = options;
    const pauseMs = Math.min(intervalMs, tellAgainMs);
    this.#loop = new Loop({ pauseMs, failed, step: (signal) => this.#tell(signal) });
  }

  /** How many times in a row it could not be told. */
  get failures(): number {
    return this.#failures;
  }

  start(): void {
    if (this.#options.tellers.length > 0) this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #tell(signal: AbortSignal): Promise<'idle'> {
    if (performance.now() < this.#tellAfterMs) return 'idle';
    const { read, numberOf, tellers, intervalMs } = this.#options;
    const head = await read();
    if (head === null || numberOf(head) === this.#toldNumber) return 'idle';
    const attempts = await Promise.allSettled(tellers.map((tell) => tell(head, signal)));
    const missed = attempts.find((attempt) => attempt.status === 'rejected');
    this.#failures = missed === undefined ? 0 : this.#failures + 1;
    if (missed !== undefined) throw missed.reason;
    this.#toldNumber = numberOf(head);
    this.#tellAfterMs = performance.now() + intervalMs;
    return 'idle';
  }
}
