import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordArrival } from '../commands/record-arrival.ts';
import type { Arrival } from '../domain/arrival.ts';
import {
  arrivalReference,
  type BankAccount,
  type BankLine,
  type NewBankLine,
  type OpenReason,
  ownReference,
} from '../domain/bank-statements/bank-line.ts';
import { type KnownMoney, type LineVerdict, matchLines } from '../domain/bank-statements/match-lines.ts';
import {
  isTrusted as isTrustedActor,
  type LineCounts,
  type StatementImport,
} from '../domain/bank-statements/statement-import.ts';
import { currencyOf } from '../domain/catalogue.ts';
import { formatAmount } from '../domain/money.ts';
import { isMakersWord } from '../domain/teller.ts';
import { AppError } from '../errors.ts';
import { type ImportLease, keepLease, noteProgress } from '../storage/bank-statements/import-work.ts';
import { loadKnown } from '../storage/bank-statements/known-money.ts';
import { type LineOutcome, storeLines, storeOutcomes } from '../storage/bank-statements/line-work.ts';
import { orUnavailable } from '../storage/database-errors.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { ImportOptions, Progress } from './statement-imports.ts';

interface Taking {
  readonly account: BankAccount;
  readonly work: StatementImport;
  readonly lease: ImportLease;
  readonly family: string;
}

/** Beside the payments of others, not in front of them. */
const commandsAtOnce = 50;

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
  const outcomes = await carryOut(options, taking, open, known);
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

/** With how it ended for the arrival, where there is one. */
type Outcome = LineOutcome & { readonly arrival: Pick<Arrival, 'status'> | null };

async function carryOut(
  options: ImportOptions,
  taking: Taking,
  lines: readonly BankLine[],
  known: KnownMoney,
): Promise<Outcome[]> {
  const { account, work } = taking;
  const comparing = { account, known, isTrusted: isTrustedActor(work.actor), toldAt: work.createdAt };
  const outcomes: Outcome[] = [];
  const taken = new Set<string>();
  for (let start = 0; start < lines.length; start += commandsAtOnce) {
    const some = lines.slice(start, start + commandsAtOnce);
    const verdicts = matchLines(some, comparing, taken);
    // A turn for everybody else: five hundred lines beside thousands of alike arrivals and deals take a tenth of a second.
    await nextTurn();
    const done = some.map((line, index) => outcomeOf(options, taking, line, verdicts[index]));
    outcomes.push(...(await Promise.all(done)));
  }
  return outcomes;
}

const nothing = { held: null, arrivalId: null, dealId: null, isRecorded: false, arrival: null } as const;

async function outcomeOf(
  options: ImportOptions,
  taking: Taking,
  line: BankLine,
  verdict: LineVerdict | undefined,
): Promise<Outcome> {
  const { id } = line;
  switch (verdict?.kind) {
    case 'arrival': {
      const { arrivalId, recordedAs } = verdict;
      const arrival = recordedAs === undefined ? null : { status: recordedAs };
      return { ...nothing, id, state: 'arrival', arrivalId, isRecorded: arrival !== null, arrival };
    }
    case 'deal':
    case 'payout':
      return { ...nothing, id, state: verdict.kind, dealId: verdict.dealId };
    case 'counted':
      return { ...nothing, id, state: 'counted' };
    case 'open':
      return { ...nothing, id, state: 'open', held: verdict.reason };
    case 'record':
      return await record(options, taking, line, verdict);
    case undefined:
      throw new Error(`line ${id} has no verdict`);
  }
}

/** The existing command, in the name of who brought the file in: what a maker's own word is not good for, it refuses. */
async function record(
  options: ImportOptions,
  taking: Taking,
  line: BankLine,
  verdict: Extract<LineVerdict, { kind: 'record' }>,
): Promise<Outcome> {
  const { id } = line;
  try {
    const arrival = await recordOnce(options, taking, line, verdict);
    return { ...nothing, id, state: 'arrival', arrivalId: arrival.id, isRecorded: true, arrival };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const held: OpenReason = error.code === 'arrival_reference_reused' ? 'reference' : 'refused';
    return { ...nothing, id, state: 'open', held };
  }
}

/** A maker sees the bank's number too, and may have used it before: then a line of an operator's file has a reference of its own. */
async function recordOnce(
  options: ImportOptions,
  { account, work }: Taking,
  line: BankLine,
  { requisiteId, arrivedAt, cameBy, isOfPairOnly }: Extract<LineVerdict, { kind: 'record' }>,
): Promise<Arrival> {
  const { subunit } = currencyOf(options.catalogue(), account.currency);
  const came = { requisiteId, amount: formatAmount(line.amount, subunit), arrivedAt, cameBy, isOfPairOnly };
  const submit = async (reference: string) => {
    const by = {
      actor: work.actor,
      reason: `statement ${work.fileName}`,
      id: options.newId(),
      isOfFile: true,
    } as const;
    return await options.engine.submit(recordArrival({ ...by, ...came, reference }));
  };
  const [reference, own] = [arrivalReference(line), ownReference(line)];
  if (!isTrustedActor(work.actor) || reference === own) return await submit(reference);
  try {
    const arrival = await submit(reference);
    return isMakersWord(arrival) ? await submit(own) : arrival;
  } catch (error) {
    // With another sum, by a maker: any other's was found before.
    if (error instanceof AppError && error.code === 'arrival_reference_reused') return await submit(own);
    throw error;
  }
}

function countOf(outcomes: readonly Outcome[], known: number): LineCounts {
  const count = (is: (one: Outcome) => boolean) => outcomes.filter(is).length;
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
