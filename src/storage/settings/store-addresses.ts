import type pg from 'pg';
import type { AuditEntry } from '../../domain/audit.ts';
import type { StoreAddress } from '../reads/store-address-reads.ts';
import { inTransaction } from '../transaction.ts';
import { writeAudit } from './write-audit.ts';

/** Changes the addresses a store may withdraw to with one approval. */
export class StoreAddresses {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** An address that is there already keeps its time: adding it again neither shortens nor starts the wait anew. */
  async add(storeId: number, given: StoreAddress, entry: AuditEntry): Promise<StoreAddress> {
    return await inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query(
        `insert into store_addresses (store_id, address, note, added_at, usable_at)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [storeId, given.address, given.note, new Date(given.addedAt), new Date(given.usableAt)],
      );
      if (rowCount === 1) {
        await writeAudit(client, [entry]);
        return given;
      }
      const { rows } = await client.query(
        'select address, note, added_at, usable_at from store_addresses where store_id = $1 and address = $2',
        [storeId, given.address],
      );
      const [row] = rows;
      return { address: row.address, note: row.note, addedAt: row.added_at, usableAt: row.usable_at };
    });
  }

  /** False where there was none. */
  async remove(storeId: number, address: string, entry: AuditEntry): Promise<boolean> {
    return await inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query('delete from store_addresses where store_id = $1 and address = $2', [
        storeId,
        address,
      ]);
      if (rowCount === 1) await writeAudit(client, [entry]);
      return rowCount === 1;
    });
  }
}
