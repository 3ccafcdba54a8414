import type { Catalogue } from '../domain/catalogue.ts';

/**
 * The snapshot of the catalogue this process decides on. It is read anew when the database says that something changed,
 * and when a batch finds its version outdated; many asking at once cause one read.
 */
export class CatalogueHolder {
  #current: Catalogue;
  #refreshing: Promise<void> | null = null;
  readonly #read: () => Promise<Catalogue>;

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

  refresh(): Promise<void> {
    this.#refreshing ??= this.#replace().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #replace(): Promise<void> {
    const newest = await this.#read();
    // Two reads may overtake each other; an older snapshot never replaces a newer one.
    if (newest.version >= this.#current.version) this.#current = newest;
  }
}
