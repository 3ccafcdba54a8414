import type pg from 'pg';
import {
  chainFaults,
  leavesFaults,
  openPage,
  type PageFault,
  type ReadPage,
  transferFaults,
} from '../../domain/book/page-faults.ts';
import { historyRoot, partsBeside, partsOfHistory, partsOfPage } from '../../domain/book/page-history.ts';
import { changesOf, type SealedTransfer } from '../../domain/book/sealed-transfer.ts';
import type { LawReport, Violation } from '../ledger-laws.ts';
import { sealedLaw } from './book-faults.ts';
import { checkTouched, findTouched } from './check-touched.ts';
import { readLeaves, readPage, readPagesAfter, readParts, readSealedTransfers } from './read-pages.ts';

interface ScrubbedPages {
  /** The last page that was looked at; null: there was none left. */
  readonly last: bigint | null;
  readonly pages: number;
  readonly transfers: number;
  readonly faults: readonly PageFault[];
  readonly reports: readonly LawReport[];
}

/**
 * Reads pages again that were sealed, and all that they hold: headers, the chain, transfers, balances, and the laws of what they were
 * about. All in one snapshot, which may be that of a replica.
 */
export async function scrubPages(
  client: pg.Client,
  {
    after,
    transfersMax,
    pagesMax,
  }: { readonly after: bigint; readonly transfersMax: number; readonly pagesMax: number },
): Promise<ScrubbedPages> {
  const found = await readPagesAfter(client, after, pagesMax);
  const faults: PageFault[] = [];
  const reports: LawReport[] = [];
  let previous = after === 0n ? null : await reopen(client, after);
  let [transfers, pages] = [0, 0];
  for (const stored of found) {
    if (transfers >= transfersMax) break;
    const opened = openPage(stored);
    faults.push(...opened.faults);
    pages += 1;
    if (opened.page === null) {
      previous = null;
      continue;
    }
    // After a page that cannot be read, nothing can be said of what follows it.
    if (previous !== null || opened.page.number === after + 1n) faults.push(...chainFaults(previous, opened.page));
    const held = await readSealedTransfers(client, opened.page.number);
    faults.push(...transferFaults(opened.page, held), ...(await balanceFaults(client, opened.page, held)));
    faults.push(...leavesFaults(opened.page, await readLeaves(client, opened.page.number)));
    faults.push(...(await historyFaults(client, opened.page)));
    reports.push(...(await checkTouched(client, await findTouched(client, held))));
    transfers += held.length;
    previous = opened.page;
  }
  return { last: found[pages - 1]?.number ?? null, pages, transfers, faults, reports };
}

async function reopen(client: pg.Client, number: bigint): Promise<ReadPage | null> {
  const stored = await readPage(client, number);
  return stored === null ? null : openPage(stored).page;
}

/** The tree over all pages before it, and the parts that are whole with it. */
async function historyFaults(client: pg.Client, { number, hash, header }: ReadPage): Promise<PageFault[]> {
  const fault = (text: string): PageFault => ({ kind: 'chain', page: number, text: `page ${number}: ${text}` });
  const own = Array.from({ length: partsBeside(number).length + 1 }, (_, level) => ({ page: number, level }));
  const parts = await readParts(client, [...partsOfHistory(number - 1n), ...partsBeside(number), ...own]);
  const isKept = partsOfPage(number, hash, parts).every((part, level) => part.equals(parts({ page: number, level })));
  return [
    ...(historyRoot(number - 1n, parts).equals(header.historyRoot)
      ? []
      : [fault('the pages before it are others than those it was sealed after')]),
    ...(isKept ? [] : [fault('what is kept of the tree over all pages is not what follows from them')]),
  ];
}

/** What the page says of balances is what the pages before say, and its transfers. */
async function balanceFaults(
  client: pg.Client,
  { number }: ReadPage,
  transfers: readonly SealedTransfer[],
): Promise<PageFault[]> {
  const changes = changesOf(transfers);
  const { rows } = await client.query(
    `select coalesce(k.id, n.account_id) as id, n.balance as after, coalesce(b.balance, 0) as before
     from unnest($1::int[]) k(id) full join (select account_id, balance from book_balances where page = $2) n on n.account_id = k.id
     left join lateral (
       select balance from book_balances where account_id = coalesce(k.id, n.account_id) and page < $2 order by page desc limit 1
     ) b on true`,
    [[...changes.keys()], number],
  );
  return rows
    .filter(({ id, before, after }) => after === null || after !== before + (changes.get(id) ?? 0n))
    .map(({ id, before, after }): PageFault => {
      const expected = before + (changes.get(id) ?? 0n);
      const text = `page ${number}: the balance of account ${id} follows to be ${expected}, and ${after ?? 'none'} is written down`;
      return { kind: 'balances', page: number, text };
    });
}

/** As a violation for each page, with all that is wrong with it. */
export function violationsOfFaults(faults: readonly PageFault[]): Violation[] {
  const byPage = new Map<string, string[]>();
  for (const { page, kind, text } of faults) {
    const subject = page === null ? kind : `page ${page}`;
    byPage.set(subject, [...(byPage.get(subject) ?? []), text]);
  }
  return [...byPage].map(([subject, texts]) => ({ law: sealedLaw, subject, detail: texts.slice(0, 10).join('; ') }));
}
