/** What has a beginning and an end. */
export interface Part {
  start(): unknown;
  stop(): Promise<unknown>;
}

/** Something that the service can do. Its gauges are there once it is open. */
export interface Capability<Api = object> {
  /** What endpoints get of it. */
  readonly api: Api;
  /** Started in this order, stopped in the opposite one. */
  readonly loops: readonly Part[];
}

/** What was started. It is stopped in the opposite order, because the later parts need the earlier ones. */
export class Started {
  readonly #stops: (() => Promise<unknown>)[] = [];

  async run(...parts: readonly Part[]): Promise<void> {
    for (const part of parts) {
      await part.start();
      this.add(() => part.stop());
    }
  }

  add(stop: () => Promise<unknown>): void {
    this.#stops.push(stop);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0).reverse()) await stop();
  }
}
