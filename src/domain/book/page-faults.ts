/** What can be wrong with sealed pages, each with a sentence for people. Empty lists are the proof. */

import { headerHash, isSignedBy, noHash, type PageHeader, readHeader } from './page-header.ts';
import { type AccountKind, accountKindCodes, negativeOf, totalOf } from './sums.ts';

export interface PageFault {
  readonly kind:
    | 'header' // what is stored is not what was sealed, or was signed by another key
    | 'chain' // a page does not follow the one before it
    | 'transfers' // the transfers of a page are others than were sealed
    | 'balances' // balances are others than were sealed
    | 'sums' // the book does not add up
    | 'stranger' // a transfer of the past that no page has
    | 'head'; // what was told outside is not in the book
  /** The number of the page; null where there is none. */
  readonly page: bigint | null;
  readonly text: string;
}

/** A page as it was found. */
export interface FoundPage {
  readonly number: bigint;
  readonly bytes: Buffer;
  readonly hash: Buffer;
  readonly signature: Buffer;
}

export type ReadPage = FoundPage & { readonly header: PageHeader };

/** The page with its header read; null, with a fault, where the bytes are no header. */
export function openPage(found: FoundPage): { readonly page: ReadPage | null; readonly faults: PageFault[] } {
  const { number } = found;
  try {
    const page = { ...found, header: readHeader(found.bytes) };
    return { page, faults: headerFaults(page) };
  } catch (error) {
    const text = `page ${number}: its header cannot be read: ${(error as Error).message}`;
    return { page: null, faults: [{ kind: 'header', page: number, text }] };
  }
}

function headerFaults({ number, bytes, hash, signature, header }: ReadPage): PageFault[] {
  const fault = (text: string): PageFault => ({ kind: 'header', page: number, text: `page ${number}: ${text}` });
  return [
    ...(header.number === number ? [] : [fault(`its header is that of page ${header.number}: pages were exchanged`)]),
    ...(headerHash(bytes).equals(hash)
      ? []
      : [fault('its header was changed: it does not have the hash it is kept under')]),
    ...(isSignedBy(bytes, signature, header.key) ? [] : [fault('its signature is not that of the key it names')]),
    ...sumFaults(header),
  ];
}

/** The book itself adds up, and owes nobody less than nothing. */
function sumFaults({ number, isComplete, sums }: PageHeader): PageFault[] {
  const faults: PageFault[] = [];
  for (const [currency, total] of totalOf(sums, Object.keys(accountKindCodes) as AccountKind[])) {
    if (total === 0n) continue;
    faults.push({
      kind: 'sums',
      page: number,
      text: `page ${number}: all balances in ${currency} add up to ${total}, not to nothing`,
    });
  }
  const negative = isComplete ? negativeOf(sums) : null;
  if (negative !== null) {
    const text = `page ${number}: all accounts of the kind ${negative.kind} together are below nothing (${negative.amount} ${negative.currency})`;
    faults.push({ kind: 'sums', page: number, text });
  }
  return faults;
}

/** Whether a page follows the one before it; null: it is the first. */
export function chainFaults(previous: ReadPage | null, page: ReadPage): PageFault[] {
  const { header, number } = page;
  const fault = (text: string): PageFault => ({ kind: 'chain', page: number, text: `page ${number} ${text}` });
  const expected = (previous?.number ?? 0n) + 1n;
  // What the missing ones said is not known, so this one cannot be held against them.
  if (number !== expected) return [pagesMissing(expected, number - 1n)];
  const faults: PageFault[] = [];
  if (!header.previousHash.equals(previous?.hash ?? noHash)) {
    faults.push(fault(`does not follow page ${number - 1n}: it names another one as the page before it`));
  }
  const before = previous?.header;
  if (before !== undefined && !before.nextKey.equals(header.key)) {
    faults.push(fault('is signed by a key that the page before it has not announced'));
  }
  if (before !== undefined && header.at < before.at) {
    faults.push(fault(`is dated before page ${number - 1n}: the clock was put back, or the page was made later`));
  }
  if (header.transfersTotal !== (before?.transfersTotal ?? 0n) + BigInt(header.transfers)) {
    faults.push(fault('counts other transfers in all than the pages up to it have'));
  }
  if (before !== undefined && header.auditSequence < before.auditSequence) {
    faults.push(fault(`has an audit log that ends at link ${header.auditSequence}, before that of the page before it`));
  }
  return faults;
}

function pagesMissing(from: bigint, to: bigint): PageFault {
  const text = from === to ? `page ${from} is missing` : `pages ${from} to ${to} are missing`;
  return { kind: 'chain', page: from, text };
}

/** The end of the book, as it is told outside. */
export interface BookHead {
  readonly number: bigint;
  readonly hash: Buffer;
  readonly at: string;
}

/** What a head that was told outside says against the book. `found` is the hash of the page of its number, `ends` the last one. */
export function bookHeadFault({ number, hash, at }: BookHead, found: Buffer | null, ends: bigint): PageFault | null {
  if (found === null) {
    const lost = ends + 1n === number ? `page ${number} is` : `pages ${ends + 1n} to ${number} are`;
    const text = `page ${number} was told outside at ${at}, and the book ends at page ${ends}: ${lost} lost; the database is of an earlier time, or its end was cut off`;
    return { kind: 'head', page: number, text };
  }
  if (found.equals(hash)) return null;
  const text = `page ${number} is another one than was told outside at ${at}: the book was rewritten, or goes on from an earlier time than was told`;
  return { kind: 'head', page: number, text };
}
