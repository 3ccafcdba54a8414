import { restAfter } from '../loop.ts';

/**
 * Of the time of one connection. What was sealed long ago can wait while the process is busy, and creates are what it is there for; but it
 * must not wait for ever.
 */
const share = { idle: 0.05, busy: 0.003 };
/** A pause between two rushes is no rest: so long nothing must have happened. A start is a rush. */
const quietMs = 30_000;
/** After a step that took its time because the server stood still. */
const restMaxMs = 60_000;

interface ScrubBudgetOptions {
  readonly now: () => number;
  /** Whether the process was busy since this was asked last. */
  readonly isBusy: () => boolean;
}

/** When the next step may be taken, by how long the last one took and by how busy the process is now. */
export class ScrubBudget {
  readonly #options: ScrubBudgetOptions;
  #busyUntilMs: number;
  #workedMs = 0;
  #endedMs: number;

  constructor(options: ScrubBudgetOptions) {
    this.#options = options;
    this.#endedMs = options.now();
    this.#busyUntilMs = this.#endedMs + quietMs;
  }

  /** How long to wait yet, as it looks now; 0: not at all. To be asked again in between, as it may look different then. */
  restMs(): number {
    const nowMs = this.#options.now();
    if (this.#options.isBusy()) this.#busyUntilMs = nowMs + quietMs;
    const restMs = restAfter(this.#workedMs, nowMs < this.#busyUntilMs ? share.busy : share.idle);
    return Math.max(0, this.#endedMs + Math.min(restMs, restMaxMs) - nowMs);
  }

  /** A step has ended that took so long. */
  worked(durationMs: number): void {
    this.#workedMs = durationMs;
    this.#endedMs = this.#options.now();
  }
}
