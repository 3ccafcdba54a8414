import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { orUnavailable } from '../database/database-errors.ts';
import { inTransaction } from '../database/transaction.ts';
import type { ReceiptStore, StoredReceipt } from './receipts.ts';

/** An upload whose file is in its place, though nobody has said yet that it is needed. */
export interface Upload {
  readonly receipt: StoredReceipt;
  /**
   * When the act is over, with the error that it ended in or null: keeps the file if the act has come to need it, and removes it
   * otherwise. It never fails: the sweep tries again.
   */
  settle(error: unknown): Promise<void>;
}

/**
 * Files on their way to being kept. A row says that a file is coming before it is in its place; an act that needs the file writes
 * its hash into `kept_receipts` with everything else it does; then the row goes, and the file with it if nobody needs
 * it. Whatever happens in between, a crash included, the row is left over and the sweep finds it.
 *
 * Files are known by their content, so another upload may bring the same one at the same time. To announce
 * a file and to remove one both take a lock on its hash: a file that was announced is not removed, and one that is
 * being removed is announced only afterwards, and so is put in its place again.
 */
export class Uploads {
  readonly #store: ReceiptStore;
  readonly #pool: pg.Pool;
  readonly #clock: () => Instant;
  /** One removal at a time: with a store far away, many at once would take all connections. */
  #lastRemoval: Promise<unknown> = Promise.resolve();

  constructor(options: { readonly store: ReceiptStore; readonly pool: pg.Pool; readonly clock: () => Instant }) {
    this.#store = options.store;
    this.#pool = options.pool;
    this.#clock = options.clock;
  }

  async take(stream: AsyncIterable<Uint8Array>): Promise<Upload> {
    const id = randomUUID();
    let announced: string | null = null;
    try {
      const receipt = await this.#store.save(stream, async ({ sha256 }) => {
        await orUnavailable(announce(this.#pool, { id, sha256, at: this.#clock() }));
        announced = sha256;
      });
      return { receipt, settle: (error) => this.#settle({ id, sha256: receipt.sha256 }, error) };
    } catch (error) {
      if (announced !== null) await this.#settle({ id, sha256: announced }, error);
      throw error;
    }
  }

  /** Settles uploads that nobody has settled since the instant: their process is gone. Says how many it looked at. */
  async sweep(before: Instant, countMax: number): Promise<number> {
    const left = await orUnavailable(findLeftOver(this.#pool, before, countMax));
    const outcomes = await Promise.allSettled(left.map((upload) => this.#removeUnlessNeeded(upload)));
    // One that cannot be removed does not keep the others.
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return left.length;
  }

  async #settle(upload: Announced, error: unknown): Promise<void> {
    // Perhaps the act was stored, perhaps it is just being stored: the sweep looks when that is over.
    if (error instanceof AppError && error.code === 'outcome_unknown') return;
    try {
      if (await forgetIfKept(this.#pool, upload)) return;
      await this.#removeUnlessNeeded(upload);
    } catch {
      // The answer to the caller is decided already.
    }
  }

  #removeUnlessNeeded(upload: Announced): Promise<void> {
    const removal = this.#lastRemoval.then(() => removeUnlessNeeded(this.#pool, this.#store, upload));
    this.#lastRemoval = removal.catch(() => undefined);
    return removal;
  }
}

interface Announced {
  readonly id: string;
  readonly sha256: string;
}

async function announce(pool: pg.Pool, { id, sha256, at }: Announced & { readonly at: Instant }): Promise<void> {
  await pool.query({
    name: 'announce-receipt',
    text: `with locked as materialized (select pg_advisory_xact_lock(hashtextextended($2::text, 0)))
      insert into receipt_uploads (id, sha256, begun_at) select $1::uuid, $2::text, $3::timestamptz from locked`,
    values: [id, sha256, new Date(at).toISOString()],
  });
}

/** The usual end, in one statement: an act needs the file. */
async function forgetIfKept(pool: pg.Pool, { id }: Announced): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'forget-kept-upload',
    text: `delete from receipt_uploads u
      where u.id = $1 and exists (select from kept_receipts k where k.sha256 = u.sha256)`,
    values: [id],
  });
  return rowCount === 1;
}

async function removeUnlessNeeded(pool: pg.Pool, store: ReceiptStore, { id, sha256 }: Announced): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [sha256]);
    await client.query('delete from receipt_uploads where id = $1', [id]);
    const { rows } = await client.query(
      `select exists (select from kept_receipts where sha256 = $1)
        or exists (select from receipt_uploads where sha256 = $1) as needed`,
      [sha256],
    );
    // Before the commit: if it fails, the row is there for another try.
    if (rows[0]?.needed === false) await store.remove(sha256);
  });
}

async function findLeftOver(pool: pg.Pool, before: Instant, countMax: number): Promise<Announced[]> {
  const { rows } = await pool.query({
    name: 'find-left-over-uploads',
    text: `select id, sha256 from receipt_uploads where begun_at < $1::timestamptz order by begun_at limit $2`,
    values: [new Date(before).toISOString(), countMax],
  });
  return rows;
}
