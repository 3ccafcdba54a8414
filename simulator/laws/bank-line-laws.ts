import { type Arrival, isMakersWord, reportReference } from '../../src/domain/arrivals/arrival.ts';
import type { Deal } from '../../src/domain/invoices/deal.ts';
import {
  arrivalReference,
  type BankAccount,
  type LineOutcome,
  ownReference,
} from '../../src/domain/statements/bank-line.ts';
import type { Transfer } from '../evidence/bank-files.ts';
import type { Bank } from '../people/bank.ts';
import type { MemoryStatements, ReadFile } from '../store/memory-statements.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const bankLineLaws = {
  once: 'no line of a bank’s file is taken for new while its transfer is known',
  invented: 'nothing that a maker made up takes a line of the bank from the deal that waits for it',
  judged: 'every line of a file that was read is stored, and judged',
  recorded: 'a line from which an arrival was made says so',
} as const;

interface LineWorld {
  readonly store: MemoryStore;
  readonly bank: Bank;
}

/** By key of a line: the deal that its transfer was meant for, and that waits for it. */
type Waiting = ReadonlyMap<string, string>;

/** What became of the lines of banks' files, against what the bank knows to have come. */
export class BankLineLaws implements Law {
  readonly #world: LineWorld;
  readonly #rows: MemoryStatements;
  readonly #accountOf: (requisiteId: number) => BankAccount | undefined;

  constructor(world: LineWorld, rows: MemoryStatements, accountOf: (requisiteId: number) => BankAccount | undefined) {
    this.#world = world;
    this.#rows = rows;
    this.#accountOf = accountOf;
  }

  committed({ store, changes }: Commit): void {
    for (const { id } of changes.arrivals.added) {
      const arrival = store.arrivals.get(id) as Arrival;
      const account = this.#accountOf(arrival.requisiteId);
      if (arrival.toldBy !== 'operators_file' || account === undefined) continue;
      const known = this.#alike(account, arrival.amount).filter((one) => !isMakersWord(one)).length;
      const came = this.#came(account, arrival.amount);
      mustHold(known <= came, bankLineLaws.once, id, () => `${known} of ${arrival.amount} are known, ${came} came`);
    }
  }

  /** Whether all that came over its sum has paid a deal: then it is something that was told twice. */
  isSpent({ requisiteId, amount }: Arrival): boolean {
    const account = this.#accountOf(requisiteId);
    if (account === undefined) return false;
    return (
      this.#alike(account, amount).filter(({ status }) => status === 'matched').length >= this.#came(account, amount)
    );
  }

  #came({ requisiteIds }: BankAccount, amount: bigint): number {
    return this.#world.bank.sentTo(requisiteIds).filter((one) => one.amount === amount).length;
  }

  /** Arrivals over a sum that are told to be a payer's transfer, and no maker's own word. */
  #alike({ requisiteIds }: BankAccount, sum: bigint): Arrival[] {
    const { bank, store } = this.#world;
    return [...store.arrivals.values()].filter(({ requisiteId, amount, reference, dealId }) => {
      if (amount !== sum || !requisiteIds.includes(requisiteId) || reference === reportReference(dealId ?? ''))
        return false;
      return !bank.isMadeUp(reference) && bank.line(reference)?.isLiedAbout !== true;
    });
  }

  /** Before the lines are carried out. */
  waitingFor(piece: readonly { readonly key: string; readonly transfer: Transfer }[]): Waiting {
    return new Map(
      piece.flatMap(({ key, transfer }) => {
        const sent = this.#world.bank.line(transfer.reference);
        const deal = this.#world.store.deals.get(sent?.meantFor ?? '');
        const isPair = deal?.requisiteId === sent?.requisiteId && deal?.askedSum === sent?.amount;
        return deal !== undefined && isPair && isWaiting(deal) ? [[key, deal.id] as const] : [];
      }),
    );
  }

  /** When what was found out about lines has been stored. */
  outcomes(
    file: ReadFile,
    piece: readonly { readonly key: string }[],
    outcomes: readonly LineOutcome[],
    waiting: Waiting,
  ): void {
    const judged = new Set(outcomes.map(({ id }) => id));
    for (const { key } of piece) {
      const line = this.#rows.line(key);
      const arrival = this.#world.store.arrivals.get(line?.arrivalId ?? '');
      if (line === undefined || arrival === undefined || !judged.has(line.id)) continue;
      const isOfFile = arrival.toldBy === (file.isTrusted ? 'operators_file' : 'makers_file');
      const references = [arrivalReference(line), ownReference(line)];
      mustHold(
        line.isRecorded || !isOfFile || !references.includes(arrival.reference),
        bankLineLaws.recorded,
        key,
        () => `arrival ${arrival.id} was made from it`,
      );
      const deal = this.#world.store.deals.get(waiting.get(key) ?? '');
      const isInvention = this.#world.bank.isMadeUp(arrival.reference) && arrival.status !== 'matched';
      const isLost = file.isTrusted && isInvention && deal !== undefined && isWaiting(deal);
      mustHold(!isLost, bankLineLaws.invented, key, () => `taken by ${arrival.reference}, deal ${deal?.id} waits`);
    }
  }

  fileDone({ lines, isTrusted }: ReadFile & { readonly lines: readonly { readonly key: string }[] }): void {
    for (const { key } of lines) {
      const line = this.#rows.line(key);
      const isJudged = line !== undefined && line.state !== 'new' && (line.isTrusted || !isTrusted);
      mustHold(isJudged, bankLineLaws.judged, key, () => `it is ${line?.state ?? 'not there'}`);
    }
  }
}

function isWaiting({ status, occupies }: Deal): boolean {
  return occupies && (status === 'transfer_waiting' || status === 'transfer_confirmed');
}
