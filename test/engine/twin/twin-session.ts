import { expect } from 'vitest';
import { applyChanges, ConstraintViolation } from '../../../simulator/store/apply-changes.ts';
import { loadStatements } from '../../../simulator/store/memory-load.ts';
import type { MemoryStore } from '../../../simulator/store/memory-store.ts';
import type { BatchChanges } from '../../../src/domain/state/changes.ts';
import type { LaneSession } from '../../../src/engine/lane.ts';
import type { BatchSession } from '../../../src/storage/batch/batch-session.ts';
import { type BatchKeys, type Loaded, nothingLoaded } from '../../../src/storage/batch/load-steps.ts';
import { DatabaseError } from '../../../src/storage/database/database-error.ts';

/** A connection to the database and to the simulator's store at once. What one says, the other has to say too. */
export class TwinSession implements LaneSession {
  readonly #database: BatchSession;
  readonly #memory: MemoryStore;
  loads = 0;

  constructor(database: BatchSession, memory: MemoryStore) {
    this.#database = database;
    this.#memory = memory;
  }

  holdCatalogue(): Promise<string> {
    return this.#database.holdCatalogue();
  }

  async load(keys: BatchKeys): Promise<Loaded> {
    const loaded = await this.#database.load(keys);
    const twin = nothingLoaded();
    for (const statement of loadStatements(this.#memory, keys)) {
      statement.begin();
      statement.finish(twin);
    }
    expect(inOneOrder(twin)).toEqual(inOneOrder(loaded));
    this.loads += 1;
    return loaded;
  }

  async store(changes: BatchChanges): Promise<void> {
    const refused = await this.#database.store(changes).then(
      () => null,
      (error: unknown) => error,
    );
    const twin = this.#applied(changes);
    expect(twin).toBe(refused === null ? null : constraintOf(refused));
    if (refused !== null) throw refused;
  }

  async rollback(): Promise<void> {
    await this.#database.rollback();
  }

  /** The name of the constraint that refuses; null when it is stored. */
  #applied(changes: BatchChanges): string | null {
    try {
      applyChanges(this.#memory, changes);
      return null;
    } catch (error) {
      if (error instanceof ConstraintViolation) return error.constraint;
      throw error;
    }
  }
}

function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError)) throw error;
  return (error.cause as { constraint?: string }).constraint;
}

/** Neither side promises an order of rows. */
function inOneOrder(loaded: Loaded): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(loaded).map(([name, rows]) => [
      name,
      Array.isArray(rows)
        ? rows
            .map((row) => ({ text: JSON.stringify(row, inOneText), row }))
            .sort(byText)
            .map(({ row }) => row)
        : rows,
    ]),
  );
}

function byText(left: { readonly text: string }, right: { readonly text: string }): number {
  return left.text < right.text ? -1 : 1;
}

/** Fields in the order of their names, at every depth: what was read and what was decided may name them in another order. */
function inOneText(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
