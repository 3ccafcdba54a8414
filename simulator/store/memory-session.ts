import type { BatchChanges } from '../../src/domain/state/changes.ts';
import type { LaneSession } from '../../src/engine/lane.ts';
import {
  type BatchKeys,
  type Loaded,
  type LoadedOf,
  nothingLoaded,
  type Step,
} from '../../src/storage/batch/load-steps.ts';
import { DatabaseError, type Failure } from '../../src/storage/database/database-error.ts';
import type { FaultPoint } from '../fault-points.ts';
import type { Climate } from '../plan.ts';
import type { Random } from '../random.ts';
import type { Timeline } from '../timeline.ts';
import { ConstraintViolation } from './apply-changes.ts';
import { type LockKey, type LockSpace, type LockTable, Transaction } from './locks.ts';
import { type LoadStatement, loadStatements } from './memory-load.ts';
import type { MemoryStore } from './memory-store.ts';
import { storeLocks } from './store-locks.ts';

export interface SessionWorld {
  readonly store: MemoryStore;
  readonly locks: LockTable;
  readonly timeline: Timeline;
  readonly random: Random;
  readonly climate: Climate;
  /** The steps of the load in their order: a seeded bug may change it. */
  readonly loadSteps: readonly Step[];
  /** The order in which a statement takes its locks: a seeded bug may change it. */
  lockOrder(keys: readonly LockKey[]): readonly LockKey[];
  /** What the batch gets to see of what it loaded: a seeded bug may leave something out. */
  seen(loaded: Loaded): Loaded;
  /** A seeded bug: the caller gets the answer before it is stored. */
  readonly answersEarly: boolean;
  /** Called while the batch's decisions are known; what it returns commits, or throws what a constraint refuses. */
  prepare(changes: BatchChanges): () => void;
  /** What goes wrong at this point, if anything. `gone`: the process died, and nobody waits for this session any more. */
  faultAt(point: FaultPoint): Failure | 'gone' | null;
  /** A lane waits for the database, and the world may go on. */
  parked(): void;
  /** The lane has what it waited for. The batch about to be decided begins here. */
  resumed(isDeciding: boolean): void;
}

/**
 * One connection to the database in memory, for the real `runBatch`. Its steps take virtual time, wait for locks like the real
 * ones and can fail between any two of them.
 */
export class MemorySession implements LaneSession {
  readonly #world: SessionWorld;
  readonly #label: string;
  #transaction: Transaction;
  #isGone = false;

  constructor(world: SessionWorld, label: string) {
    this.#world = world;
    this.#label = label;
    this.#transaction = new Transaction(label);
  }

  /** Nobody in this world changes the catalogue often enough to be held up: it is the newest, and may change again. */
  async holdCatalogue(): Promise<string> {
    return this.#world.store.catalogue.version;
  }

  load(keys: BatchKeys): Promise<Loaded> {
    return this.#step<Loaded>('load', (finish, fail) => {
      const { store, loadSteps } = this.#world;
      const loaded = nothingLoaded();
      this.#runLoad(loadStatements(store, keys, loadSteps), 0, loaded, () => {
        if (!this.#failsAt('loaded', fail)) this.#perhapsLater(() => finish(this.#world.seen(loaded)));
      });
    });
  }

  store(changes: BatchChanges): Promise<void> {
    const commit = this.#world.prepare(changes);
    return this.#step<void>('store', (finish, fail) => {
      this.#lockInPieces(storeLocks(this.#world.store, changes), () => {
        if (this.#failsAt('commit', fail)) return;
        if (this.#world.answersEarly) {
          this.#commitBehind(commit);
          finish();
          return;
        }
        const refusal = this.#commit(commit);
        if (refusal !== null) return fail(refusal);
        if (!this.#failsAt('committed', fail)) this.#perhapsLater(() => finish());
      });
    });
  }

  /** The seeded bug: the session goes on to its next batch while this one is still being stored. */
  #commitBehind(commit: () => void): void {
    const behind = this.#transaction;
    this.#transaction = new Transaction(this.#label);
    this.#later(() => {
      // What the database refuses now was answered all the same: a law finds that it is not there.
      refusalOf(commit);
      this.#world.locks.release(behind);
    });
  }

  #commit(commit: () => void): DatabaseError | null {
    const refusal = refusalOf(commit);
    if (refusal === null) this.#end();
    return refusal;
  }

  async rollback(): Promise<void> {
    this.#end();
  }

  /** The process died: whatever was under way is undone, and nothing of it is heard of again. */
  abandon(): void {
    this.#isGone = true;
    this.#end();
  }

  /** A round trip: begins a moment later, and ends when `work` says so. The lane sleeps until then. */
  #step<Value>(
    point: FaultPoint,
    work: (finish: (value: Value) => void, fail: (error: DatabaseError) => void) => void,
  ): Promise<Value> {
    this.#world.parked();
    return new Promise((resolve, reject) => {
      const finish = (value: Value) => {
        this.#world.resumed(point === 'load');
        resolve(value);
      };
      const fail = (error: DatabaseError) => {
        this.#world.resumed(false);
        reject(error);
      };
      this.#later(() => {
        if (!this.#failsAt(point, fail)) work(finish, fail);
      });
    });
  }

  #later(run: () => void): void {
    const { random, timeline, climate } = this.#world;
    // Mostly quick; now and then the database is busy with something else, and batches overlap.
    const delayMs = random.chance(climate.slowPerMille) ? random.between(5, climate.slowMs) : random.between(0, 3);
    timeline.after(delayMs, () => {
      if (!this.#isGone) run();
    });
  }

  /** Mostly an answer comes with the last step; now and then others get in between. */
  #perhapsLater(run: () => void): void {
    if (this.#world.random.chance(150)) this.#later(run);
    else run();
  }

  #failsAt(point: FaultPoint, fail: (error: DatabaseError) => void): boolean {
    const failure = this.#world.faultAt(point);
    if (failure === null) return false;
    if (failure === 'gone') return true;
    this.#end();
    fail(new DatabaseError(failure, `injected at ${point}`));
    return true;
  }

  #runLoad(statements: readonly LoadStatement[], index: number, loaded: LoadedOf, done: () => void): void {
    const statement = statements[index];
    if (statement === undefined) {
      done();
      return;
    }
    const next = () => {
      statement.finish(loaded);
      const goOn = () => this.#runLoad(statements, index + 1, loaded, done);
      if (this.#world.random.chance(pausesPerMille)) this.#later(goOn);
      else goOn();
    };
    const ordered = this.#world.lockOrder(statement.begin());
    this.#lockAll(
      ordered.map((key) => [statement.step, key] as const),
      0,
      next,
    );
  }

  /** Somewhere among its locks, and before the commit, a store step may let others go first. */
  #lockInPieces(locks: readonly (readonly [LockSpace, LockKey])[], done: () => void): void {
    const { random } = this.#world;
    if (!random.chance(pausesPerMille)) {
      this.#lockAll(locks, 0, done);
      return;
    }
    const piece = random.below(locks.length + 1);
    this.#lockAll(locks.slice(0, piece), 0, () => {
      this.#later(() => this.#lockAll(locks, piece, () => this.#later(done)));
    });
  }

  /** Takes the locks one after the other; continues where it stopped when it had to wait for one. */
  #lockAll(locks: readonly (readonly [LockSpace, LockKey])[], from: number, done: () => void): void {
    const transaction = this.#transaction;
    for (let index = from; index < locks.length; index++) {
      const [space, key] = locks[index] as readonly [LockSpace, LockKey];
      const isHeld = this.#world.locks.acquire(transaction, space, key);
      if (isHeld) continue;
      transaction.resume = () => {
        if (transaction === this.#transaction && !this.#isGone) this.#lockAll(locks, index + 1, done);
      };
      return;
    }
    done();
  }

  #end(): void {
    const ended = this.#transaction;
    this.#transaction = new Transaction(this.#label);
    this.#world.locks.release(ended);
  }
}

/** How often a statement of the load step lets others go first, while it holds what it has. */
const pausesPerMille = 20;

/** Null: it is stored. */
function refusalOf(commit: () => void): DatabaseError | null {
  try {
    commit();
    return null;
  } catch (error) {
    if (error instanceof ConstraintViolation) return new DatabaseError('conflict', error);
    throw error;
  }
}
