import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { scrubStep } from '../storage/book/scrub-step.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import { Busyness } from './busyness.ts';
import { Loop } from './loop.ts';
import { restAfter } from './rest-after.ts';

interface BookScrubberOptions {
  readonly pool: pg.Pool;
  readonly connectionString: () => string;
  /** Where there is a replica, pages are read there. */
  readonly replicaUrl: string | null;
  readonly secrets: SecretBox;
  readonly clock: () => number;
  /** Only the process that seals reads pages again. */
  readonly isLeading: () => boolean;
  /** Between two rounds, when the book is short. */
  readonly roundPauseMs: number;
  readonly failed: (error: unknown) => void;
}

/** Of the time of one connection. What was sealed long ago can wait while the process is busy; it must not wait for ever. */
const share = { idle: 0.05, busy: 0.01 };
const stepPauseMs = 1_000;
const idlePauseMs = 5_000;

/** Reads sealed pages again, round after round, for as long as the service runs. */
export class BookScrubber {
  readonly #options: BookScrubberOptions;
  readonly #loop: Loop;
  /** A replica that could not be read is left alone for the next step. */
  #isReplicaAway = false;
  readonly #busyness = new Busyness();
  #isBusy = false;

  constructor(options: BookScrubberOptions) {
    this.#options = options;
    this.#loop = new Loop({ pauseMs: idlePauseMs, failed: options.failed, step: (signal) => this.#step(signal) });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #step(signal: AbortSignal): Promise<'more' | 'idle'> {
    const { pool, connectionString, replicaUrl, secrets, clock, isLeading, roundPauseMs } = this.#options;
    if (!isLeading()) return 'idle';
    const isFromReplica = replicaUrl !== null && !this.#isReplicaAway;
    const startedMs = performance.now();
    this.#isReplicaAway = isFromReplica;
    const readingUrl = isFromReplica ? replicaUrl : connectionString();
    const { isRoundOver } = await scrubStep({ readingUrl, pool, secrets, at: clock() });
    this.#isReplicaAway = false;
    const restMs = restAfter(performance.now() - startedMs, this.#isBusy ? share.busy : share.idle);
    const pauseMs = Math.max(stepPauseMs, restMs);
    const waitedMs = isRoundOver ? Math.max(roundPauseMs, pauseMs) : pauseMs;
    await delay(waitedMs, undefined, { signal }).catch(() => undefined);
    this.#isBusy = this.#busyness.read();
    return 'more';
  }
}
