import type pg from 'pg';
import type { PageFault } from '../../domain/book/page-faults.ts';
import type { SealedTransfer } from '../../domain/book/sealed-transfer.ts';
import type { LawReport, Violation } from '../ledger/ledger-laws.ts';
import { sealedLaw } from './book-faults.ts';
import { checkTouched, findTouched } from './check-touched.ts';
import { PageScrub } from './page-scrub.ts';

interface ScrubbedPages {
  /** The last page that was looked at; null: there was none left. */
  readonly last: bigint | null;
  readonly pages: number;
  readonly transfers: number;
  readonly faults: readonly PageFault[];
  readonly reports: readonly LawReport[];
}

/** So many are asked about at once. */
const transfersPerPart = 20_000;

/**
 * Reads pages again that were sealed, and all that they hold: headers, the chain, transfers, balances, and the laws of what they were
 * about. To the end of the last one.
 */
export async function scrubPages(
  client: pg.Client,
  {
    after,
    transfersMax,
    pagesMax,
  }: { readonly after: bigint; readonly transfersMax: number; readonly pagesMax: number },
): Promise<ScrubbedPages> {
  const [faults, reports]: [PageFault[], LawReport[]] = [[], []];
  let [last, transfers, pages]: [bigint | null, number, number] = [null, 0, 0];
  while (transfers < transfersMax && pages < pagesMax) {
    const page = await PageScrub.begin(client, last ?? after, transfersPerPart);
    if (page === null) break;
    while (page.state === 'reading') {
      const held = await page.readOn(client, transfersPerPart);
      reports.push(...(await askLaws(client, held)));
      transfers += held.length;
    }
    faults.push(...page.faults);
    last = page.number;
    pages += 1;
  }
  return { last, pages, transfers, faults, reports };
}

/** The laws of all that these transfers are about. */
export async function askLaws(
  client: pg.Client,
  transfers: readonly SealedTransfer[],
  asked: { readonly isPrepared?: boolean } = {},
): Promise<LawReport[]> {
  if (transfers.length === 0) return [];
  return await checkTouched(client, await findTouched(client, transfers), asked);
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
