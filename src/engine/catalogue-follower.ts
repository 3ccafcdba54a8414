import type { CatalogueHolder } from './catalogue-holder.ts';

/** Before the next attempt; doubled with each that fails. */
const pauseMs = { first: 250, longest: 4_000 } as const;

interface FollowerOptions {
  readonly holder: Pick<CatalogueHolder, 'refresh'>;
  readonly failed: (error: unknown) => void;
  /** Acts later, unless what it returns is called before. */
  readonly later?: (act: () => void, ms: number) => () => void;
}

/**
 * Has the catalogue read anew when somebody says that it has changed, and again until that worked: the change is told once, and a
 * process that only serves reads has no batch to find out by. It would take a key that was revoked for as long as it runs.
 */
export class CatalogueFollower {
  readonly #holder: FollowerOptions['holder'];
  readonly #failed: FollowerOptions['failed'];
  readonly #later: NonNullable<FollowerOptions['later']>;
  /** Of the next attempt; null while none is needed. */
  #cancel: (() => void) | null = null;
  #pauseMs: number = pauseMs.first;
  #isStopped = false;

  constructor({ holder, failed, later = startTimer }: FollowerOptions) {
    this.#holder = holder;
    this.#failed = failed;
    this.#later = later;
  }

  changed(): void {
    this.#holder.refresh().then(
      () => this.#rest(),
      (error: unknown) => this.#tryAgain(error),
    );
  }

  stop(): void {
    this.#isStopped = true;
    this.#rest();
  }

  /** Reads follow each other, so one that worked has seen what those before it have missed. */
  #rest(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#pauseMs = pauseMs.first;
  }

  #tryAgain(error: unknown): void {
    if (this.#isStopped || this.#cancel !== null) return;
    this.#failed(error);
    this.#cancel = this.#later(() => {
      this.#cancel = null;
      this.changed();
    }, this.#pauseMs);
    this.#pauseMs = Math.min(2 * this.#pauseMs, pauseMs.longest);
  }
}

function startTimer(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}
