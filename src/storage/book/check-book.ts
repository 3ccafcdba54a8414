import type pg from 'pg';
import {
  type BookHead,
  bookHeadFault,
  chainFaults,
  openPage,
  type PageFault,
  type ReadPage,
} from '../../domain/book/page-faults.ts';
import { changesOf } from '../../domain/book/sealed-transfer.ts';
import type { LawReport, LawsReport } from '../ledger/ledger-laws.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { readFaults } from './book-faults.ts';
import { checkSteady, checkTouched, findTouched } from './check-touched.ts';
import { readHeadOfBook, readLastPages, readPagesAfter } from './read-pages.ts';
import { readHorizon, readUnsealed, usableBase } from './read-unsealed.ts';
import { scrubWhole } from './scrub-end.ts';
import { scrubPages } from './scrub-pages.ts';
import { readScrub } from './scrub-step.ts';

/** With more than so many unsealed transfers the book does not say much of now. */
const unsealedMax = 50_000;
const pagesPerPart = 1_000;
const faultsMax = 10;

/**
 * The laws of what is not sealed yet, of what is open and of all balances, with what is known to be wrong with the rest. Null: too
 * little is sealed, and only a check of everything says something. Nothing is changed.
 */
export async function checkUnsealed(client: pg.Client): Promise<(LawsReport & { readonly unsealed: number }) | null> {
  const startedAtMs = Date.now();
  const startedMs = performance.now();
  const { last, base } = await readLastPages(client);
  if (last === null || !last.isComplete || base === null) return null;
  const now = await readHorizon(client);
  const transfers = await readUnsealed(client, {
    base: usableBase(base.horizon, now),
    now,
    ids: null,
    rowsMax: unsealedMax + 1,
  });
  if (transfers.length > unsealedMax) return null;
  const steady = await checkSteady(client, changesOf(transfers));
  const touched = await checkTouched(client, await findTouched(client, transfers));
  const known = await readFaults(client);
  const reports = [...steady, ...touched, ...knownReports(known, [...steady, ...touched])];
  const violations = reports.flatMap((report) => report.violations);
  const durationMs = performance.now() - startedMs;
  return { startedAtMs, durationMs, laws: reports, violations, unsealed: transfers.length };
}

/** What the service has found and this look has not seen, by law. */
function knownReports(known: Awaited<ReturnType<typeof readFaults>>, seen: readonly LawReport[]): LawReport[] {
  const isSeen = new Set(seen.flatMap(({ violations }) => violations.map(({ law, subject }) => `${law}: ${subject}`)));
  const others = known.filter(({ law, subject }) => !isSeen.has(`${law}: ${subject}`));
  const laws = [...new Set(others.map(({ law }) => law))];
  return laws.map((law) => ({ law, durationMs: 0, violations: others.filter((one) => one.law === law) }));
}

export interface BookReport {
  readonly pages: bigint;
  readonly transfers: bigint;
  readonly head: Buffer | null;
  /** Up to which page the scrubber has come in this round, and when it last ended one. */
  readonly scrubbed: Awaited<ReturnType<typeof readScrub>>;
  readonly isFull: boolean;
  /** The first ones. */
  readonly faults: readonly PageFault[];
}

interface BookCheck {
  /** Everything that is sealed, and not the headers alone. */
  readonly isFull: boolean;
  readonly heads: readonly BookHead[];
  readonly secrets: SecretBox;
  readonly progress: (text: string) => void;
}

/** The chain of headers with their signatures; in full also everything that they stand for. */
export async function checkBook(
  client: pg.Client,
  { isFull, heads, secrets, progress }: BookCheck,
): Promise<BookReport> {
  const faults: PageFault[] = [];
  const { last } = await readLastPages(client);
  const ends = last?.number ?? 0n;
  const header = last === null ? null : openPage(last).page?.header;
  const walk = isFull ? walkPages : walkHeaders;
  for await (const part of walk(client)) {
    faults.push(...part.faults);
    progress(`page ${part.last} of ${ends}${part.faults.length === 0 ? '' : `: ${part.faults.length} faults`}`);
  }
  if (isFull) faults.push(...(await scrubWhole(client, secrets)));
  for (const head of heads) {
    const fault = bookHeadFault(head, (await readHeadOfBook(client, head.number)).hash, ends);
    if (fault !== null) faults.push(fault);
  }
  return {
    pages: ends,
    transfers: header?.transfersTotal ?? 0n,
    head: last?.hash ?? null,
    scrubbed: await readScrub(client),
    isFull,
    faults: faults.slice(0, faultsMax),
  };
}

interface Walked {
  readonly last: bigint;
  readonly faults: readonly PageFault[];
}

async function* walkHeaders(client: pg.Client): AsyncGenerator<Walked> {
  let previous: ReadPage | null = null;
  for (let after = 0n; ; ) {
    const pages = await readPagesAfter(client, after, pagesPerPart);
    const faults: PageFault[] = [];
    for (const found of pages) {
      const opened = openPage(found);
      faults.push(...opened.faults);
      if (opened.page !== null && (previous !== null || found.number === 1n || after === 0n)) {
        faults.push(...chainFaults(previous, opened.page));
      }
      previous = opened.page;
    }
    after = pages.at(-1)?.number ?? after;
    if (pages.length > 0) yield { last: after, faults };
    if (pages.length < pagesPerPart) return;
  }
}

async function* walkPages(client: pg.Client): AsyncGenerator<Walked> {
  for (let after = 0n; ; ) {
    const scrubbed = await scrubPages(client, { after, transfersMax: 100_000, pagesMax: pagesPerPart });
    if (scrubbed.last === null) return;
    yield { last: scrubbed.last, faults: scrubbed.faults };
    after = scrubbed.last;
  }
}
