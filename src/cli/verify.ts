import { bookHeadsOf } from '../domain/book/book-head.ts';
import type { ChainHead } from '../domain/book/hash-chain.ts';
import { type RoleReport, roleWarning } from '../domain/installation/database-role.ts';
import { formatTimestamp } from '../domain/text/timestamp.ts';
import { readDetachedMonths } from '../storage/archive/months.ts';
import { type BookReport, checkBook, checkUnsealed } from '../storage/book/check-book.ts';
import { auditChain } from '../storage/chain/chain.ts';
import { type ChainReport, checkChainAt } from '../storage/chain/check-chain.ts';
import { readHeads } from '../storage/chain/head-file.ts';
import { onWatchedConnection } from '../storage/database/watched.ts';
import { checkLaws, type LawReport, type LawsReport } from '../storage/ledger/ledger-laws.ts';
import { readRoleReport } from '../storage/roles/role-faults.ts';
import { type CliCall, type CliCommand, type CliResult, UsageError } from './command-line.ts';
import { type CliSession, textOption, withAnyDatabase } from './session.ts';

export const verify: CliCommand = {
  name: 'verify',
  summary: 'Check the books, the sealed pages and the chain of the audit log; exit code 1 when something is wrong',
  notes: `Checks what is not sealed yet, what is open, all balances and the chain of pages, and says how far the service is with
reading sealed pages again; with --full it reads everything itself, which takes about half a minute for a million
invoices. It changes nothing and can run beside the service. Heads are what AUDIT_HEAD_FILE collects, or what
AUDIT_HEAD_URL was sent, one on each line: with them it finds out whether the book or the log was rewritten or cut, or
the database is of an earlier time.`,
  options: {
    full: { text: 'read everything, also what is sealed' },
    head: { value: 'file', text: 'heads of the book and of the audit log that were told outside' },
  },
  async run(call) {
    const path = textOption(call, 'head');
    const heads = path === undefined ? [] : await readHeads(path);
    if (path !== undefined && heads.length === 0) throw new UsageError(`${path} has no head of a chain.`);
    return await withAnyDatabase(call, async (session) => {
      const url = session.addresses.ownerUrl ?? session.addresses.url;
      const { laws, book } = await checkBooks(call, session, heads);
      const chain = await checkChainAt(
        url,
        auditChain,
        heads.filter((head) => head.chain === auditChain.name),
      );
      if (chain !== null) say(call, chain.faults, `the chain of the audit log (${chain.links} links)`);
      const detached = await readDetachedMonths(session.pool);
      return resultOf({ laws, book, chain, detached, role: await readRoleReport(session.pool) });
    });
  },
};

function say(call: CliCall, faults: readonly unknown[], what: string): void {
  call.progress(`${faults.length === 0 ? 'holds ' : 'BROKEN'}  ${what}`);
}

/** In one snapshot, so that what is sealed and what is not fit together. */
async function checkBooks(call: CliCall, { addresses, secrets }: CliSession, heads: readonly ChainHead[]) {
  const url = addresses.ownerUrl ?? addresses.url;
  const isFull = call.options['full'] === true;
  const checked = ({ law, durationMs, violations }: LawReport) =>
    say(call, violations, `${law} (${Math.round(durationMs)} ms)`);
  const told = bookHeadsOf(heads);
  const sealed = await onWatchedConnection(url, async (client) => {
    const { rows } = await client.query(`select to_regclass('public.book_pages') is not null as is_there`);
    // The schema is of a release that had no pages.
    if (!rows[0].is_there) return null;
    await client.query('begin isolation level repeatable read read only');
    const unsealed = isFull ? null : await checkUnsealed(client);
    for (const report of unsealed?.laws ?? []) checked(report);
    const progress = (text: string) => call.progress(`the book: ${text}`);
    const book = await checkBook(client, { isFull, heads: told, secrets, progress });
    await client.query('commit');
    return { unsealed, book };
  });
  if (sealed !== null) say(call, sealed.book.faults, `the book is as it was sealed (${sealed.book.pages} pages)`);
  const laws: CheckedLaws = sealed?.unsealed ?? (await checkLaws(url, { checked }));
  return { laws, book: sealed?.book ?? null };
}

/** How many transfers wait for their page, where that was looked at. */
type CheckedLaws = LawsReport & { readonly unsealed?: number };

interface Found {
  readonly laws: CheckedLaws;
  readonly book: BookReport | null;
  readonly chain: ChainReport | null;
  /** Months of the archive that lie in files. */
  readonly detached: readonly string[];
  readonly role: RoleReport;
}

function resultOf({ laws: report, book, chain, detached, role }: Found): CliResult {
  const { laws, violations, durationMs } = report;
  const warning = roleWarning(role);
  const isRight = [violations, chain?.faults ?? [], book?.faults ?? []].every((faults) => faults.length === 0);
  return {
    text: [
      lawsText(report),
      book === null ? '' : bookText(book, report.unsealed ?? 0),
      chain === null ? '' : chainText(chain),
      detachedText(detached),
      warning === null ? '' : `${warning}\n`,
    ].join(''),
    data: {
      isRight,
      durationMs: Math.round(durationMs),
      laws: laws.length,
      violations,
      book: book === null ? null : bookData(book),
      chain: chain === null ? null : chainData(chain),
      detachedMonths: detached,
      role,
    },
    exitCode: isRight ? 0 : 1,
  };
}

function detachedText(months: readonly string[]): string {
  if (months.length === 0) return '';
  return (
    `Detached months of the archive: ${months.join(', ')}. Their transfers were checked, their deals could not be asked; ` +
    '"quittance archive attach" brings them back.\n'
  );
}

/** Enough to see what is wrong. */
const shownMax = 10;

function lawsText({ laws, violations }: LawsReport): string {
  if (violations.length === 0) return `All ${laws.length} laws hold.\n`;
  const shown = laws.flatMap((one) => one.violations.slice(0, shownMax));
  const lines = shown.map(({ law, subject, detail }) => `  ${law}: ${subject}, ${detail}\n`).join('');
  return `The books are wrong (ten cases of each law at most):\n${lines}What to do: docs/operating.md, "When the audit alarms".\n`;
}

function bookText({ pages, transfers, faults, scrubbed, isFull }: BookReport, unsealed: number): string {
  const waiting = unsealed === 0 ? '' : `; ${unsealed} newer transfers wait for theirs`;
  const round = scrubbed.endedAt === null ? 'not once' : `last at ${formatTimestamp(scrubbed.endedAt)}`;
  const read = isFull ? 'all were read' : `read again as a whole ${round}, in this round up to page ${scrubbed.page}`;
  if (faults.length === 0) {
    return `The book is as it was sealed: ${pages} pages with ${transfers} transfers${waiting}; ${read}.\n`;
  }
  const lines = faults.map(({ text }) => `  ${text}\n`).join('');
  return (
    `The book is not what was sealed (${pages} pages${waiting}; ten faults at most):\n${lines}` +
    'What to do: docs/operating.md, "The sealed book".\n'
  );
}

function bookData({ pages, transfers, head, scrubbed, isFull, faults }: BookReport): object {
  return {
    pages: String(pages),
    transfers: String(transfers),
    head: head === null ? null : head.toString('hex'),
    isFull,
    scrubbedPage: String(scrubbed.page),
    scrubbedAt: scrubbed.endedAt === null ? null : formatTimestamp(scrubbed.endedAt),
    faults: faults.map(({ kind, page, text }) => ({ kind, page: page === null ? null : String(page), text })),
  };
}

function chainText({ links, unlinked, faults }: ChainReport): string {
  const waiting = unlinked === 0 ? '' : `; ${unlinked} newer lines wait for theirs`;
  if (faults.length === 0) return `The audit log is as it was written: ${links} links${waiting}.\n`;
  const lines = faults.map(({ text }) => `  ${text}\n`).join('');
  return (
    `The audit log is not what was written (${links} links${waiting}; ten faults at most):\n${lines}` +
    'What to do: docs/operating.md, "When the chain of the audit log is broken".\n'
  );
}

function chainData({ links, unlinked, head, faults }: ChainReport): object {
  return {
    links: String(links),
    unlinked,
    head: head === null ? null : head.hash.toString('hex'),
    faults: faults.map(({ kind, sequence, rowId, text }) => ({
      kind,
      sequence: sequence === null ? null : String(sequence),
      rowId: rowId === null ? null : String(rowId),
      text,
    })),
  };
}
