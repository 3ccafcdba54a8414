import { type Arrival, isMakersWord } from '../../domain/arrivals/arrival.ts';
import { currencyOf, formatAmount } from '../../domain/money/money.ts';
import type { Actor } from '../../domain/people/audit.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import {
  arrivalReference,
  type BankAccount,
  type BankLine,
  type LineOutcome,
  type OpenReason,
  ownReference,
} from '../../domain/statements/bank-line.ts';
import type { KnownMoney } from '../../domain/statements/known-money.ts';
import { type LineVerdict, matchLines } from '../../domain/statements/match-lines.ts';
import { isTrusted } from '../../domain/statements/statement-import.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { recordArrival } from '../arrivals/record-arrival.ts';

/** Whose file the lines are of. */
interface FileOfLines {
  readonly account: BankAccount;
  readonly actor: Actor;
  readonly fileName: string;
  readonly createdAt: Instant;
}

interface Carrying {
  readonly catalogue: () => Catalogue;
  readonly newId: () => string;
  readonly submit: (command: ReturnType<typeof recordArrival>) => Promise<Arrival>;
  /** A turn for everybody else: five hundred lines beside thousands of alike arrivals and deals take a tenth of a second. */
  readonly pause: () => Promise<void>;
}

/** With how it ended for the arrival, where there is one. */
export type CarriedOut = LineOutcome & { readonly arrival: Pick<Arrival, 'status'> | null };

/** Beside the payments of others, not in front of them. */
const commandsAtOnce = 50;

/** What nobody knows is recorded as an arrival; of everything else it is found out what it is. Done again, it finds what it has done. */
export async function carryOutLines(
  carrying: Carrying,
  file: FileOfLines,
  lines: readonly BankLine[],
  known: KnownMoney,
): Promise<CarriedOut[]> {
  const { account, actor, createdAt: toldAt } = file;
  const comparing = { account, known, isTrusted: isTrusted(actor), toldAt };
  const outcomes: CarriedOut[] = [];
  const verdicts = matchLines(lines, comparing);
  for (let start = 0; start < lines.length; start += commandsAtOnce) {
    const some = lines.slice(start, start + commandsAtOnce).map((line) => ({ line, verdict: verdicts.next().value }));
    await carrying.pause();
    const done = some.map(({ line, verdict }) => outcomeOf(carrying, file, line, verdict ?? undefined));
    outcomes.push(...(await Promise.all(done)));
  }
  return outcomes;
}

const nothing = { held: null, arrivalId: null, dealId: null, isRecorded: false, arrival: null } as const;

async function outcomeOf(
  carrying: Carrying,
  file: FileOfLines,
  line: BankLine,
  verdict: LineVerdict | undefined,
): Promise<CarriedOut> {
  const { id } = line;
  switch (verdict?.kind) {
    case 'arrival': {
      const { arrivalId, recordedAs: status } = verdict;
      const recorded = status === undefined ? {} : { isRecorded: true, arrival: { status } };
      return { ...nothing, id, state: 'arrival', arrivalId, ...recorded };
    }
    case 'deal':
    case 'payout':
      return { ...nothing, id, state: verdict.kind, dealId: verdict.dealId };
    case 'counted':
      return { ...nothing, id, state: 'counted' };
    case 'open':
      return { ...nothing, id, state: 'open', held: verdict.reason };
    case 'record':
      return await record(carrying, file, line, verdict);
    case undefined:
      throw new Error(`line ${id} has no verdict`);
  }
}

/** The existing command, in the name of who brought the file in: what a maker's own word is not good for, it refuses. */
async function record(
  carrying: Carrying,
  file: FileOfLines,
  line: BankLine,
  verdict: Extract<LineVerdict, { kind: 'record' }>,
): Promise<CarriedOut> {
  const { id } = line;
  try {
    const arrival = await recordOnce(carrying, file, line, verdict);
    return { ...nothing, id, state: 'arrival', arrivalId: arrival.id, isRecorded: true, arrival };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const held: OpenReason = error.code === 'arrival_reference_reused' ? 'reference' : 'refused';
    return { ...nothing, id, state: 'open', held };
  }
}

/** A maker sees the bank's number too, and may have used it before: then a line of an operator's file has a reference of its own. */
async function recordOnce(
  carrying: Carrying,
  { account, actor, fileName }: FileOfLines,
  line: BankLine,
  { requisiteId, arrivedAt, cameBy, isOfPairOnly }: Extract<LineVerdict, { kind: 'record' }>,
): Promise<Arrival> {
  const { subunit } = currencyOf(carrying.catalogue(), account.currency);
  const came = { requisiteId, amount: formatAmount(line.amount, subunit), arrivedAt, cameBy, isOfPairOnly };
  const submit = async (reference: string) => {
    const by = { actor, reason: `statement ${fileName}`, id: carrying.newId(), isOfFile: true } as const;
    return await carrying.submit(recordArrival({ ...by, ...came, reference }));
  };
  const [reference, own] = [arrivalReference(line), ownReference(line)];
  if (!isTrusted(actor) || reference === own) return await submit(reference);
  try {
    const arrival = await submit(reference);
    return isMakersWord(arrival) ? await submit(own) : arrival;
  } catch (error) {
    // With another sum, by a maker: any other's was found before.
    if (error instanceof AppError && error.code === 'arrival_reference_reused') return await submit(own);
    throw error;
  }
}
