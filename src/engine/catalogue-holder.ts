import type { Catalogue } from '../domain/catalogue.ts';

/**
 * The snapshot of the catalogue this process decides on. It is read anew when the database says that something changed,
 * and when a batch finds its version outdated; many asking at once cause one more read.
 */
export class CatalogueHolder {
  #current: Catalogue;
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  readonly #read: () => Promise<Catalogue>;
  #replaced: (before: Catalogue, after: Catalogue) => void = () => undefined;

  static async open(read: () => Promise<Catalogue>): Promise<CatalogueHolder> {
    return new CatalogueHolder(await read(), read);
  }

  private constructor(current: Catalogue, read: () => Promise<Catalogue>) {
    this.#current = current;
    this.#read = read;
  }

  get current(): Catalogue {
    return this.#current;
  }

  /** There is one listener; it hears of every newer snapshot once it is in place, and must not throw. */
  onReplaced(listener: (before: Catalogue, after: Catalogue) => void): void {
    this.#replaced = listener;
  }

  /** Resolves when a read that began after this call is in place: one that is under way may have missed the change. */
  refresh(): Promise<void> {
    if (this.#reading === null) return this.#begin();
    this.#next ??= this.#reading.catch(() => undefined).then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = null;
    this.#reading = this.#replace().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #replace(): Promise<void> {
    const newest = await this.#read();
    // Two reads may overtake each other; an older snapshot never replaces a newer one.
    const before = this.#current;
    if (newest.version >= before.version) this.#current = newest;
    if (newest.version > before.version) this.#replaced(before, newest);
  }
}
