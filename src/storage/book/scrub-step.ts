import type pg from 'pg';
import type { SealedTransfer } from '../../domain/book/sealed-transfer.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Violation } from '../ledger/ledger-laws.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { noteFaults, sealedLaw } from './book-faults.ts';
import { violationsOf } from './check-touched.ts';
import { PageScrub } from './page-scrub.ts';
import { WholeScrub } from './scrub-end.ts';
import { askLaws, violationsOfFaults } from './scrub-pages.ts';

/** How much one step reads at most. */
interface StepSize {
  readonly pages: number;
  readonly transfers: number;
  /** At the end of a round: transfers of which only the number is looked at, and balances with their ways in the tree. */
  readonly numbers: number;
  readonly accounts: number;
}

/** So much holds the event loop for some milliseconds, and the server for some more. */
const usualSize: StepSize = { pages: 5, transfers: 250, numbers: 5_000, accounts: 50 };
/** Pages that are known to be wrong are read again in every other step, so many at most. */
const knownMax = 5;

interface ScrubParts {
  /** Where it is written down what was found. */
  readonly pool: pg.Pool;
  readonly secrets: SecretBox;
  readonly size?: StepSize;
}

interface ScrubProgress {
  readonly page: bigint;
  readonly rounds: number;
  /** When the last whole round ended; null before the first has. */
  readonly endedAt: number | null;
}

export async function readScrub(client: pg.Pool | pg.Client): Promise<ScrubProgress> {
  const { rows } = await client.query('select page, rounds, ended_at as "endedAt" from book_scrub');
  return rows[0];
}

/**
 * Reads sealed pages again, a small step at a time, and at the end of a round looks at the book as a whole. What it has read of a page
 * is remembered here and nowhere else: who begins anew, after a restart or in another process, reads that page from its beginning.
 */
export class Scrub {
  readonly #parts: ScrubParts;
  readonly #size: StepSize;
  /** What the round has come to: a page of which a part was read, or the book as a whole. */
  #page: PageScrub | null = null;
  #whole: WholeScrub | null = null;
  /** Of those that are known to be wrong. */
  #knownPage: PageScrub | null = null;
  #knownLast = 0n;
  #isKnownNext = false;

  constructor(parts: ScrubParts) {
    this.#parts = parts;
    this.#size = parts.size ?? usualSize;
  }

  /** The next step, read where `client` is: on a replica, or on the primary. Says whether a round has ended with it. */
  async step(client: pg.Client, at: number): Promise<{ readonly isRoundOver: boolean }> {
    const { after, known } = await readTask(this.#parts.pool);
    this.#isKnownNext = known.length > 0 && !this.#isKnownNext;
    try {
      if (this.#isKnownNext) await this.#stepKnown(client, { known, at });
      else if (this.#whole === null) await this.#stepPages(client, { after, at });
      else return { isRoundOver: await this.#stepWhole(client, { whole: this.#whole, after, at }) };
      return { isRoundOver: false };
    } catch (error) {
      // How far it has come is not certain, and what is not certain is read again.
      this.#page = null;
      this.#whole = null;
      this.#knownPage = null;
      throw error;
    }
  }

  /** In its turn, one that is known to be wrong. */
  async #stepKnown(client: pg.Client, { known, at }: { readonly known: readonly bigint[]; readonly at: number }) {
    const number = known.find((one) => one > this.#knownLast) ?? known[0] ?? 0n;
    const begun = this.#knownPage?.after === number - 1n ? this.#knownPage : null;
    const part = await inSnapshot(client, () =>
      readPages(client, begun, { ...this.#size, pages: 1, after: number - 1n }),
    );
    this.#knownPage = part.page;
    if (part.page === null) this.#knownLast = number;
    if (isNews(part)) await inTransaction(this.#parts.pool, (writer) => noteRead(writer, part, at));
  }

  async #stepPages(client: pg.Client, { after, at }: { readonly after: bigint; readonly at: number }): Promise<void> {
    // Another process may have gone on with it.
    const begun = this.#page?.after === after ? this.#page : null;
    const part = await inSnapshot(client, () => readPages(client, begun, { ...this.#size, after }));
    this.#page = part.page;
    if (part.isEnd && part.done.length === 0) {
      const { secrets } = this.#parts;
      this.#whole = new WholeScrub(secrets, { transfers: this.#size.numbers, accounts: this.#size.accounts });
    }
    if (!isNews(part)) return;
    await inTransaction(this.#parts.pool, async (writer) => {
      await noteRead(writer, part, at);
      await writer.query(
        'update book_scrub set page = $1, began_at = case when page = 0 then $2 else began_at end where page = $3',
        [part.done.at(-1)?.number ?? after, new Date(at), after],
      );
    });
  }

  async #stepWhole(
    client: pg.Client,
    { whole, after, at }: { readonly whole: WholeScrub; readonly after: bigint; readonly at: number },
  ): Promise<boolean> {
    await inSnapshot(client, () => whole.readOn(client));
    const found = violationsOfFaults(whole.faults);
    if (!whole.isDone && found.length === 0) return false;
    // What was wrong the last time is taken back only when all of it was looked at.
    const subjects = whole.isDone ? ['stranger', 'balances'] : [];
    await inTransaction(this.#parts.pool, async (writer) => {
      await noteFaults(writer, { laws: [sealedLaw], subjects, found, at });
      if (!whole.isDone) return;
      const ended = 'update book_scrub set page = 0, rounds = rounds + 1, ended_at = $1 where page = $2';
      await writer.query(ended, [new Date(at), after]);
    });
    if (whole.isDone) this.#whole = null;
    return whole.isDone;
  }
}

/** After which page the round goes on, and which are known to be wrong. */
async function readTask(pool: pg.Pool): Promise<{ readonly after: bigint; readonly known: readonly bigint[] }> {
  const { rows } = await pool.query({
    name: 'book-scrub-task',
    text: `select page as after, array(
        select substr(subject, 6) from book_faults where law = $1 and subject like 'page %' order by substr(subject, 6)::int8 limit $2
      ) as known from book_scrub`,
    values: [sealedLaw, knownMax],
  });
  return { after: rows[0].after, known: rows[0].known.map(BigInt) };
}

async function inSnapshot<Value>(client: pg.Client, read: () => Promise<Value>): Promise<Value> {
  await client.query('begin isolation level repeatable read read only');
  const value = await read();
  await client.query('commit');
  return value;
}

interface PagesPart {
  /** The one that is to be gone on with; null: none was begun that is not done. */
  readonly page: PageScrub | null;
  readonly done: readonly PageScrub[];
  /** Of the laws of what was read. */
  readonly violations: readonly Violation[];
  /** Whether there was no page left. */
  readonly isEnd: boolean;
}

/** Goes on with a page, then with those after it. */
async function readPages(
  client: pg.Client,
  begun: PageScrub | null,
  size: Pick<StepSize, 'pages' | 'transfers'> & { readonly after: bigint },
): Promise<PagesPart> {
  const done: PageScrub[] = [];
  const read: SealedTransfer[] = [];
  let page = begun;
  let isEnd = false;
  for (let parts = 0; parts < size.pages && read.length < size.transfers; parts += 1) {
    page ??= await PageScrub.begin(client, done.at(-1)?.number ?? size.after, size.transfers);
    isEnd = page === null;
    if (page === null) break;
    read.push(...(await page.readOn(client, size.transfers - read.length)));
    if (page.state === 'reading') continue;
    const isLost = page.state === 'lost';
    if (!isLost) done.push(page);
    page = null;
    // It is looked for again by the next step.
    if (isLost) break;
  }
  return { page, done, violations: violationsOf(await askLaws(client, read, { isPrepared: true })), isEnd };
}

function isNews({ done, violations }: PagesPart): boolean {
  return done.length > 0 || violations.length > 0;
}

async function noteRead(writer: pg.PoolClient, { done, violations }: PagesPart, at: number): Promise<void> {
  // Those that are missing before a page were looked for as well.
  const subjects = done.flatMap(({ after, number }) => numbersBetween(after, number).map((one) => `page ${one}`));
  const found = violationsOfFaults(done.flatMap(({ faults }) => faults));
  await noteFaults(writer, { laws: [sealedLaw], subjects, found, at });
  // Of laws nothing is taken back here: a replica may be behind, and who seals asks again.
  await noteFaults(writer, { laws: [], subjects: [], found: violations, at });
}

/** A gap of millions is named once, and not for each of its pages. */
const missingMax = 1_000;

function numbersBetween(after: bigint, upTo: bigint): bigint[] {
  const first = upTo - after > missingMax ? upTo - BigInt(missingMax) : after;
  return Array.from({ length: Number(upTo - first) }, (_, index) => first + 1n + BigInt(index));
}
