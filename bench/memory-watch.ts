import type { ServerProcess } from './service-process.ts';

const sampleEveryMs = 250;
const megabyte = 1024 * 1024;

/** Samples the resident memory of a server, in megabytes. Where the system does not tell, there are none. */
export class MemoryWatch {
  readonly samples: number[] = [];
  readonly #server: ServerProcess;
  #timer: NodeJS.Timeout | null = null;

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#sample(), sampleEveryMs);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async #sample(): Promise<void> {
    const bytes = await this.#server.memory();
    if (bytes !== null) this.samples.push(bytes / megabyte);
  }
}
