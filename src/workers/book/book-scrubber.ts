import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Scrub } from '../../storage/book/scrub-step.ts';
import { onWatchedConnection } from '../../storage/database/watched.ts';
import type { SecretBox } from '../../storage/secrets/secret-box.ts';
import { Busyness } from '../busyness.ts';
import { Loop } from '../loop.ts';
import { ScrubBudget } from './scrub-budget.ts';

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

const idlePauseMs = 5_000;
/** How often it is looked whether the process has become busy, or is not any more. */
const lookMs = 1_000;

/** Reads sealed pages again, round after round, for as long as the service runs. */
export class BookScrubber {
  readonly #options: BookScrubberOptions;
  readonly #loop: Loop;
  readonly #scrub: Scrub;
  readonly #budget: ScrubBudget;
  /** A replica that could not be read is left alone for the next time. */
  #isReplicaAway = false;

  constructor(options: BookScrubberOptions) {
    this.#options = options;
    this.#scrub = new Scrub(options);
    const busyness = new Busyness();
    this.#budget = new ScrubBudget({ now: () => performance.now(), isBusy: () => busyness.read() });
    this.#loop = new Loop({ pauseMs: idlePauseMs, failed: options.failed, step: (signal) => this.#step(signal) });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** A round, on one connection: to open one for each step would cost more than the step. */
  async #step(signal: AbortSignal): Promise<'more' | 'idle'> {
    const { connectionString, replicaUrl, isLeading, roundPauseMs } = this.#options;
    if (!isLeading()) return 'idle';
    const primaryUrl = connectionString();
    const isFromReplica = replicaUrl !== null && !this.#isReplicaAway;
    this.#isReplicaAway = isFromReplica;
    const isWanted = () => isLeading() && !signal.aborted && connectionString() === primaryUrl;
    const isRoundOver = await onWatchedConnection(isFromReplica ? replicaUrl : primaryUrl, (client, rest) =>
      this.#round(client, { rest: (pauseMs) => rest(pause(pauseMs, signal)), isWanted }),
    );
    if (isRoundOver) await pause(roundPauseMs, signal);
    return 'more';
  }

  /** Whether it has come to the end of the round. */
  async #round(
    client: pg.Client,
    { rest, isWanted }: { readonly rest: (pauseMs: number) => Promise<void>; readonly isWanted: () => boolean },
  ): Promise<boolean> {
    while (isWanted()) {
      // Before each step, so that a rush finds nobody at work.
      const restMs = this.#budget.restMs();
      if (restMs > 0) {
        await rest(Math.min(restMs, lookMs));
        continue;
      }
      const startedMs = performance.now();
      const { isRoundOver } = await this.#scrub.step(client, this.#options.clock());
      this.#budget.worked(performance.now() - startedMs);
      this.#isReplicaAway = false;
      if (isRoundOver) return true;
    }
    return false;
  }
}

async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  await delay(pauseMs, undefined, { signal }).catch(() => undefined);
}
