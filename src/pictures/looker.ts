import { Worker } from 'node:worker_threads';
import type { ReceiptLook } from '../domain/receipt-look.ts';

/** A photo of 12 megapixels takes two seconds. What takes longer than this was made to. */
const timeMaxMs = 20_000;
/** Most of a decoder's memory is buffers, which the decoder bounds; this bounds the rest. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
/** Receipts come in bursts; a thread without work for so long is let go. */
const idleMaxMs = 60_000;

/** A built program has the thread's file beside this one. Sources are run by tests alone, and Node 20 starts no thread from them. */
const isBuilt = import.meta.url.endsWith('.js');

/**
 * Looks at pictures of strangers, in a thread: opening one takes seconds, and one that was made to harm ends the thread, not the
 * service. One file at a time.
 */
export class Looker {
  readonly #threadFile: URL | null;
  readonly #timeMaxMs: number;
  #thread: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;

  constructor(options: { readonly threadFile?: URL; readonly timeMaxMs?: number } = {}) {
    this.#threadFile = options.threadFile ?? (isBuilt ? new URL('./look-thread.js', import.meta.url) : null);
    this.#timeMaxMs = options.timeMaxMs ?? timeMaxMs;
  }

  /** Null: the file is not compared; it is no picture, or opening it failed or took too long. */
  async look(bytes: Uint8Array<ArrayBuffer>): Promise<ReceiptLook | null> {
    if (this.#threadFile === null) {
      const { lookOfFile } = await import('./look-of-file.ts');
      return lookOfFile(bytes);
    }
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#thread ??= new Worker(this.#threadFile, { resourceLimits });
    const look = await this.#ask(this.#thread, bytes);
    this.#idle = setTimeout(() => void this.close(), idleMaxMs).unref();
    return look;
  }

  async close(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  /** A thread that failed or is late is ended; the next file gets a new one. */
  async #ask(thread: Worker, bytes: Uint8Array<ArrayBuffer>): Promise<ReceiptLook | null> {
    const answer = await new Promise<ReceiptLook | 'ended' | null>((resolve) => {
      const ended = () => resolve('ended');
      const timer = setTimeout(ended, this.#timeMaxMs);
      thread.removeAllListeners();
      thread.once('message', (look: ReceiptLook | null) => {
        clearTimeout(timer);
        resolve(look);
      });
      // Stays for as long as the thread: an error that nobody listens to ends the process.
      thread.on('error', ended).once('exit', ended);
      thread.postMessage(bytes, [bytes.buffer]);
    });
    if (answer !== 'ended') return answer;
    await this.close();
    return null;
  }
}
