import type { LinesWanted, ReadingQuestion } from '../../bank-files/file-reading.ts';
import { currencyOf } from '../../domain/money/money.ts';
import { type ReadingTime, refuseSpent } from '../../domain/statements/reading-time.ts';
import { isTrusted } from '../../domain/statements/statement-import.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { orUnavailable } from '../../storage/database/database-errors.ts';
import {
  type ClaimedImport,
  claimImport,
  findStatementOrdinals,
  type ImportLease,
  LeaseLost,
  noteChecked,
  releaseAccount,
  renewLease,
  storeChecked,
  storeDone,
  storeRefused,
  storeSpent,
} from '../../storage/statements/import-work.ts';
import { addReadingTime } from '../../storage/statements/reading-time.ts';
import { StatementFiles } from '../../storage/statements/statement-files.ts';
import { unaskedPauseMs } from '../lookout.ts';
import { Loop } from '../loop.ts';
import { type ImportOptions, type Progress, takeLines } from './statement-lines.ts';

const againMs = 500;
/** A process that died is followed by another one so much later. */
const leaseMs = 30_000;
/** After what nobody understands: it may happen each time, and the files of other accounts have their turn before. */
const restMs = 30_000;
/** Often enough that nobody else takes the account while this process works, however slowly. */
const renewMs = 5_000;
/** Between two looks at whether somebody has stopped it. */
const checkedBytesPerLook = 16 * 1024 ** 2;

/** Reads banks' files that were brought in. All processes run it; each import is worked on by one of them at a time. */
export function createStatementImportWorker(options: ImportOptions): Pick<Loop, 'start' | 'stop' | 'wake'> {
  const step = (signal: AbortSignal) => workOnImport(options, signal);
  const loop = new Loop({ pauseMs: unaskedPauseMs, againMs, isOnCall: true, failed: options.failed, step });
  return {
    start: () => loop.start(),
    wake: () => loop.wake(),
    stop: () => options.reader.closeWith(loop.stop()),
  };
}

/** Takes the next import as far as it goes: to its end, or until somebody stops it. */
export async function workOnImport(options: ImportOptions, signal: AbortSignal): Promise<'more' | 'idle'> {
  const { pool, machineClock, clock, lease: name, importId = null } = options;
  const lease = { lease: name, now: machineClock, leaseMs, clock };
  const claimed = await claimImport(pool, lease, importId);
  if (claimed === null) return 'idle';
  // When the database is away, the lease ends by itself.
  const release = (until: Instant | null) =>
    releaseAccount(pool, claimed.account.id, { lease: name, until }).catch(() => undefined);
  try {
    await advance(options, claimed, lease, signal);
  } catch (error) {
    if (error instanceof LeaseLost) return 'more';
    // A refusal passes, such as that of a database which was away: its turn comes again behind the others.
    await release(machineClock() + (error instanceof AppError ? 0 : restMs));
    throw error;
  }
  await release(null);
  return 'more';
}

async function advance(
  options: ImportOptions,
  claimed: ClaimedImport,
  lease: ImportLease,
  signal: AbortSignal,
): Promise<void> {
  const { pool, reader } = options;
  const reading: Reading = { options, claimed, files: new StatementFiles(pool), lease, signal };
  reader.takeSpentMs();
  try {
    if (claimed.work.state === 'waiting' && (await checkFile(reading)) !== 'reading') return;
    await readFile(reading);
  } catch (error) {
    // A fault of the file is shown to the person who uploaded it; anything else is tried again.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const [fault] = error.faults;
    if (fault.code === 'bank_reading_spent') await storeSpent(pool, claimed, lease, fault);
    else await storeRefused(pool, claimed, lease, fault);
  } finally {
    reader.rest();
    await charge(reading);
  }
}

interface Reading {
  readonly options: ImportOptions;
  readonly claimed: ClaimedImport;
  readonly files: StatementFiles;
  readonly lease: ImportLease;
  readonly signal: AbortSignal;
}

/** What the thread has read of a maker's file since it was asked this last is the maker's; null for a file of an operator. */
async function charge({ options, claimed: { account, work } }: Reading): Promise<ReadingTime | null> {
  const { pool, reader, clock } = options;
  const spentMs = reader.takeSpentMs();
  if (isTrusted(work.actor)) return null;
  return await orUnavailable(addReadingTime(pool, account.makerId, { spentMs, now: clock() }));
}

async function ask<Kind extends 'opened' | 'lines' | 'checked'>(
  reading: Reading,
  question: ReadingQuestion,
  kind: Kind,
) {
  const { options, claimed } = reading;
  const spent = await charge(reading);
  if (spent !== null) refuseSpent(claimed.work.actor, spent, options.clock());
  return await options.reader.ask(question, kind);
}

async function open(reading: Reading, lines: LinesWanted | null): Promise<void> {
  const { options, claimed } = reading;
  const { account, work } = claimed;
  const { subunit } = currencyOf(options.catalogue(), account.currency);
  await ask(reading, { kind: 'open', mapping: work.mapping, account, subunit, lines }, 'opened');
}

type CheckOutcome = 'reading' | 'same' | 'stopped';

/** The whole file once, before any of it is taken. */
async function checkFile(reading: Reading): Promise<CheckOutcome> {
  const { options, claimed, files, lease, signal } = reading;
  await open(reading, null);
  const isToRenew = everyWhile(renewMs, lease.now);
  let bytes = 0;
  let lookAt = 0;
  for await (const part of files.parts(claimed.work.id, partBytes)) {
    await ask(reading, { kind: 'part', bytes: part }, 'lines');
    bytes += part.byteLength;
    if (signal.aborted) return 'stopped';
    if (!isToRenew() && bytes < lookAt) continue;
    lookAt = bytes + checkedBytesPerLook;
    if (await noteChecked(options.pool, claimed, lease, bytes)) return 'stopped';
  }
  const checked = await ask(reading, { kind: 'end' }, 'checked');
  return await storeChecked(options.pool, claimed, lease, checked);
}

/** Its lines, behind those that were taken before. */
async function readFile(reading: Reading): Promise<void> {
  const { options, claimed, files, lease, signal } = reading;
  const { account, work } = claimed;
  let progress: Progress = { linesDone: work.linesDone, counts: work.counts };
  await open(reading, { statements: await findStatementOrdinals(options.pool, work.id), done: progress.linesDone });
  const isToRenew = everyWhile(renewMs, lease.now);
  const isStoppedAfter = async (question: ReadingQuestion): Promise<boolean> => {
    const { lines, family, isMore } = await ask(reading, question, 'lines');
    if (lines.length > 0) {
      const { isStopped, ...after } = await takeLines(options, { account, work, lease, family }, progress, lines);
      progress = after;
      if (isStopped || signal.aborted) return true;
    }
    return isMore && (await isStoppedAfter({ kind: 'more' }));
  };
  for await (const part of files.parts(work.id, partBytes)) {
    // Nothing is stored while lines are passed over: in a large file that takes longer than a lease.
    if (signal.aborted || (isToRenew() && (await renewLease(options.pool, claimed, lease)))) return;
    if (await isStoppedAfter({ kind: 'part', bytes: part })) return;
  }
  if (await isStoppedAfter({ kind: 'end' })) return;
  await storeDone(options.pool, claimed, lease);
}

/** Says yes once in so long. A clock that was set back says yes, too: what it said before is no measure. */
function everyWhile(pauseMs: number, now: () => Instant): () => boolean {
  let last = now();
  return () => {
    const at = now();
    if (at >= last && at < last + pauseMs) return false;
    last = at;
    return true;
  };
}

/** What the reader reads at once; its limit of time is for one of them. */
const partBytes = 256 * 1024;
