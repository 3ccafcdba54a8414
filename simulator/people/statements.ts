import type { recordArrival } from '../../src/commands/arrivals/record-arrival.ts';
import { carryOutLines } from '../../src/commands/statements/carry-out-lines.ts';
import type { Arrival } from '../../src/domain/arrivals/arrival.ts';
import { fiat } from '../../src/domain/money/money.ts';
import type { Actor } from '../../src/domain/people/audit.ts';
import {
  arrivalReference,
  type BankAccount,
  familyOf,
  type NewBankLine,
  ownReference,
  readLine,
} from '../../src/domain/statements/bank-line.ts';
import { wallDate } from '../../src/domain/text/time-zone.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';
import { AppError, type ErrorCode } from '../../src/errors/app-error.ts';
import { bookedOn, type FileFamily, fileFamilies, type Transfer, toldLine } from '../evidence/bank-files.ts';
import { BankLineLaws } from '../laws/bank-line-laws.ts';
import { Random } from '../random.ts';
import { type FileMistakes, MemoryStatements, type ReadFile } from '../store/memory-statements.ts';
import type { Line } from './bank.ts';
import { type Invention, invent } from './inventor.ts';
import { enterLine } from './makers.ts';
import { makerPerson, operator } from './staff.ts';
import type { Surroundings } from './surroundings.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const zone = 'Europe/Moscow';

/** So many alike are compared: few, so that there are more of them now and then. */
export const usualAlikeMax = 4;
/** A piece of a file. */
const linesAtOnce = 40;

/** How a maker whose bank gives files tells of money. An inventor tells of none that came, and of much that did not. */
const habits = { 'as others do': 6, 'by file alone': 2, inventor: 3 } as const;

/** An account at a bank whose files are brought in. */
interface Account extends BankAccount {
  readonly family: FileFamily;
  /** Where an operator gets a second file of the bank, in another format. */
  readonly otherFamily: FileFamily | null;
  readonly makersFamily: FileFamily | null;
}

interface BroughtFile extends ReadFile {
  readonly account: Account;
  readonly actor: Actor;
  readonly fileName: string;
  readonly createdAt: Instant;
  readonly lines: readonly { readonly key: string; readonly line: NewBankLine; readonly transfer: Transfer }[];
}

/** The process that read a file has died. */
class ReaderDied extends Error {}

/**
 * Banks' files, brought in by operators and by makers: late, twice, with days that were told before, by one family of formats or two. They
 * are made from what truly came and read by the service's own steps: lines stored, compared with what is known, carried out, outcomes
 * stored; a reader that dies in between comes back and reads the same lines once more.
 */
export class Statements {
  readonly rows: MemoryStatements;
  readonly laws: BankLineLaws;
  alikeMax = usualAlikeMax;
  readonly #world: Surroundings;
  readonly #mistakes: FileMistakes;
  readonly #accounts = new Map<number, Account>();
  readonly #habits = new Map<number, keyof typeof habits>();
  readonly #waiting = new Map<number, BroughtFile[]>();
  readonly #inventions = new Map<number, Invention[]>();
  #diesAt: 'recording' | 'recorded' | null = null;
  #files = 0;

  constructor(world: Surroundings, random: Random, mistakes: FileMistakes) {
    this.#world = world;
    this.#mistakes = mistakes;
    this.rows = new MemoryStatements(world.store, mistakes);
    this.laws = new BankLineLaws(world, this.rows, (requisiteId) => this.accountOf(requisiteId));
    for (const makerId of world.store.catalogue.makers.keys()) {
      if (random.chance(world.plan.climate.filesPerMille)) this.#openAccounts(makerId, random.split(makerId));
    }
  }

  /** The reader of files dies at the next piece, before or after it has heard of what it asked for. */
  die(at: 'recording' | 'recorded'): void {
    this.#diesAt = at;
  }

  /** The account that a requisite belongs to, if its bank gives files. */
  accountOf(requisiteId: number): BankAccount | undefined {
    return this.#accounts.get(requisiteId);
  }

  /** Money came to the account. Whether its maker says so as makers without files do. */
  arrived(line: Line, makerId: number): boolean {
    const account = this.#accounts.get(line.requisiteId);
    if (account === undefined) return true;
    if (this.#habits.get(makerId) === 'inventor') {
      const invention = invent(this.#world, new Random(line.seed), line, makerId);
      if (invention !== null)
        this.#inventions.set(account.id, [...(this.#inventions.get(account.id) ?? []), invention]);
    }
    return this.#habits.get(makerId) === 'as others do';
  }

  #openAccounts(makerId: number, random: Random): void {
    const { requisiteById } = this.#world.store.catalogue;
    const own = [...requisiteById.values()].filter((one) => one.makerId === makerId && one.currency === 'RUB');
    this.#habits.set(makerId, random.weighted(habits));
    // One requisite with an account of its own, and an account with several.
    for (const [index, group] of [own.slice(0, 1), own.slice(1)].entries()) {
      const family = random.pick(fileFamilies);
      const account: Account = {
        id: makerId * 10 + index,
        makerId,
        currency: 'RUB',
        number: null,
        zone,
        requisiteIds: group.map(({ id }) => id),
        family,
        otherFamily: random.chance(250) ? random.pick(fileFamilies.filter((one) => one !== family)) : null,
        makersFamily: random.chance(500) ? random.pick(fileFamilies) : null,
      };
      for (const { id } of group) this.#accounts.set(id, account);
      const own = random.split(index + 1);
      this.#bringLater(account, own, operator(1), account.family);
      if (account.otherFamily !== null) this.#bringLater(account, own.split(1), operator(2), account.otherFamily);
      if (account.makersFamily !== null)
        this.#bringLater(account, own.split(2), makerPerson(makerId), account.makersFamily);
    }
  }

  /** Every few hours; now and then the same file once more. */
  #bringLater(account: Account, random: Random, actor: Actor, family: FileFamily): void {
    const { plan, timeline } = this.#world;
    if (timeline.now > plan.quietAt + 2 * dayMs) return;
    if (actor.role === 'operator' && random.chance(80)) this.#crowd(account, random.split(3));
    this.#world.soon(random, hourMs, 9 * hourMs, () => {
      const file = this.#fileOf(account, random, actor, family);
      if (file.lines.length > 0) {
        this.#take(file);
        if (random.chance(150)) this.#take({ ...file, fileName: `${file.fileName} again` });
      }
      this.#bringLater(account, random, actor, family);
    });
  }

  /** More transfers of one sum than are compared, meant for no deal; an operator's program enters them at once. */
  #crowd(account: Account, random: Random): void {
    // A phone would tell of them as well, and under another number.
    if (this.#world.makers.hasPhone(account.makerId)) return;
    const amount = fiat(random.pick([100_000n, 200_000n, 300_000n]));
    for (let count = random.between(3, 8); count > 0; count--) {
      this.#world.soon(random, minuteMs, hourMs, () => {
        const { bank, timeline } = this.#world;
        const requisiteId = random.pick(account.requisiteIds);
        const sent = { requisiteId, amount, sentAt: timeline.now, meantFor: null, seed: random.next() };
        enterLine(this.#world, random, bank.send(sent));
      });
    }
    this.#world.count('crowds of one sum');
  }

  /** Of today and some days before, whole: without numbers, lines are known by their place in the day. */
  #fileOf(account: Account, random: Random, actor: Actor, format: FileFamily): BroughtFile {
    const { now } = this.#world.timeline;
    const first = wallDate(now - random.between(1, 3) * dayMs, zone);
    const isTrusted = actor.role === 'operator';
    const came: Transfer[] = this.#world.bank.sentTo(account.requisiteIds);
    const forged = isTrusted ? [] : (this.#inventions.get(account.id) ?? []).filter(({ isInFile }) => isInFile);
    const told = [...came, ...forged].filter((one) => bookedOn(format, one, zone) >= first);
    const family = familyOf(format.format, null);
    const lines = told.map((one) => readLine(toldLine(format, one, zone), account, 2, family));
    const keys = MemoryStatements.keysOf(lines);
    this.#files += 1;
    this.#world.count(`files of ${actor.role}s`);
    return {
      account,
      family,
      isTrusted,
      actor,
      fileName: `${format.format} ${this.#files}`,
      createdAt: now,
      lines: lines.flatMap((line, index) => {
        const [key, transfer] = [keys[index], told[index]];
        return key === undefined || transfer === undefined ? [] : [{ key, line, transfer }];
      }),
    };
  }

  /** One file of an account at a time. */
  #take(file: BroughtFile): void {
    const waiting = this.#waiting.get(file.account.id);
    this.#waiting.set(file.account.id, [...(waiting ?? []), file]);
    if (waiting === undefined) void this.#work(file.account.id);
  }

  async #work(accountId: number): Promise<void> {
    for (;;) {
      const [file, ...rest] = this.#waiting.get(accountId) ?? [];
      if (file === undefined) break;
      const random = new Random(this.#files * 7_919 + accountId);
      await this.#pause(random.between(1_000, minuteMs));
      for (let start = 0; start < file.lines.length; ) {
        const isDone = await this.#takePiece(file, start, random);
        if (isDone || this.#mistakes.forgetsItsPlace === true) start += linesAtOnce;
      }
      this.#world.judge(() => this.laws.fileDone(file));
      this.#waiting.set(accountId, (this.#waiting.get(accountId) ?? rest).slice(1));
    }
    this.#waiting.delete(accountId);
  }

  /** False: the process that read it died, or the database was away. The next process begins with these lines again. */
  async #takePiece(file: BroughtFile, start: number, random: Random): Promise<boolean> {
    const piece = file.lines.slice(start, start + linesAtOnce);
    const stored = this.rows.write(file, piece);
    for (const [index, line] of stored.entries()) {
      const { bank } = this.#world;
      const { reference: told = '' } = piece[index]?.transfer ?? {};
      const sent = bank.line(told);
      for (const reference of [arrivalReference(line), ownReference(line)]) {
        if (bank.isMadeUp(told)) bank.invent(reference);
        else if (sent !== undefined && bank.line(reference) === undefined) bank.tell(reference, sent);
      }
    }
    const open = stored.filter(({ state }) => state === 'new');
    if (open.length === 0) return true;
    await this.#pause(random.between(0, 2_000));
    const known = this.rows.known(file, open, this.alikeMax);
    const waiting = this.laws.waitingFor(piece);
    try {
      const outcomes = await carryOutLines(this.#carrying(file, random), file, open, known);
      if (this.#dies('recorded')) throw new ReaderDied();
      this.#world.judge(() => {
        this.rows.writeOutcomes(outcomes);
        this.laws.outcomes(file, piece, outcomes, waiting);
      });
      return true;
    } catch (error) {
      if (!(error instanceof ReaderDied) && !(error instanceof AppError)) throw error;
      // Longer than a lease, and than any command that is under way.
      await this.#pause(random.between(30_000, 10 * minuteMs));
      return false;
    }
  }

  #carrying(file: BroughtFile, random: Random) {
    return {
      catalogue: () => this.#world.store.catalogue,
      newId: () => this.#world.newId(random),
      pause: () => Promise.resolve(),
      submit: (command: ReturnType<typeof recordArrival>) => this.#submit(file, command, random),
    };
  }

  #submit(file: BroughtFile, command: ReturnType<typeof recordArrival>, random: Random): Promise<Arrival> {
    if (this.#dies('recording')) return Promise.reject(new ReaderDied());
    return new Promise((resolve, reject) => {
      this.#world.network.call({
        who: `file of ${file.actor.name}`,
        random,
        attempt: () => ({ command }),
        heard: (outcome) => {
          this.#world.settle();
          if (outcome.kind === 'refused') reject(new AppError(outcome.code as ErrorCode));
          else if (outcome.kind === 'gave up') reject(new AppError('database_unavailable'));
          else resolve(this.#world.store.arrivals.get(outcome.subjectId) as Arrival);
        },
      });
    });
  }

  #dies(at: 'recording' | 'recorded'): boolean {
    if (this.#diesAt !== at) return false;
    this.#diesAt = null;
    this.#world.count('fault reader dies');
    return true;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#world.timeline.after(ms, () => {
        this.#world.settle();
        resolve();
      });
    });
  }
}
