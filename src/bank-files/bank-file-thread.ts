import assert from 'node:assert/strict';
import { AppError } from '../errors/app-error.ts';
import { BoundedThread, ThreadEnded, type ThreadLimits } from '../threads/bounded-thread.ts';
import type { ReadingAnswer, ReadingQuestion } from './file-reading.ts';

const limits: ThreadLimits = {
  /**
   * For one part of a file, of 256 KB: an honest one takes a twentieth of a second. Less than the lease of an import, which nobody
   * renews while a part is read.
   */
  timeMaxMs: 15_000,
  /** A reader keeps what it has begun to read and the statements of the file, which are ten thousand at most. */
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
};

/** More previews than this do not wait for each other: people ask for them one at a time. */
const waitingMax = 20;

type AnswerOf<Kind> = Extract<ReadingAnswer, { readonly kind: Kind }>;

/**
 * Reads banks' files in a thread of its own: one that was made to harm costs its own import. Whatever refuses a file is thrown, also a
 * file that takes too much of time or memory.
 */
export class BankFileThread {
  readonly #thread: BoundedThread<ReadingQuestion, ReadingAnswer>;
  #spentMs = 0;
  #waiting = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: { readonly threadFile?: URL } & Partial<ThreadLimits> = {}) {
    this.#thread = new BoundedThread({
      timeMaxMs: options.timeMaxMs ?? limits.timeMaxMs,
      resourceLimits: options.resourceLimits ?? limits.resourceLimits,
      file: new URL('./reading-thread.js', import.meta.url),
      ownFile: options.threadFile,
      here: async () => {
        const { FileReading } = await import('./file-reading.ts');
        const reading = new FileReading();
        return (question) => reading.answer(question);
      },
    });
  }

  /** Of this kind; a file that is refused, and one that takes too much, is thrown. */
  async ask<Kind extends ReadingAnswer['kind']>(question: ReadingQuestion, kind: Kind): Promise<AnswerOf<Kind>> {
    const begunMs = performance.now();
    try {
      const answer = await this.#thread.ask(question);
      if (answer.kind === 'refused') throw new AppError([answer.fault]);
      assert(isOf(answer, kind), `the reader answered ${answer.kind} instead of ${kind}`);
      return answer;
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      throw new AppError(error.why === 'closed' ? 'overloaded' : 'bank_file_too_heavy');
    } finally {
      this.#spentMs += performance.now() - begunMs;
    }
  }

  /** How long it has read since it was asked this last. */
  takeSpentMs(): number {
    const spent = Math.ceil(this.#spentMs);
    this.#spentMs = 0;
    return spent;
  }

  /** One after the other, for those who share a thread. */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= waitingMax) throw new AppError('overloaded');
    this.#waiting += 1;
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return await done.finally(() => {
      this.#waiting -= 1;
    });
  }

  /** No file is under way. */
  rest(): void {
    this.#thread.rest();
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  /** Does not wait for a question under way, but for those who ask, and for the thread that one of them may have begun anew. */
  async closeWith(askers: Promise<unknown>): Promise<void> {
    await this.close();
    await askers;
    await this.close();
  }
}

function isOf<Kind extends ReadingAnswer['kind']>(answer: ReadingAnswer, kind: Kind): answer is AnswerOf<Kind> {
  return answer.kind === kind;
}
