import type { Query, QueryClient } from '@tanstack/react-query';
import { isOperation } from './client.ts';
import { isAbout, type Topic } from './live-topics.ts';

/** On a busy day there is always something new. What is on the screen is asked for again this often at most. */
const pauseMs = 2_000;

/**
 * Asks again for what is on the screen and has changed. The first time at once; while answers are on their way, or were asked
 * for a moment ago, what is heard gathers for the next round. No request is broken off for a newer one: on a slow line none
 * would ever come to its end.
 */
export class Renewal {
  readonly #client: QueryClient;
  #topics = new Set<Topic>();
  #isAll = false;
  #isBusy = false;
  #begunAtMs = Number.NEGATIVE_INFINITY;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  hear(topics: readonly Topic[]): void {
    for (const topic of topics) this.#topics.add(topic);
    void this.#run();
  }

  /** It is not known what was missed. */
  everything(): void {
    this.#isAll = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (this.#isAll || this.#topics.size > 0) {
        const waitMs = this.#begunAtMs + pauseMs - performance.now();
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        this.#begunAtMs = performance.now();
        await Promise.all(this.#take().map((query) => this.#renew(query)));
      }
    } finally {
      this.#isBusy = false;
    }
  }

  #take(): Query[] {
    const [isAll, topics] = [this.#isAll, this.#topics];
    this.#isAll = false;
    this.#topics = new Set();
    return this.#client.getQueryCache().findAll({
      predicate: ({ queryKey: [name], meta }) =>
        isOperation(name) && (isAll || (meta?.['isLive'] === true && isAbout(name, topics))),
    });
  }

  async #renew(query: Query): Promise<void> {
    // An answer that is on its way may have been made before the change.
    if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined);
    await this.#client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
  }
}
