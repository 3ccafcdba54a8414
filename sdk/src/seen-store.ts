import type { SeenStore } from './notification.ts';

/** Remembers the newest IDs in memory: enough for one process, whose memory ends with it. */
export class MemorySeenStore implements SeenStore {
  readonly #ids = new Set<string>();
  readonly #idsMax: number;

  constructor(options: { readonly idsMax?: number } = {}) {
    this.#idsMax = options.idsMax ?? 10_000;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.add(id);
    // A Set keeps the order in which its members came: the first is the oldest.
    for (const oldest of this.#ids) {
      if (this.#ids.size <= this.#idsMax) return;
      this.#ids.delete(oldest);
    }
  }
}
