import type pg from 'pg';
import type { PageFault } from '../../domain/book/page-faults.ts';
import type { SecretBox } from '../secret-box.ts';
import { inTransaction } from '../transaction.ts';
import { onWatchedConnection } from '../watched.ts';
import { noteFaults, sealedLaw } from './book-faults.ts';
import { violationsOf } from './check-touched.ts';
import { scrubWhole } from './scrub-end.ts';
import { scrubPages, violationsOfFaults } from './scrub-pages.ts';

/** So much is read in well under a second. */
const transfersPerStep = 20_000;
const pagesPerStep = 50;
/** Pages that are known to be wrong are looked at every time, so many at most. */
const knownMax = 5;

interface ScrubParts {
  /** Where pages are read: of a replica, or of the primary. */
  readonly readingUrl: string;
  /** Where it is written down what was found. */
  readonly pool: pg.Pool;
  readonly secrets: SecretBox;
  readonly at: number;
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

/** Reads the next pages again, or at the end of a round the book as a whole. Says whether a round has ended with it. */
export async function scrubStep({
  readingUrl,
  pool,
  secrets,
  at,
}: ScrubParts): Promise<{ readonly isRoundOver: boolean }> {
  const { page: after } = await readScrub(pool);
  const known = await readKnown(pool);
  const read = await onWatchedConnection(readingUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const again = [];
    for (const number of known)
      again.push(await scrubPages(client, { after: number - 1n, transfersMax: 1, pagesMax: 1 }));
    const next = await scrubPages(client, { after, transfersMax: transfersPerStep, pagesMax: pagesPerStep });
    const whole = next.last === null ? await scrubWhole(client, secrets) : null;
    await client.query('commit');
    return { again, next, whole };
  });
  await inTransaction(pool, (client) => noteScrubbed(client, { ...read, after, known, at }));
  return { isRoundOver: read.whole !== null };
}

async function readKnown(pool: pg.Pool): Promise<bigint[]> {
  const { rows } = await pool.query(
    `select substr(subject, 6)::int8 as number from book_faults where law = $1 and subject like 'page %' order by 1 limit $2`,
    [sealedLaw, knownMax],
  );
  return rows.map(({ number }) => number);
}

type Scrubbed = Awaited<ReturnType<typeof scrubPages>>;

interface Read {
  readonly again: readonly Scrubbed[];
  readonly next: Scrubbed;
  readonly whole: readonly PageFault[] | null;
  readonly after: bigint;
  readonly known: readonly bigint[];
  readonly at: number;
}

async function noteScrubbed(client: pg.PoolClient, { again, next, whole, after, known, at }: Read): Promise<void> {
  const looked = [...again, next];
  const numbers = [...known, ...Array.from({ length: next.pages }, (_, index) => after + 1n + BigInt(index))];
  const subjects = [...numbers.map((number) => `page ${number}`), ...(whole === null ? [] : ['stranger', 'balances'])];
  const faults = [...looked.flatMap((pages) => pages.faults), ...(whole ?? [])];
  await noteFaults(client, { laws: [sealedLaw], subjects, found: violationsOfFaults(faults), at });
  // Of laws nothing is taken back here: a replica may be behind, and who seals asks again.
  const found = looked.flatMap((pages) => violationsOf(pages.reports));
  await noteFaults(client, { laws: [], subjects: [], found, at });
  if (whole === null) {
    await client.query('update book_scrub set page = $1, began_at = case when $2 then $3 else began_at end', [
      next.last,
      after === 0n,
      new Date(at),
    ]);
  } else {
    await client.query('update book_scrub set page = 0, rounds = rounds + 1, ended_at = $1', [new Date(at)]);
  }
}
