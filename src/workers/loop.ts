import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs a step again and again until stopped. A step says whether there is more to do at once; otherwise the loop pauses. A
 * step that fails is reported and tried again after the pause: workers outlive an absent database.
 */
export class Loop {
  readonly #step: (signal: AbortSignal) => Promise<'more' | 'idle'>;
  readonly #pauseMs: () => number;
  readonly #failed: (error: unknown) => void;
  readonly #stop = new AbortController();
  #isWoken = false;
  #wakeUp: AbortController | null = null;
  #running: Promise<void> | null = null;

  constructor(options: {
    readonly step: (signal: AbortSignal) => Promise<'more' | 'idle'>;
    /** A function is asked before each pause. */
    readonly pauseMs: number | (() => number);
    readonly failed: (error: unknown) => void;
  }) {
    this.#step = options.step;
    const { pauseMs } = options;
    this.#pauseMs = typeof pauseMs === 'number' ? () => pauseMs : pauseMs;
    this.#failed = options.failed;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** There may be something to do: no need to wait for the end of the pause. */
  wake(): void {
    this.#isWoken = true;
    this.#wakeUp?.abort();
  }

  /** Waits for the step under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#isWoken = false;
      const next = await this.#step(signal).catch((error: unknown) => {
        if (!signal.aborted) this.#failed(error);
        return 'idle' as const;
      });
      if (next === 'idle' && !this.#isWoken) await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    this.#wakeUp = new AbortController();
    await delay(this.#pauseMs(), undefined, { signal: this.#wakeUp.signal }).catch(() => undefined);
    this.#wakeUp = null;
  }
}
