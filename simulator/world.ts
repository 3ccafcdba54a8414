import type { AnyCommand } from '../src/commands/command.ts';
import type { Transfer } from '../src/domain/ledger/ledger.ts';
import type { BatchChanges, Changes } from '../src/domain/state/changes.ts';
import { idRandomBytes, newId } from '../src/domain/text/uuid.ts';
import { loadSteps } from '../src/storage/batch/load-steps.ts';
import type { Failure } from '../src/storage/database/database-error.ts';
import { Sealer } from './book/sealer.ts';
import { DecisionBook, type MadeDecision } from './decisions.ts';
import { Deliveries } from './deliveries.ts';
import { runExpiryWorker } from './expiry-worker.ts';
import type { FaultPoint } from './fault-points.ts';
import type { Fault, FaultKind } from './faults.ts';
import { History } from './history.ts';
import { checkAnswer, checkDefect, checkRefusal } from './laws/answer-laws.ts';
import { IntentLaws } from './laws/cause-laws.ts';
import { type Commit, touchedDeals } from './laws/commit.ts';
import { LawBroken } from './laws/law-broken.ts';
import { worldLaws } from './laws/laws.ts';
import { checkNothingDue, checkWhole } from './laws/whole-check.ts';
import type { Mutation } from './mutations.ts';
import { Network } from './network.ts';
import { BadFaith } from './people/bad-faith.ts';
import { Bank } from './people/bank.ts';
import { Makers } from './people/makers.ts';
import { Operators } from './people/operators.ts';
import { livePayin } from './people/payin-life.ts';
import { livePayout } from './people/payout-life.ts';
import { Staff } from './people/staff.ts';
import { Statements, usualAlikeMax } from './people/statements.ts';
import type { FactsBefore, Surroundings } from './people/surroundings.ts';
import { Thief } from './people/thief.ts';
import { liveWithdrawal } from './people/withdrawal-life.ts';
import { type Birth, type Plan, processCount } from './plan.ts';
import { Random } from './random.ts';
import { type Attempt, type ProcessAnswer, ServiceProcess } from './service-process.ts';
import { applyChanges } from './store/apply-changes.ts';
import { LockTable } from './store/locks.ts';
import type { SessionWorld } from './store/memory-session.ts';
import { MemoryStore } from './store/memory-store.ts';
import { Timeline } from './timeline.ts';
import { worldCatalogue } from './world-catalogue.ts';

/** The whole store is checked after so many commits, besides what every commit touches. */
const commitsPerWholeCheck = 4_000;

/** A seeded world: the service's own code in memory, everybody around it, and everything that can go wrong. */
export class World implements Surroundings {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly history: History;
  readonly store: MemoryStore;
  readonly network: Network;
  readonly bank: Bank;
  readonly intents = new IntentLaws();
  readonly makers: Makers;
  readonly statements: Statements;
  readonly thief: Thief;
  readonly operators: Operators;
  readonly badFaith: BadFaith;
  readonly staff = new Staff();
  readonly deliveries: Deliveries;
  readonly decisions: DecisionBook;
  readonly counts = new Map<string, number>();
  readonly kinds = new Map<string, string>();
  readonly processes: readonly ServiceProcess[];
  readonly random: Random;
  readonly locks: LockTable;
  readonly #mutation: Mutation | null;
  readonly #laws: (commit: Commit) => void;
  readonly #transfers: Transfer[] = [];
  readonly #sealer: Sealer;
  readonly #done = new WeakMap<AnyCommand, Changes>();
  readonly #armed: Fault[] = [];
  #running = 0;
  #commits = 0;
  #broken: LawBroken | null = null;

  constructor(plan: Plan, options: { readonly isTold?: boolean; readonly mutation?: Mutation | null } = {}) {
    this.plan = plan;
    this.#mutation = options.mutation ?? null;
    this.random = new Random(plan.seed).split(4);
    this.timeline = new Timeline(plan.start);
    this.history = new History(plan.start, options.isTold ?? false);
    this.store = new MemoryStore(worldCatalogue(plan.start));
    this.locks = new LockTable((transaction) => this.timeline.after(0, () => transaction.resume()));
    this.decisions = new DecisionBook(
      (needs, error) => this.judge(() => checkRefusal(this.store, needs, error)),
      this.#mutation?.meddle?.(this),
      this.#mutation?.heardAs,
      this.#mutation?.letsMoneyOut !== true,
    );
    this.deliveries = new Deliveries(this);
    this.makers = new Makers(this, this.random.split(4), this.#mutation?.reader ?? {});
    this.statements = new Statements(this, new Random(plan.seed).split(7), this.#mutation?.files ?? {});
    this.thief = new Thief(this, new Random(plan.seed).split(8), this.#mutation?.token ?? {});
    this.bank = new Bank((line) => this.makers.arrived(line));
    this.operators = new Operators(this, this.random.split(5));
    this.badFaith = new BadFaith(this, new Random(plan.seed).split(9), this.#mutation?.weighing ?? {});
    this.#laws = worldLaws(this);
    this.#sealer = new Sealer(
      {
        catalogue: this.store.catalogue,
        balance: (accountId) => this.store.balance(accountId),
        clockOf: (process) => this.processes[process]?.now ?? this.timeline.now,
      },
      new Random(plan.seed).split(6),
      this.#mutation?.sealing,
    );
    this.processes = Array.from({ length: processCount }, (_, index) => this.#startProcess(index));
    this.network = new Network(this);
  }

  /** Lives through the plan to its end; throws when a law is broken. */
  async run(progress: (happened: number) => void = () => undefined): Promise<void> {
    this.operators.begin();
    this.thief.begin();
    this.badFaith.begin();
    for (const birth of this.plan.births) this.timeline.at(birth.at, () => this.#bear(birth));
    for (const { at, fault } of this.plan.faults) this.timeline.at(at, () => this.#strike(fault));
    const { end } = this.plan;
    while (this.timeline.step(end)) {
      // The lanes are the service's own asynchronous code: each runs until it waits for the database again.
      for (let hops = 0; this.#running > 0; hops++) {
        if (hops > hopsMax) throw new Error('a lane neither waits nor ends');
        await null;
      }
      if (this.#broken !== null) throw this.#broken;
      if (this.timeline.happened % 5_000 === 0) progress(this.timeline.happened);
      // What is never written down is tried again every minute: a world of days would be about little else.
      if (this.timeline.happened % 20_000 === 0) checkNothingDue(this.store, this.timeline.now - 6 * hourMs);
    }
    checkWhole(this.store, this.#transfers);
    checkNothingDue(this.store, this.timeline.now - hourMs);
    this.deliveries.ended();
    this.#sealer.ended();
  }

  get commits(): number {
    return this.#commits;
  }

  /** Later, on the grid that people move on. */
  soon(random: Random, soonestMs: number, latestMs: number, run: () => void): void {
    const at = this.timeline.now + random.between(soonestMs, latestMs);
    const { gridMs } = this.plan.climate;
    this.timeline.at(Math.ceil(at / gridMs) * gridMs, run);
  }

  /** A seeded bug may believe something else about people than is true. */
  readBefore(facts: FactsBefore): FactsBefore {
    return this.#mutation?.readBefore?.(facts) ?? facts;
  }

  newId(random: Random): string {
    return newId(this.timeline.now, random.bytes(idRandomBytes));
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Code that waits for an answer goes on before anything else happens. */
  settle(): void {
    this.#running += 1;
    void passHops().then(() => {
      this.#running -= 1;
    });
  }

  /** For the table at the end: whose invoice it is. */
  knownAs(invoiceId: string, kind: string): void {
    this.kinds.set(invoiceId, kind);
  }

  answered(attempt: Attempt, answer: ProcessAnswer): void {
    const given = this.#mutation?.given?.(answer) ?? answer;
    this.judge(() => checkAnswer({ store: this.store, done: this.#done }, this.history, attempt, given));
  }

  /** A law that is broken inside the service's own code must not be taken for one of its errors there. */
  judge(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof LawBroken)) throw error;
      this.#broken ??= error;
    }
  }

  #bear({ kind, seed }: Birth): void {
    this.count(`born ${kind}`);
    switch (kind) {
      case 'payin':
        livePayin(this, seed);
        return;
      case 'payout':
        livePayout(this, seed);
        return;
      case 'withdrawal':
        liveWithdrawal(this, seed);
        return;
    }
  }

  #startProcess(index: number): ServiceProcess {
    const server = new ServiceProcess(
      {
        timeline: this.timeline,
        random: this.random.split(10 + index),
        catalogue: () => this.store.catalogue,
        session: (one) => this.#sessionWorld(one),
        defect: (error, command) => this.judge(() => checkDefect(error, command)),
        running: (change) => {
          this.#running += change;
        },
      },
      index,
    );
    this.timeline.after(0, () => runExpiryWorker(server, this));
    return server;
  }

  #sessionWorld(process: number): SessionWorld {
    return {
      store: this.store,
      locks: this.locks,
      timeline: this.timeline,
      random: this.random,
      climate: this.plan.climate,
      loadSteps: this.#mutation?.loadSteps ?? loadSteps,
      lockOrder: (keys) => this.#mutation?.lockOrder?.(keys, this.random) ?? keys,
      seen: (loaded) => this.#mutation?.seen?.(loaded) ?? loaded,
      answersEarly: this.#mutation?.answersEarly ?? false,
      prepare: (changes) => {
        const { made } = this.decisions;
        this.#sealer.stores(changes, this.timeline.now);
        return () => this.#commit(changes, made);
      },
      faultAt: (point) => this.#faultAt(process, point),
      parked: () => {
        this.#running -= 1;
      },
      resumed: (isDeciding) => {
        this.#running += 1;
        if (isDeciding) this.decisions.begin();
      },
    };
  }

  #commit(asked: BatchChanges, decisions: readonly MadeDecision[]): void {
    const changes = this.#mutation?.store?.(asked) ?? asked;
    const replaced = applyChanges(this.store, changes, this.#mutation?.ignoredConstraints);
    for (const { asked: command, changes: wanted } of decisions) this.#done.set(command, wanted);
    const [first] = decisions;
    const catalogue = first?.catalogue ?? this.store.catalogue;
    this.#note(changes);
    const commit = { store: this.store, changes, replaced, decisions, catalogue };
    this.#laws({ ...commit, deals: touchedDeals(commit) });
    this.#transfers.push(...changes.transfers.added);
    this.#sealer.committed(asked);
    this.statements.rows.free(asked.changedMoney);
    for (const notification of changes.notifications.added) this.deliveries.written(notification);
    this.#commits += 1;
    if (this.#commits % commitsPerWholeCheck === 0) checkWhole(this.store, this.#transfers);
  }

  #note(changes: BatchChanges): void {
    const { history, timeline } = this;
    history.mix(
      timeline.now,
      changes.invoices.added.length,
      changes.deals.changed.length,
      changes.answers.added.length,
    );
    for (const { amount, subjectId, kind } of changes.transfers.added) {
      history.mixText(subjectId);
      history.mixAmount(amount);
      if (history.isTold) history.tell(timeline.now, 'stored', `${kind} ${amount} for ${subjectId}`);
    }
    for (const { invoice } of changes.notifications.added) {
      history.mixText(invoice.id + invoice.status);
      if (history.isTold) history.tell(timeline.now, 'stored', `invoice ${invoice.id} is ${invoice.status}`);
    }
  }

  #strike(fault: Fault): void {
    const { timeline } = this;
    this.history.mixText(fault.kind);
    if (this.history.isTold) this.history.tell(timeline.now, 'fault', JSON.stringify(fault));
    switch (fault.kind) {
      case 'crash':
      case 'connection lost':
      case 'database busy':
        // Waits until the process passes the point where it strikes.
        this.#armed.push(fault);
        return;
      case 'clock jump': {
        const server = this.processes[fault.process];
        if (server === undefined) return;
        this.#struck(fault.kind);
        server.clockOffsetMs = fault.byMs;
        timeline.after(fault.forMs, () => {
          server.clockOffsetMs = 0;
        });
        return;
      }
      case 'receiver outage':
        this.#struck(fault.kind);
        this.deliveries.outage(fault.storeId, timeline.now + fault.forMs);
        return;
      case 'network trouble':
        this.#struck(fault.kind);
        this.network.troubleUntil = timeline.now + fault.forMs;
        return;
      case 'reader dies':
        this.statements.die(fault.at);
        return;
      case 'look cut':
        this.#struck(fault.kind);
        this.statements.alikeMax = fault.alikeMax;
        timeline.after(fault.forMs, () => {
          this.statements.alikeMax = usualAlikeMax;
        });
    }
  }

  #faultAt(process: number, point: FaultPoint): Failure | 'gone' | null {
    if (this.#armed.length === 0) return null;
    const index = this.#armed.findIndex(
      (fault) => 'point' in fault && fault.process === process && fault.point === point,
    );
    const fault = this.#armed[index];
    if (fault === undefined) return null;
    this.#armed.splice(index, 1);
    this.#struck(fault.kind);
    if (this.history.isTold) this.history.tell(this.timeline.now, 'fault', `${fault.kind} at ${point}`);
    if (fault.kind === 'crash') {
      this.processes[process]?.crash(fault.downMs);
      this.#sealer.crashed(process);
      return 'gone';
    }
    return fault.kind === 'connection lost' ? 'connection' : 'busy';
  }

  #struck(kind: FaultKind): void {
    this.count(`fault ${kind}`);
  }
}

/** More than any wait of the reader of files has between an answer and its next question. */
async function passHops(): Promise<void> {
  for (let hops = 0; hops < 100; hops++) await null;
}

/** Between two waits a lane passes a few dozen promises at most. */
const hopsMax = 10_000;
const hourMs = 3_600_000;
