import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import type { BankFileThread } from '../../bank-files/bank-file-thread.ts';
import { type CarriedOut, carryOutLines } from '../../commands/statements/carry-out-lines.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import type { BankAccount, BankLine, NewBankLine } from '../../domain/statements/bank-line.ts';
import {
  isTrusted as isTrustedActor,
  type LineCounts,
  type StatementImport,
} from '../../domain/statements/statement-import.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import type { Engine } from '../../engine/engine.ts';
import { orUnavailable } from '../../storage/database/database-errors.ts';
import { inTransaction } from '../../storage/database/transaction.ts';
import { type ImportLease, keepLease, noteProgress } from '../../storage/statements/import-work.ts';
import { loadKnown } from '../../storage/statements/known-money.ts';
import { storeLines, storeOutcomes } from '../../storage/statements/line-work.ts';

export interface ImportOptions {
  readonly pool: pg.Pool;
  readonly engine: Engine;
  /** For this worker alone. */
  readonly reader: BankFileThread;
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

export interface Progress {
  readonly linesDone: number;
  readonly counts: LineCounts;
}

interface Taking {
  readonly account: BankAccount;
  readonly work: StatementImport;
  readonly lease: ImportLease;
  readonly family: string;
}

/**
 * The next lines of a file: written down, matched with what is known, and what nobody knows recorded as arrivals. Repeated after a
 * crash anywhere in between, it finds what it has done: lines by their keys, arrivals by their references.
 */
export async function takeLines(
  options: ImportOptions,
  taking: Taking,
  { linesDone, counts }: Progress,
  lines: readonly NewBankLine[],
): Promise<Progress & { readonly isStopped: boolean }> {
  const { account, work, lease, family } = taking;
  const isTrusted = isTrustedActor(work.actor);
  const stored = await inTransaction(options.pool, async (client) => {
    await keepLease(client, account.id, lease);
    const file = { accountId: account.id, importId: work.id, family, isTrusted, now: options.clock() };
    return await storeLines(client, file, linesDone + 1, lines);
  });
  const open = distinct(stored.filter(({ state }) => state === 'new'));
  const known = await orUnavailable(loadKnown(options.pool, { account, family, isTrusted }, open));
  const { catalogue, newId, engine } = options;
  const carrying = { catalogue, newId, submit: engine.submit.bind(engine), pause: () => nextTurn() };
  const outcomes = await carryOutLines(carrying, { ...work, account }, open, known);
  const added = countOf(outcomes, stored.length - open.length);
  const all = sum(counts, added);
  return await inTransaction(options.pool, async (client) => {
    await keepLease(client, account.id, lease);
    await storeOutcomes(client, outcomes, options.clock());
    const done = linesDone + lines.length;
    return { linesDone: done, counts: all, isStopped: await noteProgress(client, work.id, done, all) };
  });
}

function distinct(lines: readonly BankLine[]): BankLine[] {
  return [...new Map(lines.map((line) => [line.id, line])).values()];
}

function countOf(outcomes: readonly CarriedOut[], known: number): LineCounts {
  const count = (is: (one: CarriedOut) => boolean) => outcomes.filter(is).length;
  return {
    known,
    linked: count(({ state, isRecorded }) => (state === 'arrival' && !isRecorded) || state === 'deal'),
    settled: count(({ arrival }) => arrival?.status === 'matched'),
    held: count(({ arrival }) => arrival !== null && arrival.status !== 'matched'),
    open: count(({ state }) => state === 'open'),
    out: count(({ state }) => state === 'payout' || state === 'counted'),
  };
}

function sum(left: LineCounts, right: LineCounts): LineCounts {
  const names = Object.keys(left) as (keyof LineCounts)[];
  return Object.fromEntries(names.map((name) => [name, left[name] + right[name]])) as unknown as LineCounts;
}
