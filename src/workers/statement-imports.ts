import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { BankFileReader } from '../bank-files/bank-file.ts';
import { openBankFile, type SniffedFile, sniffBankFile } from '../bank-files/open-bank-file.ts';
import { TextOfBytes } from '../bank-files/text-of-bytes.ts';
import { familyOf, type NewBankLine, readLine } from '../domain/bank-statements/bank-line.ts';
import { FileCheck } from '../domain/bank-statements/check-file.ts';
import type { LineCounts } from '../domain/bank-statements/statement-import.ts';
import type { Told, ToldLine } from '../domain/bank-statements/told.ts';
import { type Catalogue, currencyOf } from '../domain/catalogue.ts';
import type { Instant } from '../domain/timestamp.ts';
import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
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
} from '../storage/bank-statements/import-work.ts';
import { StatementFiles } from '../storage/bank-statements/statement-files.ts';
import { unaskedPauseMs } from './lookout.ts';
import { Loop } from './loop.ts';
import { takeLines } from './statement-lines.ts';

const againMs = 500;
/** A process that died is followed by another one so much later. */
const leaseMs = 30_000;
/** After what nobody understands: it may happen each time, and the files of other accounts have their turn before. */
const restMs = 30_000;
/** Often enough that nobody else takes the account while this process works, however slowly. */
const renewMs = 5_000;
/** Between two looks at whether somebody has stopped it. */
const checkedBytesPerLook = 16 * 1024 ** 2;
const linesPerBatch = 500;

export interface ImportOptions {
  readonly pool: pg.Pool;
  readonly engine: Engine;
  readonly catalogue: () => Catalogue;
  readonly clock: () => Instant;
  readonly machineClock: () => Instant;
  readonly newId: () => string;
  /** Under which this process leases. */
  readonly lease: string;
  /** This import alone. */
  readonly importId?: string;
  readonly failed: (error: unknown) => void;
}

/** Reads banks' files that were brought in. All processes run it; each import is worked on by one of them at a time. */
export function createStatementImportWorker(options: ImportOptions): Loop {
  const step = (signal: AbortSignal) => workOnImport(options, signal);
  return new Loop({ pauseMs: unaskedPauseMs, againMs, isOnCall: true, failed: options.failed, step });
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
  const { pool } = options;
  let { work } = claimed;
  const files = new StatementFiles(pool);
  try {
    const sniffed = sniffBankFile(await files.head(work.id));
    const reading: Reading = { options, files, sniffed, lease, signal };
    if (work.state === 'waiting') {
      const outcome = await checkFile(reading, claimed);
      if (outcome !== 'reading') return;
      work = { ...work, state: 'reading', linesDone: 0 };
    }
    await readFile(reading, { ...claimed, work });
  } catch (error) {
    // A fault of the file is for whoever brought it in; anything else is tried again.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await storeRefused(pool, claimed, lease, error.faults[0]);
  }
}

interface Reading {
  readonly options: ImportOptions;
  readonly files: StatementFiles;
  readonly sniffed: SniffedFile;
  readonly lease: ImportLease;
  readonly signal: AbortSignal;
}

type CheckOutcome = 'reading' | 'same' | 'stopped';

/** The whole file once, before any of it is taken. */
async function checkFile(reading: Reading, claimed: ClaimedImport): Promise<CheckOutcome> {
  const { options, files, sniffed, lease, signal } = reading;
  const { account, work } = claimed;
  const { format } = sniffed;
  const family = familyOf(format, work.mapping);
  const { subunit } = currencyOf(options.catalogue(), account.currency);
  const check = new FileCheck(account, subunit, family);
  const hash = createHash('sha256');
  const reader = openBankFile(format, work.mapping);
  const isToRenew = everyWhile(renewMs, lease.now);
  let bytes = 0;
  let lookAt = 0;
  for await (const { piece, told } of toldOf(files.pieces(work.id), sniffed, reader)) {
    for (const one of told) check.take(one);
    if (piece !== null) hash.update(piece);
    bytes += piece?.byteLength ?? 0;
    if (signal.aborted) return 'stopped';
    if (!isToRenew() && bytes < lookAt) continue;
    lookAt = bytes + checkedBytesPerLook;
    if (await noteChecked(options.pool, claimed, lease, bytes)) return 'stopped';
  }
  const file = check.finish();
  return await storeChecked(options.pool, claimed, lease, { format, family, sha256: hash.digest('hex'), file });
}

/** Its lines, behind those that were taken before. A file reads the same every time, so that their count is a place in it. */
async function readFile(reading: Reading, claimed: ClaimedImport): Promise<void> {
  const { options, files, sniffed, lease, signal } = reading;
  const { account, work } = claimed;
  const family = familyOf(sniffed.format, work.mapping);
  const { subunit } = currencyOf(options.catalogue(), account.currency);
  const own = await findStatementOrdinals(options.pool, work.id);
  const isToRenew = everyWhile(renewMs, lease.now);
  let progress: Progress = { linesDone: work.linesDone, counts: work.counts };
  let ordinal = 0;
  let batch: NewBankLine[] = [];
  const flush = async (): Promise<boolean> => {
    if (batch.length === 0) return false;
    const lines = batch;
    batch = [];
    const { isStopped, ...after } = await takeLines(options, { account, work, lease, family }, progress, lines);
    progress = after;
    return isStopped || signal.aborted;
  };
  for await (const { told } of toldOf(files.pieces(work.id), sniffed, openBankFile(sniffed.format, work.mapping))) {
    // Nothing is stored while lines are passed over: in a large file that takes longer than a lease.
    if (signal.aborted || (isToRenew() && (await renewLease(options.pool, claimed, lease)))) return;
    for (const one of told) {
      if (!isOwn(one, own)) continue;
      ordinal += 1;
      if (ordinal <= progress.linesDone) continue;
      batch.push(readLine(one, account, subunit, family));
      if (batch.length === linesPerBatch && (await flush())) return;
    }
  }
  if (await flush()) return;
  await storeDone(options.pool, claimed, lease);
}

export interface Progress {
  readonly linesDone: number;
  readonly counts: LineCounts;
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

function isOwn(told: Told, own: ReadonlySet<number>): told is ToldLine {
  return told.kind === 'line' && (told.statement === null || own.has(told.statement));
}

/** What a file tells, piece by piece: the text of one piece is in memory, and what was told in it. */
async function* toldOf(
  pieces: AsyncIterable<Buffer>,
  { encoding }: SniffedFile,
  reader: BankFileReader,
): AsyncGenerator<{ readonly piece: Buffer | null; readonly told: readonly Told[] }> {
  const text = new TextOfBytes(encoding);
  for await (const piece of pieces) {
    // Small parts of it: a piece of four megabytes tells of ten thousand lines at once.
    for (let start = 0; start < piece.byteLength; start += partBytes) {
      const part = piece.subarray(start, start + partBytes);
      yield { piece: part, told: reader.write(text.write(part)) };
    }
  }
  yield { piece: null, told: [...reader.write(text.end()), ...reader.end()] };
}

const partBytes = 256 * 1024;
