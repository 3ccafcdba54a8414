import type { Command } from '../commands/command.ts';
import { Rotation } from '../domain/payins/rotation.ts';
import type { BatchChanges } from '../domain/state/changes.ts';
import { type Concern, concernsOfBatch } from '../domain/state/concerns.ts';
import type { LostCommit } from '../domain/state/lost-commits.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import { AppError } from '../errors/app-error.ts';
import type { BatchSession } from '../storage/batch/batch-session.ts';
import type { CatalogueHolder } from './catalogue-holder.ts';
import { CommitWitness } from './commit-witness.ts';
import type { Answer, Idempotency, Job, SignedOnce } from './job.ts';
import {
  type BatchReport,
  ConnectionLost,
  changedInvoiceIds,
  type LaneContext,
  type LaneSession,
  runBatch,
} from './lane.ts';
import type { MoneyOut } from './money-out.ts';
import type { WorkingSet } from './working-set.ts';

/**
 * The engine gathers commands and stores them in batches, as many at a time as arrived while the last batch was being
 * stored. A lone command goes at once. Beside batches under way a lane begins with no fewer than the smallest of them has:
 * they hold the locks of what most others need as well, so a small batch would only wait there, while more comes here.
 *
 * Each lane is in one of three states. `idle`: connected and waiting. `busy`: running a batch. `lost`: its connection broke;
 * it reconnects by itself, with growing pauses, and takes no work until then. When all lanes are lost, commands are refused
 * at once: nothing was done.
 */
export interface EngineOptions {
  /** A new connection, for one lane. */
  readonly connect: () => Promise<EngineSession>;
  readonly catalogue: Pick<CatalogueHolder, 'current' | 'refresh'>;
  readonly lanes: number;
  readonly batchMax: number;
  readonly queueMax: number;
  readonly clock: () => Instant;
  readonly moneyOut: Pick<MoneyOut, 'isOpen'>;
  readonly observe?: (report: BatchReport) => void;
  /** Called after each commit with the invoices that look different now. */
  readonly changed?: (invoiceIds: readonly string[]) => void;
  /** Called after each commit with what it changed of whom, new things included. */
  readonly concerned?: (concerns: ReadonlySet<Concern>) => void;
  /** Called after a reconnect with what was acknowledged and is not there: a failover has lost it. */
  readonly lost?: (lost: readonly LostCommit[]) => void;
  readonly log?: (message: string, error: unknown) => void;
}

export type EngineSession = LaneSession & Pick<BatchSession, 'isLost' | 'onLost' | 'findLost' | 'close'>;

interface Lane {
  state: 'idle' | 'busy' | 'lost';
  /** Of the batch that it is storing. */
  jobs: readonly Job[];
  session: EngineSession | null;
  readonly witness: CommitWitness;
  readonly context: LaneContext;
}

const reconnectPauseMs = { first: 50, longest: 2_000 } as const;
/** A batch under way that takes longer than this waits for somebody else, and others need not wait for it. */
const companyMaxMs = 20;

export class Engine {
  readonly #options: EngineOptions;
  readonly #lanes: Lane[];
  #queue: Job[] = [];
  /** The queue waits for company; `over`: for long enough. */
  #waiting: NodeJS.Timeout | 'over' | null = null;
  #isStopping = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    const context = {
      catalogue: () => options.catalogue.current,
      refreshCatalogue: () => options.catalogue.refresh(),
      clock: options.clock,
      isMoneyOutOpen: () => options.moneyOut.isOpen,
      rotation: new Rotation(),
      observe: options.observe ?? (() => undefined),
      changed: (changes: BatchChanges, work: WorkingSet) => this.#tell(changes, work),
    };
    this.#lanes = Array.from({ length: options.lanes }, () => {
      const witness = new CommitWitness();
      const acknowledged = (changes: BatchChanges) => witness.note(changes);
      return { state: 'lost', jobs: [], session: null, witness, context: { ...context, acknowledged } };
    });
  }

  /** Connects all lanes; fails when the database cannot be reached. */
  async start(): Promise<void> {
    for (const lane of this.#lanes) await this.#connect(lane);
  }

  /** Refuses new commands, finishes those under way and closes the connections. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    while (this.#queue.length > 0 || this.#lanes.some((lane) => lane.state === 'busy')) {
      if (this.#lanes.every((lane) => lane.state === 'lost')) this.#refuseQueue();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all(this.#lanes.map((lane) => lane.session?.close()));
  }

  get queueLength(): number {
    return this.#queue.length;
  }

  get isAvailable(): boolean {
    return !this.#isStopping && this.#lanes.some((lane) => lane.state !== 'lost');
  }

  async submit<Result, Hint>(command: Command<Result, Hint>): Promise<Result> {
    const answer = await this.submitOnce(command, null);
    if (answer.kind === 'replay') throw new Error('a command that is not done once cannot be replayed');
    return answer.result;
  }

  /** With an idempotency key, or the same signed bytes, the answer may be the stored one of an earlier request. */
  submitOnce<Result, Hint>(
    command: Command<Result, Hint>,
    idempotency: Idempotency | null,
    signed: SignedOnce | null = null,
  ): Promise<Answer<Result>> {
    return new Promise<Answer<Result>>((resolve, reject) => {
      if (!this.isAvailable) return reject(new AppError('database_unavailable'));
      if (this.#queue.length >= this.#options.queueMax) return reject(new AppError('overloaded'));
      this.#queue.push({
        command,
        idempotency,
        signed,
        resolve: resolve as (answer: Answer) => void,
        reject,
        hint: undefined,
        plans: 0,
        conflicts: 0,
      });
      this.#wake();
    });
  }

  /** What was stored stays stored: a fault of those who watch must not look like one of the batch. */
  #tell(changes: BatchChanges, work: WorkingSet): void {
    try {
      this.#options.changed?.(changedInvoiceIds(changes, work));
      this.#options.concerned?.(concernsOfBatch(changes, work));
    } catch (error) {
      this.#options.log?.('a change was not announced', error);
    }
  }

  #wake(): void {
    for (const lane of this.#lanes) {
      if (this.#queue.length === 0) return;
      if (lane.state === 'idle' && this.#isWorthABatch()) void this.#work(lane);
    }
  }

  /** If not, the queue waits for company from now on. */
  #isWorthABatch(): boolean {
    const underWay = this.#lanes.map(({ jobs }) => jobs.length).filter((size) => size > 0);
    if (underWay.length === 0 || this.#queue.length >= Math.min(...underWay) || this.#waiting === 'over') return true;
    this.#waiting ??= setTimeout(() => {
      this.#waiting = 'over';
      this.#wake();
    }, companyMaxMs);
    return false;
  }

  #takeJobs(): readonly Job[] {
    if (this.#waiting !== 'over') clearTimeout(this.#waiting ?? undefined);
    this.#waiting = null;
    return this.#queue.splice(0, this.#options.batchMax);
  }

  async #connect(lane: Lane): Promise<EngineSession> {
    const session = await this.#options.connect();
    try {
      await this.#lookForLost(lane, session);
    } catch (error) {
      await session.close();
      throw error;
    }
    // A waiting lane that did not notice would refuse the next caller, long after the database is back.
    session.onLost(() => {
      if (lane.session === session && lane.state === 'idle') this.#lose(lane);
    });
    lane.session = session;
    lane.state = 'idle';
    return session;
  }

  /** Before a lane works again: what it acknowledged last must be there. If the last batch is, all before it are. */
  async #lookForLost({ witness }: Lane, session: EngineSession): Promise<void> {
    const { newest } = witness;
    if (newest === null || (await session.findLost(newest)).length === 0) return;
    const lost = await session.findLost(witness.all);
    witness.clear();
    if (lost.length > 0) this.#options.lost?.(lost);
  }

  #lose(lane: Lane): void {
    lane.state = 'lost';
    void this.#reconnect(lane);
  }

  async #work(lane: Lane): Promise<void> {
    lane.state = 'busy';
    try {
      // Commands that arrive in the same turn of the event loop go together.
      await new Promise((resolve) => setImmediate(resolve));
      while (this.#queue.length > 0 && lane.session !== null && this.#isWorthABatch()) {
        lane.jobs = this.#takeJobs();
        const repeated = await runBatch(lane.session, lane.jobs, lane.context);
        lane.jobs = [];
        if (repeated.length > 0) this.#queue.unshift(...repeated);
      }
      lane.state = 'idle';
      if (lane.session?.isLost) this.#lose(lane);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) this.#options.log?.('a lane failed', error);
      // Most have their answer by now. A batch that was being run one by one also has some whose turn never came.
      for (const job of lane.jobs) job.reject(new AppError('database_unavailable'));
      lane.jobs = [];
      this.#lose(lane);
      // What waited for company need not wait for this batch any more.
      this.#wake();
    }
  }

  async #reconnect(lane: Lane): Promise<void> {
    await lane.session?.close();
    lane.session = null;
    let pauseMs: number = reconnectPauseMs.first;
    while (!this.#isStopping) {
      try {
        const session = await this.#connect(lane);
        // `stop` has closed the others and does not know about this one.
        if (this.#isStopping) return await session.close();
        return this.#wake();
      } catch (error) {
        if (pauseMs === reconnectPauseMs.first) this.#options.log?.('a lane cannot connect; it goes on trying', error);
        if (this.#lanes.every(({ state }) => state === 'lost')) this.#refuseQueue();
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(pauseMs * 2, reconnectPauseMs.longest);
      }
    }
  }

  #refuseQueue(): void {
    const refused = this.#queue;
    this.#queue = [];
    for (const job of refused) job.reject(new AppError('database_unavailable'));
  }
}
