import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { asChainHead, bookHeadsOf } from './domain/book/book-head.ts';
import type { BookHead } from './domain/book/page-faults.ts';
import type { Metrics } from './http/metrics.ts';
import { checkEverything, createSelfAudit } from './service-audit.ts';
import { openHeadFile, tellersOf } from './service-audit-chain.ts';
import type { MoneyGate } from './service-lost-commits.ts';
import { readHeadOfBook, readLastPages } from './storage/book/read-pages.ts';
import { readScrub } from './storage/book/scrub-step.ts';
import { readLastLift } from './storage/reads/money-stop-reads.ts';
import type { SecretBox } from './storage/secret-box.ts';
import { BookHeads } from './workers/book-heads.ts';
import { BookKeeper } from './workers/book-keeper.ts';
import { BookScrubber } from './workers/book-scrubber.ts';
import type { Lookout } from './workers/lookout.ts';
import type { SelfAudit } from './workers/self-audit.ts';

/** The end of the book as this process has seen it last; null before the first page. */
export interface BookEnd {
  head: BookHead | null;
}

interface BookParts extends Pick<MoneyGate, 'moneyOut' | 'lostCommits'> {
  readonly pool: pg.Pool;
  readonly connectionString: () => string;
  readonly secrets: SecretBox;
  /** Where it is left for those who tell it to others. */
  readonly bookEnd: BookEnd;
  /** The machine's clock: pages are dated by it, whatever a sandbox does with its own. */
  readonly clock: () => number;
  readonly lookout: Lookout;
  readonly log: Logger;
}

/** All that seals the book, looks whether it is right, and keeps money from going out while it is not. */
export function createBooks(config: Config, parts: BookParts) {
  const { pool, connectionString, moneyOut, secrets, clock, log } = parts;
  const intervalMs = config.auditIntervalMs;
  const keeper = createKeeper({ ...parts, intervalMs }, () => selfAudit.wake());
  const hasLooked = () => keeper.hasLooked;
  const selfAudit = createSelfAudit({ pool, connectionString, intervalMs, moneyOut, hasLooked }, log);
  const scrubber = new BookScrubber({
    pool,
    connectionString,
    replicaUrl: config.database.replicaUrl,
    secrets,
    clock,
    isLeading: () => keeper.isLeading,
    roundPauseMs: intervalMs,
    failed: (err) => log.warn({ err }, 'reading sealed pages again will be tried later'),
  });
  const heads = createHeads(config, parts);
  followBook(parts.lookout, { selfAudit, heads });
  const workers = [heads, keeper, selfAudit, scrubber];
  return {
    selfAudit,
    heads,
    async start() {
      for (const worker of workers) await worker.start();
    },
    async stop() {
      for (const worker of [...workers].reverse()) await worker.stop();
    },
  };
}

/** Every process knows within the second what any process found or put right, and whether the book is still there. */
function followBook(
  lookout: Lookout,
  { selfAudit, heads }: { readonly selfAudit: SelfAudit; readonly heads: BookHeads },
): void {
  let knownCheck: number | null = null;
  lookout.listen(({ booksCheckedAt, bookEnd, waits }) => {
    const isPutRight = selfAudit.hasFound && !waits.bookFaults;
    if (booksCheckedAt !== knownCheck || isPutRight) selfAudit.wake();
    knownCheck = booksCheckedAt;
    heads.glance(bookEnd);
  });
  lookout.wakes(selfAudit, 'bookFaults', 1_000);
}

function createKeeper(parts: BookParts & { readonly intervalMs: number }, checked: () => void): BookKeeper {
  const { connectionString, secrets, clock, intervalMs: checkIntervalMs, log } = parts;
  return new BookKeeper({
    connectionString,
    secrets,
    clock,
    checkIntervalMs,
    checkAll: (signal) => checkEverything(parts, signal),
    checked,
    clockBehind: (byMs) => log.warn({ byMs }, 'the clock is behind the last sealed page: was it put back?'),
    failed: (err) => log.warn({ err }, 'sealing the book will be tried again'),
  });
}

function createHeads(config: Config, { pool, clock, lostCommits, bookEnd, log }: BookParts): BookHeads {
  const { file, intervalMs } = config.auditHead;
  const tellers = tellersOf(config.auditHead, config.notify.allowsPrivate);
  const toldHeads = openHeadFile(file, log);
  return new BookHeads({
    read: (number) => readHeadOfBook(pool, number),
    async told() {
      const told = bookHeadsOf(await toldHeads.read());
      if (told.length === 0) return [];
      const lifted = await readLastLift(pool);
      // What was told before an operator has looked was looked at.
      return told.filter(({ at }) => Date.parse(at) > lifted).slice(-1);
    },
    tellers: tellers.map((tell) => (head: BookHead, signal: AbortSignal) => tell(asChainHead(head), signal)),
    tellIntervalMs: intervalMs,
    seen(head) {
      bookEnd.head = head;
    },
    clock,
    lost(pages, { text }) {
      log.error(
        { fault: text },
        'sealed pages are lost: money going out is stopped; see docs/operating.md, "The sealed book"',
      );
      lostCommits.report(pages);
    },
    failed: (err) => log.warn({ err }, 'the end of the book will be looked at, and told, again'),
  });
}

/** After those of the pool, which would count the questions that these ask. */
export function watchBook(metrics: Metrics, pool: pg.Pool, heads: BookHeads): void {
  metrics.gauge(
    'book_head_failures',
    'How often in a row the end of the book could not be told outside',
    () => heads.failures,
  );
  metrics.gauge('book_page', 'Number of the last sealed page of the book', async () => {
    const { last } = await readLastPages(pool).catch(() => ({ last: null }));
    return Number(last?.number ?? Number.NaN);
  });
  const scrub = (value: (progress: Awaited<ReturnType<typeof readScrub>>) => number) => () =>
    readScrub(pool).then(value, () => Number.NaN);
  metrics.gauge(
    'book_scrubbed_page',
    'Up to which page this round has read the book again',
    scrub(({ page }) => Number(page)),
  );
  metrics.gauge(
    'book_scrub_age_seconds',
    'Since the whole book was last read again; NaN before the first time',
    scrub(({ endedAt }) => (endedAt === null ? Number.NaN : (Date.now() - endedAt) / 1000)),
  );
}
