import { setTimeout as delay } from 'node:timers/promises';
import type { Catalogue } from '../domain/state/catalogue.ts';

/**
 * Between two reads. A caller who changes settings again and again would otherwise keep the process reading the whole catalogue;
 * so the changes of a short while are one read. A lone change is read at once.
 */
const restMs = 25;

/**
 * The snapshot of the catalogue this process decides on. It is read anew when the database says that something changed,
 * and when a batch finds its version outdated; many asking at once, or soon after each other, cause one more read.
 */
export class CatalogueHolder {
  #current: Catalogue;
  /** The last read under way, and the rest after it. */
  #last: Promise<unknown> = Promise.resolve();
  /** A read that has not begun. */
  #next: Promise<void> | null = null;
  readonly #read: () => Promise<Catalogue>;
  readonly #rest: () => Promise<unknown>;
  #replaced: (before: Catalogue, after: Catalogue) => void = () => undefined;

  static async open(
    read: () => Promise<Catalogue>,
    rest: () => Promise<unknown> = () => delay(restMs, undefined, { ref: false }),
  ): Promise<CatalogueHolder> {
    return new CatalogueHolder(await read(), read, rest);
  }

  private constructor(current: Catalogue, read: () => Promise<Catalogue>, rest: () => Promise<unknown>) {
    this.#current = current;
    this.#read = read;
    this.#rest = rest;
  }

  get current(): Catalogue {
    return this.#current;
  }

  /** There is one listener; it hears of every other snapshot once it is in place, and must not throw. */
  onReplaced(listener: (before: Catalogue, after: Catalogue) => void): void {
    this.#replaced = listener;
  }

  /** Resolves when a read that began after this call is in place: one that is under way may have missed the change. */
  refresh(): Promise<void> {
    this.#next ??= this.#last.then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = null;
    const reading = this.#replace();
    this.#last = reading.catch(() => undefined).then(this.#rest);
    return reading;
  }

  async #replace(): Promise<void> {
    // Reads follow each other, so the last one is right, also when it is of an earlier version: after a failover that lost
    // changes, the database goes on from there.
    const newest = await this.#read();
    const before = this.#current;
    this.#current = newest;
    if (newest.version !== before.version) this.#replaced(before, newest);
  }
}
