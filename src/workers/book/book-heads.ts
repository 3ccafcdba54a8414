import { type BookHead, bookHeadFault, type PageFault } from '../../domain/book/page-faults.ts';
import type { LostCommit } from '../../domain/state/lost-commits.ts';
import { bookEndText } from '../../storage/reads/waiting-work.ts';
import { unaskedPauseMs } from '../lookout.ts';
import { Loop } from '../loop.ts';
import { HeadTeller } from './head-teller.ts';

interface BookHeadsOptions {
  /** The last page there is, and the hash of the page with this number; null where there is none. */
  readonly read: (
    number: bigint,
  ) => Promise<{ readonly last: Omit<BookHead, 'at'> | null; readonly hash: Buffer | null }>;
  /** Heads that were told outside since an operator last looked at what was lost. */
  readonly told: () => Promise<readonly BookHead[]>;
  readonly tellers: readonly ((head: BookHead, signal: AbortSignal) => Promise<void>)[];
  readonly tellIntervalMs: number;
  readonly clock: () => number;
  /** Pages are lost: money waits for an operator. */
  readonly lost: (pages: readonly LostCommit[], fault: PageFault) => void;
  readonly failed: (error: unknown) => void;
  /** Told whenever it has looked, for those who pass it on. */
  readonly seen?: (head: BookHead | null) => void;
}

const lookAgainMs = 1_000;
/** As many pages are named one by one. */
const namedMax = 1_000n;

/**
 * Remembers the end of the book, in every process, and tells it outside. A book that has not got what was its end is of an earlier
 * time: a failover or a restore has lost what came after, or somebody has rewritten it.
 */
export class BookHeads {
  readonly #options: BookHeadsOptions;
  readonly #loop: Loop;
  readonly #teller: HeadTeller<BookHead>;
  #seen: BookHead | null = null;
  #hasLookedOutside = false;

  constructor(options: BookHeadsOptions) {
    this.#options = options;
    const { failed, tellers, tellIntervalMs: intervalMs } = options;
    this.#loop = new Loop({ pauseMs: unaskedPauseMs, againMs: lookAgainMs, failed, step: () => this.look() });
    const read = async () => this.#seen;
    this.#teller = new HeadTeller({ read, numberOf: ({ number }) => number, tellers, intervalMs, failed });
  }

  /** How many times in a row the end could not be told outside. */
  get failures(): number {
    return this.#teller.failures;
  }

  /** What was told outside is looked for before money may go out. */
  async start(): Promise<void> {
    await this.look().catch(this.#options.failed);
    this.#loop.start();
    this.#teller.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#loop.stop(), this.#teller.stop()]);
  }

  /** This is the end of the book now. Where it is what was seen before, nothing is lost; else the book is looked at. */
  glance(end: string | null): void {
    if (end === bookEndText(this.#seen)) this.#note(this.#seen);
    else this.#loop.wake();
  }

  /** Holds what was seen before against the book as it is now. */
  async look(): Promise<'idle'> {
    if (!this.#hasLookedOutside) {
      for (const head of await this.#options.told()) await this.#compare(head);
      this.#hasLookedOutside = true;
    }
    this.#note(await this.#compare(this.#seen));
    return 'idle';
  }

  #note(last: Omit<BookHead, 'at'> | null): void {
    this.#seen = last === null ? null : { ...last, at: new Date(this.#options.clock()).toISOString() };
    this.#options.seen?.(this.#seen);
  }

  /** Against the book as it is now; gives its end. */
  async #compare(head: BookHead | null): Promise<Omit<BookHead, 'at'> | null> {
    const { last, hash } = await this.#options.read(head?.number ?? 0n);
    const ends = last?.number ?? 0n;
    const fault = head === null ? null : bookHeadFault(head, hash, ends);
    if (head !== null && fault !== null)
      this.#options.lost(pagesAfter(hash === null ? ends : head.number - 1n, head), fault);
    return last;
  }
}

/** The pages that are not there any more, or are others, each by its number. */
function pagesAfter(ends: bigint, { number }: BookHead): LostCommit[] {
  const first = number - ends > namedMax ? number - namedMax + 1n : ends + 1n;
  const pages: LostCommit[] = [];
  for (let page = first; page <= number; page += 1n) pages.push({ subjectId: `page ${page}`, what: 'page' });
  return pages;
}
