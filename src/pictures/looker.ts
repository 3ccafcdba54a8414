import type { ReceiptLook } from '../domain/receipts/receipt-look.ts';
import { BoundedThread, ThreadEnded, type ThreadLimits } from '../threads/bounded-thread.ts';

const limits: ThreadLimits = {
  /** A photo of 12 megapixels takes two seconds. What takes longer than this was made to. */
  timeMaxMs: 20_000,
  /** Most of a decoder's memory is buffers, which the decoder bounds; this bounds the rest. */
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
};

/** Looks at pictures of strangers, in a thread. One file at a time. */
export class Looker {
  readonly #thread: BoundedThread<Uint8Array, ReceiptLook | null>;

  constructor(options: { readonly threadFile?: URL; readonly timeMaxMs?: number } = {}) {
    this.#thread = new BoundedThread({
      ...limits,
      timeMaxMs: options.timeMaxMs ?? limits.timeMaxMs,
      file: new URL('./look-thread.js', import.meta.url),
      ownFile: options.threadFile,
      here: async () => (await import('./look-of-file.ts')).lookOfFile,
    });
  }

  /** Null: the file is not compared; it is no picture, or opening it failed or took too long. */
  async look(bytes: Uint8Array<ArrayBuffer>): Promise<ReceiptLook | null> {
    try {
      return await this.#thread.ask(bytes, [bytes.buffer]);
    } catch (error) {
      if (error instanceof ThreadEnded) return null;
      throw error;
    } finally {
      this.#thread.rest();
    }
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
