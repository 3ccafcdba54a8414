import type { Catalogue } from '../domain/catalogue.ts';

/**
 * The snapshot of the catalogue this process decides on. It is read anew when the database says that something changed,
 * and when a batch finds its version outdated; many asking at once cause two reads at most.
 */
export class CatalogueHolder {
  #current: Catalogue;
  #reading: Promise<void> | null = null;
  #waiting: Promise<void> | null = null;
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

  /**
   * A read under way may have begun before the change somebody asks about. So whoever comes during one waits for the next,
   * and all who come meanwhile share it.
   */
  refresh(): Promise<void> {
    if (this.#reading === null) return this.#begin();
    this.#waiting ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null;
        return this.#begin();
      });
    return this.#waiting;
  }

  #begin(): Promise<void> {
    const reading = this.#replace().finally(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    this.#reading = reading;
    return reading;
  }

  async #replace(): Promise<void> {
    const newest = await this.#read();
    // Two reads may overtake each other; an older snapshot never replaces a newer one.
    if (newest.version >= this.#current.version) this.#current = newest;
  }
}
