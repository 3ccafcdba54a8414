import type pg from 'pg';
import { readHeader, type SealedPage } from '../../domain/book/page-header.ts';
import { balanceLaw, touchedLaws } from '../ledger/law-texts.ts';
import type { LawReport } from '../ledger/ledger-laws.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { noteCannotSeal, noteChecked, noteFaults, readKnownFaults, sealableLaw } from './book-faults.ts';
import { openBookKeys } from './book-keys.ts';
import { CannotSeal, isLasting, wordsOf } from './cannot-seal.ts';
import {
  checkSteady,
  checkTouched,
  findTouched,
  hasOpenFaults,
  steadyLawNames,
  subjectsOf,
  violationsOf,
} from './check-touched.ts';
import { closeDays } from './close-days.ts';
import { type PageContent, readContent, readSubjects } from './read-content.ts';
import { readLastPages, type StoredPage } from './read-pages.ts';
import { readHorizon, readLastTransferId, usableBase } from './read-unsealed.ts';
import { type SealedContent, sealPage } from './seal-page.ts';

/** Any constant will do; this one spells "book". */
export const bookLock = 0x626f6f6b;

/** Whether this session is the one of the fleet that seals. It stays so until it ends, however it ends. */
export async function tryLead(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [bookLock]);
  return rows[0].is_ours;
}

export interface KeepStep {
  readonly secrets: SecretBox;
  readonly at: number;
  /** So many transfers are in a page at most. */
  readonly transfersMax: number;
  /** Where a search through a past that does not fit into one page goes on; null: it is not under way. */
  readonly from: bigint | null;
  /** Whether what is open and all balances are to be checked as well, once everything is sealed. */
  readonly isCheckDue: boolean;
  /** Steps in a row that another one stood in the way of. */
  readonly conflicts?: number;
}

export interface KeptStep {
  /** The page that was sealed; null: there was nothing to seal. */
  readonly page: StoredPage | null;
  readonly transfers: number;
  /** Whether all that this step saw is sealed. */
  readonly isComplete: boolean;
  readonly isChecked: boolean;
  readonly from: bigint | null;
  /** So many transfers wait for a page at most; 0n once everything that this step saw is sealed. */
  readonly waiting: bigint;
  /** By how much the clock is behind the last page. */
  readonly clockBehindMs: number;
}

/**
 * Seals a page and checks the laws of what it touched, in one snapshot and one transaction: what is sealed is checked, and a crash has
 * done all of it or nothing. Two at once would seal one number twice, which the key of the table refuses.
 *
 * What cannot be sealed is a fault of the books like any other: it is written down, and throws a `CannotSeal`. What passes by itself, as
 * a database that is away does, is thrown as it is.
 */
export async function keepBook(client: pg.Client, step: KeepStep): Promise<KeptStep> {
  // The transfers of a large page do not fit into the default, and would go through temporary files.
  await client.query(`begin isolation level repeatable read; set local work_mem = '32MB'`);
  try {
    const kept = await keepInSnapshot(client, step);
    await client.query('commit');
    return kept;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (!isLasting(error, step.conflicts ?? 0)) throw error;
    const fault = new CannotSeal(wordsOf(error), { cause: error });
    await noteCannotSeal(client, fault.message, step.at);
    throw fault;
  }
}

async function keepInSnapshot(client: pg.Client, step: KeepStep): Promise<KeptStep> {
  const now = await readHorizon(client);
  const { last, base } = await readLastPages(client);
  const usable = usableBase(base?.horizon ?? null, now);
  const ids = step.from === null ? null : ([step.from, step.from + BigInt(step.transfersMax)] as const);
  const rowsMax = step.transfersMax + (ids === null ? 1 : 0);
  const content = await readContent(client, { base: usable, now, ids, rowsMax });
  const clockBehindMs = Math.max(0, (last === null ? 0 : sealedAtOf(last)) - step.at);
  // Too much for one page: it is gone through piece by piece, by number.
  if (content.count > step.transfersMax) {
    const from = content.firstId ?? 0n;
    const waiting = (await readLastTransferId(client)) - from + 1n;
    return { page: null, transfers: 0, isComplete: false, isChecked: false, from, waiting, clockBehindMs };
  }
  const isComplete = ids === null;
  const end = ids?.[1] ?? 0n;
  const waiting = isComplete ? 0n : (await readLastTransferId(client)) - end + 1n;
  const from = waiting > 0n ? end : null;
  const isNeeded = content.count > 0 || (isComplete && last?.isComplete === false);
  const keys = isNeeded ? await openBookKeys(client, step.secrets, step.at) : null;
  const sealed =
    keys === null ? null : await sealPage(client, { last, content, isComplete, horizon: now, keys, at: step.at });
  if (sealed !== null) {
    const { firstId, firstAt } = content;
    const { number, at } = sealed.page.header;
    await closeDays(client, { page: number, at, isComplete, firstId, firstAt });
  }
  const isChecked = await checkInSnapshot(client, { content, sealed, isComplete, step });
  const page = sealed === null ? null : asStored(sealed.page, { isComplete, horizon: now });
  return { page, transfers: content.count, isComplete, isChecked, from, waiting, clockBehindMs };
}

function sealedAtOf({ bytes }: StoredPage): number {
  return readHeader(bytes).at;
}

function asStored(page: SealedPage, state: Pick<StoredPage, 'isComplete' | 'horizon'>): StoredPage {
  const { header, bytes, hash, signature } = page;
  return { number: header.number, bytes, hash, signature, ...state };
}

interface Checked {
  readonly content: PageContent;
  readonly sealed: SealedContent | null;
  readonly isComplete: boolean;
  readonly step: KeepStep;
}

async function checkInSnapshot(client: pg.Client, { content, sealed, isComplete, step }: Checked): Promise<boolean> {
  const startedMs = performance.now();
  const { at } = step;
  const known = await readKnownFaults(client);
  // It has come so far, and what waits is never nothing: so it could seal.
  await noteFaults(client, { laws: [sealableLaw], subjects: null, found: [], at, known });
  // What is known to be wrong is looked at every time, so that money waits no longer than it has to.
  const isDue = isComplete && (step.isCheckDue || hasOpenFaults(known));
  if (content.count === 0 && !isDue) return false;
  // A transfer of another currency than its accounts': all that the page is about is asked, and the law names it.
  const asked = sealed?.isOfOneCurrency === false ? await readSubjects(client, content.ids) : content.asked;
  // What is known to be wrong may lie in the archive.
  const isOfNow = known.length === 0;
  const touched = await findTouched(client, asked, { faults: known, isOfNow });
  const ofSubjects = await checkTouched(client, touched, { isOfNow });
  const subjects = subjectsOf(touched);
  await noteFaults(client, { laws: Object.keys(touchedLaws), subjects, found: violationsOf(ofSubjects), at, known });
  if (!isComplete) return false;
  const balances = sealed?.balances ?? [];
  const reports = isDue ? await checkSteady(client) : [compareBalances(balances)];
  await noteFaults(client, {
    laws: isDue ? steadyLawNames : [balanceLaw],
    subjects: isDue ? null : balances.map(({ id }) => String(id)),
    found: violationsOf(reports),
    at,
    known,
  });
  if (isDue)
    await noteChecked(client, { durationMs: performance.now() - startedMs, reports: [...reports, ...ofSubjects] });
  return isDue;
}

/** Of the accounts that the page has touched: what it leaves them with is what they hold. */
function compareBalances(balances: SealedContent['balances']): LawReport {
  const violations = balances
    .filter(({ sealed, held }) => sealed !== held)
    .map(({ id, sealed, held }) => ({
      law: balanceLaw,
      subject: String(id),
      detail: `balance ${held}, transfers ${sealed}`,
    }));
  return { law: balanceLaw, durationMs: 0, violations };
}
