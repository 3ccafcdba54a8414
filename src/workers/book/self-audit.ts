import { setTimeout as delay } from 'node:timers/promises';
import type { MoneyOut } from '../../engine/money-out.ts';
import type { Verdict } from '../../storage/book/book-faults.ts';
import type { LawsReport } from '../../storage/ledger/ledger-laws.ts';
import { unaskedPauseMs } from '../lookout.ts';
import { Loop } from '../loop.ts';

const readAgainMs = 1_000;

/** A check of what is unsealed ends before anybody asks for money; that of a past that was never sealed does not hold the start up. */
const firstMaxMs = 2_000;

interface SelfAuditOptions {
  /** What the fleet knows of its books. */
  readonly read: () => Promise<Verdict>;
  /** Reads all books, and writes down what it found. */
  readonly check: (signal: AbortSignal) => Promise<LawsReport>;
  /** Whether this process has checked what is not sealed, or another one does. Before that, it believes nothing. */
  readonly hasLooked: () => boolean;
  /** How long a start waits for the first verdict. */
  readonly firstMaxMs?: number;
  /** A process that has just started believes no check of another one that is older. */
  readonly freshMs: number;
  /** Nobody believes a check that is older: the process that is to check does not. */
  readonly oldMs: number;
  readonly moneyOut: MoneyOut;
  /** Called when something is found, or nothing again. */
  readonly changed: (report: LawsReport) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Knows whether the books are right, and stops money from going out while they are not. One process of the fleet checks what
 * it seals; all of them read what it found.
 */
export class SelfAudit {
  readonly #options: SelfAuditOptions;
  readonly #loop: Loop;
  readonly #stop = new AbortController();
  #last: LawsReport | null = null;
  #running: Promise<unknown> = Promise.resolve();
  #waiting: Promise<LawsReport> | null = null;
  #judged: () => void = () => undefined;
  #judgements = 0;

  constructor(options: SelfAuditOptions) {
    this.#options = options;
    this.#loop = new Loop({
      pauseMs: unaskedPauseMs,
      againMs: readAgainMs,
      failed: options.failed,
      step: () => this.#read(),
    });
  }

  /** What the last check found; null before this process knows of one. */
  get last(): LawsReport | null {
    return this.#last;
  }

  /** Whether something is wrong, as far as this process knows. */
  get hasFound(): boolean {
    return (this.#last?.violations.length ?? 0) > 0;
  }

  async start(): Promise<void> {
    const first = new Promise<void>((resolve) => {
      this.#judged = resolve;
    });
    this.#loop.start();
    await Promise.race([first, delay(this.#options.firstMaxMs ?? firstMaxMs, undefined, { ref: false })]);
  }

  /** Breaks a check off that is under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop.stop();
    await this.#running.catch(() => undefined);
  }

  /** Somebody has checked, this very process or another one. */
  wake(): void {
    this.#loop.wake();
  }

  /**
   * Reads all books now. A check under way has read some tables before anybody asked, so who asks gets the one after it,
   * together with all who ask during it: many callers cannot make the database check more than one thing at a time.
   */
  run(): Promise<LawsReport> {
    this.#waiting ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null;
        const check = this.#options.check(this.#stop.signal).then((report) => this.#judge(report));
        this.#running = check;
        return check;
      });
    return this.#waiting;
  }

  async #read(): Promise<'idle'> {
    const { read, hasLooked, freshMs, oldMs, moneyOut } = this.#options;
    const isKnown = this.#last !== null || hasLooked();
    const before = this.#judgements;
    const { report, ageMs } = await read();
    // A look that was asked for since is newer than this one.
    if (report === null || !isKnown || this.#judgements !== before) return 'idle';
    // What is known to be wrong is wrong, however long ago somebody last looked.
    if (ageMs < (this.#last === null ? freshMs : oldMs) || report.violations.length > 0) this.#judge(report);
    else if (this.#last !== null) moneyOut.forget();
    return 'idle';
  }

  #judge(report: LawsReport): LawsReport {
    const before = textOf(this.#last);
    this.#last = report;
    this.#judgements += 1;
    this.#options.moneyOut.judge(report.violations.length === 0);
    if (textOf(report) !== before) this.#options.changed(report);
    this.#judged();
    return report;
  }
}

/** What is wrong, to tell news by. */
function textOf(report: LawsReport | null): string {
  return (report?.violations ?? []).map(({ law, subject }) => `${law}: ${subject}`).join('\n');
}
