import { setTimeout as delay } from 'node:timers/promises';
import type { LostCommit } from '../../domain/state/lost-commits.ts';
import type { MoneyOut } from '../../engine/money-out.ts';

/** Between two attempts to write a stop down: the database has just come back from a failover. */
const retryMs = 500;

interface LostCommitsOptions {
  readonly moneyOut: Pick<MoneyOut, 'hold' | 'release'>;
  /** Writes the stop down for all processes; they know of it when it returns. */
  readonly store: (lost: readonly LostCommit[]) => Promise<unknown>;
  readonly failed: (error: unknown) => void;
}

/**
 * What lanes find lost after a failover. This process holds money back from that moment on, and goes on doing so until the stop is
 * written down, however long the database takes: from then on all processes do, also after a restart.
 */
export class LostCommits {
  readonly #options: LostCommitsOptions;
  readonly #stop = new AbortController();
  readonly #found: LostCommit[] = [];
  #storing: Promise<void> | null = null;

  constructor(options: LostCommitsOptions) {
    this.#options = options;
  }

  report(lost: readonly LostCommit[]): void {
    this.#options.moneyOut.hold();
    this.#found.push(...lost);
    this.#storing ??= this.#storeAll().finally(() => {
      this.#storing = null;
    });
  }

  start(): void {}

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#storing;
  }

  async #storeAll(): Promise<void> {
    const { store, moneyOut, failed } = this.#options;
    while (this.#found.length > 0) {
      const lost = [...this.#found];
      try {
        await store(lost);
        this.#found.splice(0, lost.length);
      } catch (error) {
        failed(error);
        // It stays held: a process that ends now has told nobody, but neither lets money out.
        if (this.#stop.signal.aborted) return;
        await delay(retryMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      }
    }
    moneyOut.release();
  }
}
