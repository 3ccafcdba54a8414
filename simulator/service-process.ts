import type { AnyCommand } from '../src/commands/command.ts';
import { Rotation } from '../src/domain/payins/rotation.ts';
import type { Catalogue } from '../src/domain/state/catalogue.ts';
import type { Instant } from '../src/domain/text/timestamp.ts';
import type { Answer, Idempotency, Job, SignedOnce } from '../src/engine/job.ts';
import { ConnectionLost, type LaneContext, runBatch } from '../src/engine/lane.ts';
import { AppError, type ErrorCode } from '../src/errors/app-error.ts';
import type { Random } from './random.ts';
import { MemorySession, type SessionWorld } from './store/memory-session.ts';
import type { Timeline } from './timeline.ts';

/** One attempt: made anew each time, since the service makes a new ID for every request it gets. */
export interface Attempt {
  readonly command: AnyCommand;
  readonly idempotency?: Idempotency | null;
  readonly signed?: SignedOnce | null;
}

/** What the caller of a process hears. Silence: the process died, or the answer got lost. */
export type ProcessAnswer =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'refusal'; readonly code: ErrorCode; readonly conflicts: number }
  | { readonly kind: 'silence' };

interface ProcessWorld {
  readonly timeline: Timeline;
  readonly random: Random;
  catalogue(): Catalogue;
  session(process: number): SessionWorld;
  /** Something was thrown that is no refusal: a defect. */
  defect(error: unknown, command: string): void;
  /** A lane begins to run, or has nothing to do; see the world's loop. */
  running(change: 1 | -1): void;
}

interface Lane {
  readonly session: MemorySession;
  isBusy: boolean;
  jobs: readonly Job[];
}

interface Waiting extends Job {
  readonly heard: (answer: ProcessAnswer) => void;
}

const reconnectMs = 50;
/** A process that has just begun does not know yet whether the books are right, and lets no money out. */
const firstCheckMs = 30_000;

/**
 * One process of the service: a queue, a few lanes that run the real batches, a catalogue and a clock of its own. What
 * `src/engine/engine.ts` does with sockets and timers is done here in virtual time; all else is the engine's own code.
 */
export class ServiceProcess {
  readonly index: number;
  readonly #world: ProcessWorld;
  readonly #laneCount: number;
  readonly #batchMax: number;
  #lanes: Lane[] = [];
  #queue: Waiting[] = [];
  #catalogue: Catalogue;
  #context: LaneContext;
  #isUp = true;
  #clockOffsetMs = 0;
  #checkedAt: Instant = 0;

  constructor(world: ProcessWorld, index: number) {
    this.#world = world;
    this.index = index;
    this.#laneCount = world.random.between(1, 3);
    this.#batchMax = world.random.pick([1, 4, 32, 128, 128, 128]);
    this.#catalogue = world.catalogue();
    this.#context = this.#newContext();
    this.#connectAll();
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** What this process takes for the time. */
  get now(): Instant {
    return this.#world.timeline.now + this.#clockOffsetMs;
  }

  set clockOffsetMs(offsetMs: number) {
    this.#clockOffsetMs = offsetMs;
  }

  submit({ command, idempotency = null, signed = null }: Attempt, heard: (answer: ProcessAnswer) => void): void {
    const { defect } = this.#world;
    const job: Waiting = {
      command,
      idempotency,
      signed,
      heard,
      resolve: (answer) => heard({ kind: 'answer', answer }),
      reject: () => undefined,
      hint: undefined,
      plans: 0,
      conflicts: 0,
    };
    const queued = once({
      ...job,
      reject(error) {
        if (error instanceof AppError) heard({ kind: 'refusal', code: error.code, conflicts: queued.conflicts });
        else defect(error, command.name);
      },
    });
    this.#queue.push(queued);
    this.#wake();
  }

  /** Dies at once, with all that it was doing, and comes back after a while with nothing in memory. */
  crash(downMs: number): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    const lost = [...this.#queue, ...this.#lanes.flatMap(({ jobs }) => jobs as readonly Waiting[])];
    for (const { session } of this.#lanes) session.abandon();
    this.#queue = [];
    this.#lanes = [];
    for (const job of lost) job.heard({ kind: 'silence' });
    this.#world.timeline.after(downMs, () => {
      this.#isUp = true;
      this.#checkedAt = this.#world.timeline.now + firstCheckMs;
      this.#catalogue = this.#world.catalogue();
      this.#context = this.#newContext();
      this.#connectAll();
    });
  }

  #newContext(): LaneContext {
    return {
      catalogue: () => this.#catalogue,
      refreshCatalogue: async () => {
        this.#catalogue = this.#world.catalogue();
      },
      clock: () => this.now,
      isMoneyOutOpen: () => this.#world.timeline.now >= this.#checkedAt,
      rotation: new Rotation(),
      acknowledged: () => undefined,
      changed: () => undefined,
      observe: () => undefined,
    };
  }

  #connectAll(): void {
    this.#lanes = Array.from({ length: this.#laneCount }, (_, lane) => ({
      session: new MemorySession(this.#world.session(this.index), `process ${this.index + 1} lane ${lane + 1}`),
      isBusy: false,
      jobs: [],
    }));
  }

  #wake(): void {
    for (const lane of this.#lanes) {
      if (this.#queue.length === 0) return;
      if (lane.isBusy) continue;
      lane.isBusy = true;
      // Commands that arrive in the same instant go together.
      this.#world.timeline.after(0, () => this.#begin(lane));
    }
  }

  #begin(lane: Lane): void {
    if (!this.#lanes.includes(lane)) return;
    this.#world.running(1);
    void this.#work(lane);
  }

  async #work(lane: Lane): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        lane.jobs = this.#queue.splice(0, this.#batchMax);
        const repeated = await runBatch(lane.session, lane.jobs, this.#context);
        lane.jobs = [];
        if (repeated.length > 0) this.#queue.unshift(...(repeated as readonly Waiting[]));
      }
      lane.isBusy = false;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) this.#world.defect(error, 'lane');
      for (const job of lane.jobs) job.reject(new AppError('database_unavailable'));
      lane.jobs = [];
      this.#world.timeline.after(reconnectMs, () => {
        lane.isBusy = false;
        this.#wake();
      });
    }
    this.#world.running(-1);
  }
}

/** An answer is given once; a lane that loses its connection refuses also those that it has answered. */
function once(job: Waiting): Waiting {
  let isAnswered = false;
  const first =
    <Value>(give: (value: Value) => void) =>
    (value: Value) => {
      if (isAnswered) return;
      isAnswered = true;
      give(value);
    };
  return { ...job, resolve: first(job.resolve), reject: first(job.reject), heard: first(job.heard) };
}
