import type { WaitingWork, Work } from '../storage/reads/waiting-work.ts';
import { Loop } from './loop.ts';

/** How long it takes at most until a loop hears of what has come due, or of what another process has left. */
const pauseMs = 500;
/** While messages wait to be sent: a repeat is sent this soon after its time. */
const soonMs = 250;

/** A loop that the lookout wakes looks by itself only so often: in case it was not told. */
export const unaskedPauseMs = 60_000;

interface LookoutOptions {
  readonly see: () => Promise<WaitingWork>;
  /** Of the machine, in milliseconds. */
  readonly stopwatch: () => number;
  readonly failed: (error: unknown) => void;
}

/**
 * Asks for all loops at once whether something waits for them, and wakes those that have something to do. Loops that asked for
 * themselves would send twenty statements a second where nothing happens.
 */
export class Lookout {
  readonly #options: LookoutOptions;
  readonly #loop: Loop;
  readonly #listeners: ((waiting: WaitingWork) => void)[] = [];

  constructor(options: LookoutOptions) {
    this.#options = options;
    this.#loop = new Loop({ pauseMs, soonMs, failed: options.failed, step: () => this.look() });
  }

  /** Before it is started. */
  listen(listener: (waiting: WaitingWork) => void): void {
    this.#listeners.push(listener);
  }

  /** While such work waits, but no more often than this: some of it cannot be done at once. */
  wakes<Woken extends { wake(): void }>(woken: Woken, work: Work, everyMs = pauseMs): Woken {
    let wokenAtMs = Number.NEGATIVE_INFINITY;
    this.listen(({ waits }) => {
      const now = this.#options.stopwatch();
      // Timers are not exact: a look that comes a little early is not left out.
      if (!waits[work] || now - wokenAtMs < everyMs - soonMs / 2) return;
      wokenAtMs = now;
      woken.wake();
    });
    return woken;
  }

  /** One look. */
  async look(): Promise<'soon' | 'idle'> {
    const waiting = await this.#options.see();
    for (const listener of this.#listeners) listener(waiting);
    return waiting.waits.deliveries ? 'soon' : 'idle';
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }
}
