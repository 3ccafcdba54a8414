import type pg from 'pg';
import type { BatchChanges } from '../../domain/changes.ts';
import type { LostCommit, Witnessed } from '../../domain/lost-commits.ts';
import { breakOff, connect, execute } from '../connection.ts';
import { understandError } from '../database-errors.ts';
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

  load(keys: BatchKeys): Promise<Loaded> {
    const isBegun = this.#isBegun;
    this.#isBegun = false;
    return this.#understood(lockAndLoad(this.#client, keys, isBegun));
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
      const understood = understandError(error);
      if (understood.failure === 'connection') breakOff(this.#client);
      throw understood;
    }
  }
}
