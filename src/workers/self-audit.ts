import { setTimeout as delay } from 'node:timers/promises';
import type { MoneyOut } from '../engine/money-out.ts';
import type { LawsReport } from '../storage/ledger-laws.ts';
import { Loop } from './loop.ts';

/** A check may keep one connection busy for this part of the time; on large books the pause grows instead. */
const shareMax = 0.05;
/** After a check that could not be made, such as while the database is away. */
const retryMs = 5_000;

/** The first check of small books ends before anybody asks for money; that of large ones does not hold the start up. */
const firstMaxMs = 2_000;

interface SelfAuditOptions {
  /** Reads all books. */
  readonly check: (signal: AbortSignal) => Promise<LawsReport>;
  readonly intervalMs: number;
  readonly moneyOut: MoneyOut;
  /** Called after every check that found something, and after the first that finds nothing again. */
  readonly changed: (report: LawsReport) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Checks the laws of the books again and again, and stops money from going out while one is broken. Every process of the
 * service does this for itself: none has to trust another one's word.
 */
export class SelfAudit {
  readonly #options: SelfAuditOptions;
  readonly #loop: Loop;
  readonly #stop = new AbortController();
  #last: LawsReport | null = null;
  #running: Promise<unknown> = Promise.resolve();
  #waiting: Promise<LawsReport> | null = null;

  constructor(options: SelfAuditOptions) {
    this.#options = options;
    this.#loop = new Loop({
      pauseMs: retryMs,
      failed: options.failed,
      step: async (signal) => {
        const { durationMs } = await this.run();
        await delay(pauseAfterMs(durationMs, options.intervalMs), undefined, { signal }).catch(() => undefined);
        return 'more';
      },
    });
  }

  /** What the last finished check found; null before the first. */
  get last(): LawsReport | null {
    return this.#last;
  }

  async start(): Promise<void> {
    this.#loop.start();
    // The loop's own first check, which has not begun to read yet.
    const first = this.run().catch(() => undefined);
    await Promise.race([first, delay(firstMaxMs, undefined, { ref: false })]);
  }

  /** Breaks a check off that is under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop.stop();
    await this.#running.catch(() => undefined);
  }

  /**
   * Checks now. A check under way has read some tables before anybody asked, so who asks gets the one after it, together
   * with all who ask during it: many callers cannot make the database check more than one thing at a time.
   */
  run(): Promise<LawsReport> {
    this.#waiting ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null;
        const check = this.#check();
        this.#running = check;
        return check;
      });
    return this.#waiting;
  }

  async #check(): Promise<LawsReport> {
    const { check, moneyOut, changed } = this.#options;
    const report = await check(this.#stop.signal);
    const wasWrong = this.#last !== null && this.#last.violations.length > 0;
    this.#last = report;
    moneyOut.judge(report.violations.length === 0);
    if (report.violations.length > 0 || wasWrong) changed(report);
    return report;
  }
}

function pauseAfterMs(durationMs: number, intervalMs: number): number {
  return Math.max(intervalMs, (durationMs * (1 - shareMax)) / shareMax);
}
