import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { CannotSeal, isConflict } from '../../storage/book/cannot-seal.ts';
import { type KeptStep, keepBook, tryLead } from '../../storage/book/keep-book.ts';
import { summarizeTransfers } from '../../storage/book/read-unsealed.ts';
import { breakOff } from '../../storage/database/connection.ts';
import { onWatchedConnection, type Rest } from '../../storage/database/watched.ts';
import type { SecretBox } from '../../storage/secrets/secret-box.ts';
import { Busyness } from '../busyness.ts';
import { Loop, restAfter } from '../loop.ts';

interface BookKeeperOptions {
  readonly connectionString: () => string;
  readonly secrets: SecretBox;
  /** The machine's clock: pages are dated by it, whatever a sandbox does with its own. */
  readonly clock: () => number;
  /** Between two looks at what is open and at all balances. */
  readonly checkIntervalMs: number;
  readonly transfersPerPage?: number;
  /** How long it may be behind before everything is read as well. */
  readonly behindMaxMs?: number;
  /** Reads everything and writes down what it found: while there is a past that no page stands for. */
  readonly checkAll: (signal: AbortSignal) => Promise<unknown>;
  /** What was found is written down; or another process seals, and writes it down. */
  readonly checked: () => void;
  /** Told once, until it is right again. */
  readonly clockBehind: (byMs: number) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Between two pages while this process has time to spare, and while it is busy. A page costs the same for one transfer as for a
 * thousand, and then something for each: so under load there are fewer, larger ones. The second is how far the book may be behind:
 * what is wrong is noticed so late at most, and money going out relies on what was noticed.
 */
const pagePauseMs = 1_000;
const busyPauseMs = 5_000;
/** Of the time of one connection. When more has happened than fits into a page it takes more, so that it does not fall behind for ever. */
const share = 0.05;
const shareBehind = { busy: 0.1, idle: 0.25 };
/** A page of so many is read, hashed and checked in half a second, and proves one of its transfers by fifteen hashes. */
const transfersPerPage = 20_000;
/**
 * So many pages behind it goes on sealing: after a rush, or a start after a crash, it is level again within the minute. Only
 * further behind, or for longer, is everything read as well.
 */
const pagesBehindMax = 10n;
const behindMaxMs = 60_000;
/** Blocks of the index that are not summarized are read for every page. */
const summarizeEvery = { ms: 60_000, transfers: 20_000 };
/** How soon another process takes over from one that is gone. */
const leadAgainMs = 2_000;
/** Clocks of several machines differ a little. */
const clockToleranceMs = 5_000;

/**
 * Seals the book and checks what it seals. One process of the fleet does it at a time: it holds a lock in its session, and when the session
 * ends, for whatever reason, another one takes over.
 */
export class BookKeeper {
  readonly #options: BookKeeperOptions;
  readonly #loop: Loop;
  #isClockBehind = false;
  #isLeading = false;
  #hasLooked = false;
  #conflicts = 0;

  constructor(options: BookKeeperOptions) {
    this.#options = options;
    this.#loop = new Loop({ pauseMs: leadAgainMs, failed: options.failed, step: (signal) => this.#lead(signal) });
  }

  /** Whether this is the process that seals. */
  get isLeading(): boolean {
    return this.#isLeading;
  }

  /** Whether somebody is known to check: this process has, or another one seals. */
  get hasLooked(): boolean {
    return this.#hasLooked;
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #lead(signal: AbortSignal): Promise<'idle'> {
    await onWatchedConnection(this.#options.connectionString(), async (client, rest) => {
      // A step under way may end; one that takes its time is broken off, and has done nothing.
      const end = () => void setTimeout(() => breakOff(client), pagePauseMs).unref();
      signal.addEventListener('abort', end, { once: true });
      try {
        this.#isLeading = await tryLead(client);
        if (this.#isLeading) await this.#keep(client, rest, signal);
        else this.#standBy();
      } finally {
        this.#isLeading = false;
        signal.removeEventListener('abort', end);
      }
    });
    return 'idle';
  }

  async #keep(client: pg.Client, rest: Rest, signal: AbortSignal): Promise<void> {
    let from: bigint | null = null;
    let [checkAtMs, checkAllAtMs, levelAtMs] = [0, 0, performance.now()];
    const summary = new Summary();
    const busyness = new Busyness();
    let isBusy = false;
    while (!signal.aborted) {
      const startedMs = performance.now();
      const kept = await this.#step(client, from, startedMs >= checkAtMs);
      ({ from } = kept);
      if (kept.isChecked) checkAtMs = nextAfter(startedMs, this.#options.checkIntervalMs);
      const beganMs = performance.now();
      if (kept.isComplete) levelAtMs = beganMs;
      // The book says nothing of now; so everything is read, as seldom as it takes long.
      if (this.#isFarBehind(kept, beganMs - levelAtMs) && beganMs >= checkAllAtMs) {
        await this.#options.checkAll(signal);
        this.#checked();
        checkAllAtMs = nextAfter(beganMs, this.#options.checkIntervalMs);
      }
      await summary.keep(client, kept.transfers);
      const pauseMs = pauseAfter(kept, performance.now() - startedMs, isBusy);
      await rest(delay(pauseMs, undefined, { signal }).catch(() => undefined));
      isBusy = busyness.read();
    }
  }

  #isFarBehind({ isComplete, waiting }: KeptStep, sinceLevelMs: number): boolean {
    if (isComplete) return false;
    const pageSize = this.#options.transfersPerPage ?? transfersPerPage;
    return waiting > pagesBehindMax * BigInt(pageSize) || sinceLevelMs > (this.#options.behindMaxMs ?? behindMaxMs);
  }

  async #step(client: pg.Client, from: bigint | null, isCheckDue: boolean): Promise<KeptStep> {
    const { secrets, clock, transfersPerPage: transfersMax = transfersPerPage } = this.#options;
    const step = { secrets, at: clock(), transfersMax, from, isCheckDue, conflicts: this.#conflicts };
    const kept = await keepBook(client, step).catch((error: unknown) => this.#failed(error));
    this.#conflicts = 0;
    this.#lookAtClock(kept);
    if (kept.isChecked) this.#checked();
    return kept;
  }

  /** Another process seals, and writes down what it finds. */
  #standBy(): void {
    this.#conflicts = 0;
    this.#checked();
  }

  #failed(error: unknown): never {
    this.#conflicts += isConflict(error) ? 1 : 0;
    // It is written down that nothing can be sealed: this process is to know it now.
    if (error instanceof CannotSeal) this.#checked();
    throw error;
  }

  #checked(): void {
    this.#hasLooked = true;
    this.#options.checked();
  }

  #lookAtClock({ clockBehindMs }: KeptStep): void {
    const isBehind = clockBehindMs > clockToleranceMs;
    if (isBehind && !this.#isClockBehind) this.#options.clockBehind(clockBehindMs);
    this.#isClockBehind = isBehind;
  }
}

/** Summarizes the index of transfers when enough has come, or after a while. */
class Summary {
  #transfers = 0;
  #atMs = 0;

  async keep(client: pg.Client, transfers: number): Promise<void> {
    this.#transfers += transfers;
    if (this.#transfers < summarizeEvery.transfers && performance.now() < this.#atMs) return;
    if (this.#transfers > 0) await summarizeTransfers(client);
    this.#transfers = 0;
    this.#atMs = performance.now() + summarizeEvery.ms;
  }
}

/** When a check that began then is due again. */
function nextAfter(beganMs: number, intervalMs: number): number {
  const endedMs = performance.now();
  return endedMs + Math.max(intervalMs, restAfter(endedMs - beganMs, share));
}

function pauseAfter({ isComplete }: KeptStep, durationMs: number, isBusy: boolean): number {
  if (!isComplete) return restAfter(durationMs, isBusy ? shareBehind.busy : shareBehind.idle);
  return isBusy ? busyPauseMs : Math.min(busyPauseMs, Math.max(pagePauseMs, restAfter(durationMs, share)));
}
