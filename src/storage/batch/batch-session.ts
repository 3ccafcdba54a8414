import type pg from 'pg';
import type { BatchChanges } from '../../domain/state/changes.ts';
import type { LostCommit, Witnessed } from '../../domain/state/lost-commits.ts';
import { AppError } from '../../errors/app-error.ts';
import { bringBack } from '../archive/move.ts';
import { findArchived } from '../archive/whereabouts.ts';
import { breakOff, connect, execute } from '../database/connection.ts';
import { DatabaseError } from '../database/database-error.ts';
import { understandError } from '../database/database-errors.ts';
import type { Statement } from '../rows/statement.ts';
import { lockAndLoad, lockCatalogueVersion } from './batch-load.ts';
import { storeAndCommit } from './batch-store.ts';
import { findLost } from './find-lost.ts';
import type { BatchKeys, Loaded } from './load-steps.ts';

const rollback: Statement = { name: 'rollback', text: 'rollback' };

/** One connection that runs batches, one after the other. */
export class BatchSession {
  readonly #client: pg.Client;
  #isLost = false;
  /** The transaction is open before the load. */
  #isBegun = false;
  /** Somebody had the month of the last invoice that was to come back from the archive. */
  #isMonthLocked = false;

  static async open(connectionString: string): Promise<BatchSession> {
    return new BatchSession(await connect(connectionString, 'engine'));
  }

  private constructor(client: pg.Client) {
    this.#client = client;
    client.once('end', () => {
      this.#isLost = true;
    });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Called when the connection ends, for whatever reason, also between batches. */
  onLost(listener: () => void): void {
    this.#client.once('end', listener);
  }

  /** Begins the batch by locking the catalogue: it stays as it is until the batch ends. Answers with its version. */
  async holdCatalogue(): Promise<string> {
    this.#isBegun = true;
    return await this.#understood(lockCatalogueVersion(this.#client));
  }

  async load(keys: BatchKeys): Promise<Loaded> {
    const isBegun = this.#isBegun;
    this.#isBegun = false;
    const loaded = await this.#understood(lockAndLoad(this.#client, keys, isBegun));
    if (loaded.invoices.length < keys.invoices.length) await this.#lookInArchive(keys, loaded);
    return loaded;
  }

  /**
   * An act on an invoice of the archive brings it back first, in a transaction of its own, and the batch begins anew as after any
   * other conflict: what was loaded is out of date. The mover takes it again when nothing has come of the act.
   */
  async #lookInArchive(keys: BatchKeys, loaded: Loaded): Promise<void> {
    const living = new Set(loaded.invoices.map(({ id }) => id));
    const missing = keys.invoices.filter((id) => !living.has(id));
    const archived = await this.#understood(findArchived(this.#client, missing));
    if (archived.length === 0) return;
    await this.rollback();
    await this.#bringBack(archived);
    throw new DatabaseError('conflict', 'an invoice was brought back from the archive');
  }

  /**
   * Somebody has locked a month, to detach it: a refusal of those who act in that month, and not of the whole batch, as
   * it would be if the server did not get to it. The batch is run one by one, and each hears its own: the first has waited
   * for all that come behind it, up to the one that finds the month free again.
   */
  async #bringBack(archived: readonly string[]): Promise<void> {
    try {
      await this.#understood(bringBack(this.#client, archived, this.#isMonthLocked ? 'hardly' : 'a tenth'));
      this.#isMonthLocked = false;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.failure !== 'busy') throw error;
      this.#isMonthLocked = true;
      throw new AppError('overloaded');
    }
  }

  store(changes: BatchChanges): Promise<void> {
    return this.#understood(storeAndCommit(this.#client, changes));
  }

  /** Which of these are not in the database, although they were acknowledged. */
  findLost(witnessed: Witnessed): Promise<readonly LostCommit[]> {
    return this.#understood(findLost(this.#client, witnessed));
  }

  async rollback(): Promise<void> {
    this.#isBegun = false;
    await this.#understood(execute(this.#client, rollback));
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  /** A connection that failed, or did not answer in time, is not used again: nobody knows what it would still answer. */
  async #understood<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof AppError) throw error;
      const understood = understandError(error);
      if (understood.failure === 'connection') breakOff(this.#client);
      throw understood;
    }
  }
}
