import { setTimeout as delay } from 'node:timers/promises';

/** `more`: there is more to do at once. `soon`: probably before long, so the pause is short. */
type Next = 'more' | 'soon' | 'idle';

/**
 * Runs a step again and again until stopped. A step says whether there is more to do at once; otherwise the loop pauses. A
 * step that fails is reported and tried again after a pause: workers outlive an absent database.
 */
export class Loop {
  readonly #step: (signal: AbortSignal) => Promise<Next>;
  readonly #pauseMs: number;
  readonly #soonMs: number;
  readonly #againMs: number;
  readonly #isOnCall: boolean;
  readonly #failed: (error: unknown) => void;
  readonly #stop = new AbortController();
  #isWoken = false;
  #wakeUp: AbortController | null = null;
  #running: Promise<void> | null = null;

  constructor(options: {
    readonly step: (signal: AbortSignal) => Promise<Next>;
    readonly pauseMs: number;
    /** For a step that says `soon`. */
    readonly soonMs?: number;
    /** After a step that failed. */
    readonly againMs?: number;
    /** The first step, too, waits until somebody wakes it. */
    readonly isOnCall?: boolean;
    readonly failed: (error: unknown) => void;
  }) {
    this.#step = options.step;
    this.#pauseMs = options.pauseMs;
    this.#soonMs = options.soonMs ?? options.pauseMs;
    this.#againMs = options.againMs ?? options.pauseMs;
    this.#isOnCall = options.isOnCall ?? false;
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
    if (this.#isOnCall && !this.#isWoken) await this.#pause(this.#pauseMs);
    while (!signal.aborted) {
      this.#isWoken = false;
      const next = await this.#step(signal).catch((error: unknown) => {
        if (!signal.aborted) this.#failed(error);
        return 'failed' as const;
      });
      if (next !== 'more' && !this.#isWoken) await this.#pause(this.#pauseAfter(next));
    }
  }

  #pauseAfter(next: 'soon' | 'idle' | 'failed'): number {
    switch (next) {
      case 'soon':
        return this.#soonMs;
      case 'failed':
        return this.#againMs;
      case 'idle':
        return this.#pauseMs;
    }
  }

  async #pause(pauseMs: number): Promise<void> {
    this.#wakeUp = new AbortController();
    await delay(pauseMs, undefined, { signal: this.#wakeUp.signal }).catch(() => undefined);
    this.#wakeUp = null;
  }
}

/** How long to rest after work of this length, so that it takes this share of the time. */
export function restAfter(durationMs: number, share: number): number {
  return (durationMs * (1 - share)) / share;
}
