import type { ResourceLimits, TransferListItem } from 'node:worker_threads';
import { Worker } from 'node:worker_threads';

/** Why a thread did not answer. `late` and `died` are the fault of what it was asked; `closed`: somebody here has ended it. */
export class ThreadEnded extends Error {
  readonly why: 'late' | 'died' | 'closed';

  constructor(why: ThreadEnded['why'], cause?: unknown) {
    super(`a thread ended: ${why}`, { cause });
    this.why = why;
  }
}

export interface ThreadLimits {
  /** For one answer. */
  readonly timeMaxMs: number;
  readonly resourceLimits: ResourceLimits;
}

interface BoundedThreadOptions<Question, Answer> extends ThreadLimits {
  /** Of the built program. */
  readonly file: URL;
  /** Started in any case; otherwise only a built program starts threads. */
  readonly ownFile?: URL | undefined;
  /** The same work without a thread. Sources are run by tests alone, and Node 20 starts no thread from them. */
  readonly here: () => Promise<(question: Question) => Answer>;
}

/** Work comes in bursts; a thread that rests for so long is let go. */
const idleMaxMs = 60_000;
const isBuilt = import.meta.url.endsWith('.js');

/**
 * A thread for what strangers have sent: reading it takes seconds, and what was made to harm ends the thread, not the service. One
 * question at a time. A thread that failed or is late is ended, and the next question gets a new one.
 */
export class BoundedThread<Question, Answer> {
  readonly #options: BoundedThreadOptions<Question, Answer>;
  #thread: Worker | null = null;
  #asked: { readonly resolve: (answer: Answer) => void; readonly reject: (ended: ThreadEnded) => void } | null = null;
  #idle: NodeJS.Timeout | null = null;
  #here: ((question: Question) => Answer) | null = null;

  constructor(options: BoundedThreadOptions<Question, Answer>) {
    this.#options = options;
  }

  /** What is transferred belongs to the thread from then on. */
  async ask(question: Question, transferred: readonly TransferListItem[] = []): Promise<Answer> {
    const { ownFile, here, timeMaxMs } = this.#options;
    if (!isBuilt && ownFile === undefined) {
      this.#here ??= await here();
      return this.#here(question);
    }
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const timer = setTimeout(() => void this.#close(new ThreadEnded('late')), timeMaxMs);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#asked = { resolve, reject };
        thread.postMessage(question, transferred);
      });
    } finally {
      this.#asked = null;
      clearTimeout(timer);
    }
  }

  /** No question follows at once. */
  rest(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), idleMaxMs).unref();
  }

  /** A question under way is not answered. */
  async close(): Promise<void> {
    await this.#close(new ThreadEnded('closed'));
  }

  async #close(ended: ThreadEnded): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    this.#here = null;
    this.#asked?.reject(ended);
    await thread?.terminate();
  }

  #start(): Worker {
    const { file, ownFile, resourceLimits } = this.#options;
    const thread = new Worker(ownFile ?? file, { resourceLimits });
    const died = (cause: unknown) => {
      if (this.#thread === thread) void this.#close(new ThreadEnded('died', cause));
    };
    return thread
      .on('message', (answer: Answer) => this.#asked?.resolve(answer))
      .on('error', died)
      .on('exit', died);
  }
}
