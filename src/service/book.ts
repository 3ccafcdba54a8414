import type pg from 'pg';
import type { Evidence } from '../api/operator/books/evidence-shape.ts';
import type { OperatorContext } from '../api/operator/endpoint.ts';
import { asChainHead, bookHeadsOf } from '../domain/book/book-head.ts';
import type { BookHead } from '../domain/book/page-faults.ts';
import { readHeader } from '../domain/book/page-header.ts';
import { readHeadOfBook, readLastPages } from '../storage/book/read-pages.ts';
import { readScrub } from '../storage/book/scrub-step.ts';
import { readBehind } from '../storage/chain/append-links.ts';
import { auditChain } from '../storage/chain/chain.ts';
import { readHead } from '../storage/chain/check-chain.ts';
import { orUnavailable } from '../storage/database/database-errors.ts';
import { readLastLift } from '../storage/reads/ledger/money-stop-reads.ts';
import type { AuditChain } from '../workers/book/audit-chain.ts';
import { BookHeads } from '../workers/book/book-heads.ts';
import { BookKeeper } from '../workers/book/book-keeper.ts';
import { BookScrubber } from '../workers/book/book-scrubber.ts';
import type { SelfAudit } from '../workers/book/self-audit.ts';
import { createAuditChain, openHeadFile, tellersOf } from './audit-chain.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';
import { checkEverything, createSelfAudit } from './self-audit.ts';

type BookApi = Pick<OperatorContext, 'selfAudit' | 'isMoneyOutOpen' | 'readEvidence'>;

/** All that seals the book, looks whether it and the audit log are right, and keeps money from going out while the book is not. */
export function openBook(core: Core): Capability<BookApi> {
  const { config, pool, connectionString, secrets, machineClock, gate, warns } = core;
  const keeper = createKeeper(core, () => selfAudit.wake());
  const selfAudit = createSelfAudit(core, gate.moneyOut, () => keeper.hasLooked);
  const scrubber = new BookScrubber({
    pool,
    connectionString,
    replicaUrl: config.database.replicaUrl,
    secrets,
    clock: machineClock,
    isLeading: () => keeper.isLeading,
    roundPauseMs: config.auditIntervalMs,
    failed: warns('reading sealed pages again will be tried later'),
  });
  const heads = createHeads(core);
  followBook(core, selfAudit, heads);
  watchBook(core, heads);
  const chain = createAuditChain(core);
  return {
    api: { selfAudit, isMoneyOutOpen: gate.isMoneyOutOpen, readEvidence: () => readEvidence(pool, chain) },
    loops: [heads, keeper, selfAudit, scrubber, chain],
  };
}

/** Every process knows within the second what any process found or put right, and whether the book is still there. */
function followBook({ lookout }: Core, selfAudit: SelfAudit, heads: BookHeads): void {
  let knownCheck: number | null = null;
  lookout.listen(({ booksCheckedAt, bookEnd, waits }) => {
    const isPutRight = selfAudit.hasFound && !waits.bookFaults;
    if (booksCheckedAt !== knownCheck || isPutRight) selfAudit.wake();
    knownCheck = booksCheckedAt;
    heads.glance(bookEnd);
  });
  lookout.wakes(selfAudit, 'bookFaults', 1_000);
}

/** Pages are dated by the machine's clock, whatever a sandbox does with its own. */
function createKeeper(core: Core, checked: () => void): BookKeeper {
  const { config, connectionString, secrets, machineClock, warns, log } = core;
  return new BookKeeper({
    connectionString,
    secrets,
    clock: machineClock,
    checkIntervalMs: config.auditIntervalMs,
    checkAll: (signal) => checkEverything(core, signal),
    checked,
    clockBehind: (byMs) => log.warn({ byMs }, 'the clock is behind the last sealed page: was it put back?'),
    failed: warns('sealing the book will be tried again'),
  });
}

function createHeads({ config, pool, machineClock, gate, bookEnd, warns, log }: Core): BookHeads {
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
    clock: machineClock,
    lost(pages, { text }) {
      log.error(
        { fault: text },
        'sealed pages are lost: money going out is stopped; see docs/operating.md, "The sealed book"',
      );
      gate.lostCommits.report(pages);
    },
    failed: warns('the end of the book will be looked at, and told, again'),
  });
}

function watchBook({ metrics, pool }: Core, heads: BookHeads): void {
  metrics.gauge(
    'book_head_failures',
    'How often in a row the end of the book could not be told outside',
    () => heads.failures,
  );
  metrics.gauge('book_page', 'Number of the last sealed page of the book', async () => {
    const { last } = await readLastPages(pool);
    return Number(last?.number ?? Number.NaN);
  });
  metrics.gauge('book_scrubbed_page', 'Up to which page this round has read the book again', async () =>
    Number((await readScrub(pool)).page),
  );
  metrics.gauge(
    'book_scrub_age_seconds',
    'Since the whole book was last read again; NaN before the first time',
    async () => {
      const { endedAt } = await readScrub(pool);
      return endedAt === null ? Number.NaN : (Date.now() - endedAt) / 1000;
    },
  );
}

/** Where what proves that nothing was rewritten ends, and how far it was checked. */
async function readEvidence(pool: pg.Pool, chain: AuditChain): Promise<Evidence> {
  const [{ last }, reread, link, { rows: unlinked }] = await orUnavailable(
    Promise.all([readLastPages(pool), readScrub(pool), readHead(pool, auditChain), readBehind(pool, auditChain)]),
  );
  return {
    page: last === null ? null : { number: last.number, hash: last.hash, sealedAt: readHeader(last.bytes).at },
    reread,
    link,
    unlinked,
    checked: chain.checked,
    faults: (chain.faults ?? []).map(({ text }) => text),
  };
}
