import type pg from 'pg';
import type { Instant } from '../../domain/timestamp.ts';
import { run, type Statement } from '../connection.ts';
import { orUnavailable } from '../database-errors.ts';

/** An address a store may withdraw to with one approval, once its waiting time is over. */
export interface StoreAddress {
  readonly address: string;
  readonly note: string;
  readonly addedAt: Instant;
  readonly usableAt: Instant;
}

const knownAddress: Statement = {
  name: 'known-address',
  text: 'select 1 from store_addresses where store_id = $1 and address = $2 and usable_at <= $3::timestamptz',
};

export async function isKnownAddress(pool: pg.Pool, storeId: number, address: string, now: Instant): Promise<boolean> {
  return (await orUnavailable(run(pool, knownAddress, [storeId, address, new Date(now).toISOString()]))).length > 0;
}

const addressesOfStore: Statement = {
  name: 'addresses-of-store',
  text: `select address, note, added_at, usable_at from store_addresses where store_id = $1
    order by address limit 1000`,
};

export async function findStoreAddresses(pool: pg.Pool, storeId: number): Promise<StoreAddress[]> {
  const rows = await orUnavailable(run(pool, addressesOfStore, [storeId]));
  return rows.map(([address, note, addedAt, usableAt]) => ({ address, note, addedAt, usableAt }));
}
