import type pg from 'pg';
import type { ChainFault, ChainHead, Link } from '../../domain/book/hash-chain.ts';
import { appendLinks } from '../../storage/chain/append-links.ts';
import { auditChain } from '../../storage/chain/chain.ts';
import { findMissingHeads, findStrangers, linksPerPage, readHead, walkPage } from '../../storage/chain/check-chain.ts';
import { onWatchedConnection } from '../../storage/database/watched.ts';
import { unaskedPauseMs } from '../lookout.ts';
import { Loop } from '../loop.ts';
import { HeadTeller } from './head-teller.ts';

export interface AuditChainOptions {
  readonly pool: pg.Pool;
  readonly connectionString: () => string;
  /** Between two looks at a part of the chain. */
  readonly checkIntervalMs: number;
  readonly tellIntervalMs: number;
  /** Tells the head outside. Empty where nobody is told. */
  readonly tellers: readonly ((head: ChainHead, signal: AbortSignal) => Promise<void>)[];
  /** Heads that were told before, where they can be read again. */
  readonly told: () => Promise<readonly ChainHead[]>;
  /** Called when faults are found where there were none, or others. */
  readonly broken: (faults: readonly ChainFault[]) => void;
  readonly clock: () => number;
  readonly failed: (error: unknown) => void;
}

interface CheckedChain {
  readonly at: number;
  readonly lines: bigint;
}

const appendAgainMs = 1_000;
const rowsPerAppend = 1_000;
/** A rewritten log has thousands; the first ones say where to look. */
const faultsMax = 100;
/** Walking so many takes less than a second; a round over a million takes an hour of short looks. */
const pagesPerCheck = 10;

/**
 * Keeps the chain of the audit log: appends links, walks along it round after round, and tells its head outside. Every process
 * checks for itself; links are appended by one at a time.
 */
export class AuditChain {
  readonly #options: AuditChainOptions;
  readonly #appending: Loop;
  readonly #checking: Loop;
  readonly #teller: HeadTeller<ChainHead>;
  #found: ChainFault[] = [];
  #faults: readonly ChainFault[] | null = null;
  #after: Link | null = null;
  #seen: ChainHead | null = null;
  #checked: CheckedChain | null = null;

  constructor(options: AuditChainOptions) {
    this.#options = options;
    const { checkIntervalMs, tellIntervalMs, failed } = options;
    this.#appending = new Loop({
      pauseMs: unaskedPauseMs,
      againMs: appendAgainMs,
      isOnCall: true,
      failed,
      step: () => this.#append(),
    });
    this.#checking = new Loop({ pauseMs: checkIntervalMs, failed, step: () => this.#check() });
    this.#teller = new HeadTeller({
      read: async () => {
        const last = await readHead(options.pool, auditChain);
        return last === null ? null : headOf(last);
      },
      numberOf: ({ sequence }) => sequence,
      tellers: options.tellers,
      intervalMs: tellIntervalMs,
      failed,
    });
  }

  /** What is known to be wrong with the chain; null before the first round is over. */
  get faults(): readonly ChainFault[] | null {
    return this.#faults;
  }

  /** How far the last whole round has come; null before the first is over. */
  get checked(): CheckedChain | null {
    return this.#checked;
  }

  /** How many times in a row the head could not be told outside. */
  get failures(): number {
    return this.#teller.failures;
  }

  start(): void {
    for (const worker of this.#workers) worker.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()));
  }

  /** There are lines without a link. */
  wake(): void {
    this.#appending.wake();
  }

  get #workers() {
    return [this.#appending, this.#checking, this.#teller];
  }

  async #append(): Promise<'more' | 'idle'> {
    return (await appendLinks(this.#options.pool, auditChain, rowsPerAppend)) === rowsPerAppend ? 'more' : 'idle';
  }

  async #check(): Promise<'idle'> {
    await onWatchedConnection(this.#options.connectionString(), async (client) => {
      for (let page = 0; page < pagesPerCheck; page += 1) {
        const { last, count, faults } = await walkPage(client, auditChain, this.#after);
        this.#found = [...this.#found, ...faults].slice(0, faultsMax);
        this.#after = last;
        // A fault is known at once; that there is none only after a whole round.
        if (this.#found.length > 0) this.#settle(this.#found);
        if (count < linksPerPage) {
          await this.#endRound(client, last);
          break;
        }
      }
    });
    return 'idle';
  }

  async #endRound(client: pg.Client, last: Link | null): Promise<void> {
    const lines = last?.sequence ?? 0n;
    const missing = (heads: readonly ChainHead[]) => findMissingHeads(client, auditChain, heads, lines);
    const found = [...this.#found, ...(await findStrangers(client, auditChain))];
    found.push(...(await missing(this.#seen === null ? [] : [this.#seen])));
    // What was told lies outside, and may be out of reach: what was found is said before, and the next round begins anyway.
    if (found.length > 0) this.#settle(found);
    this.#found = [];
    this.#after = null;
    found.push(...(await missing(await this.#options.told())));
    if (last !== null) this.#seen = headOf(last);
    this.#checked = { at: this.#options.clock(), lines };
    this.#settle(found);
  }

  #settle(faults: readonly ChainFault[]): void {
    const isNews = faults.length > 0 && faults[0]?.text !== this.#faults?.[0]?.text;
    this.#faults = [...faults];
    if (isNews) this.#options.broken(this.#faults);
  }
}

function headOf(link: Link): ChainHead {
  return { ...link, chain: auditChain.name, at: new Date().toISOString() };
}
