import type pg from 'pg';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { spelledAddress } from '../../../domain/withdrawals/withdrawal-address.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { instant, text } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';

/** An address a store may withdraw to with one approval, once its waiting time is over. */
export interface StoreAddress {
  readonly address: string;
  readonly note: string;
  readonly addedAt: Instant;
  readonly usableAt: Instant;
}

const knownAddress = rowStatement(
  'known-address',
  select('s', { address: text }),
  (list) => `select ${list} from store_addresses s
    where s.store_id = $1 and s.address = $2 and s.usable_at <= $3::timestamptz`,
);

export async function isKnownAddress(pool: pg.Pool, storeId: number, address: string, now: Instant): Promise<boolean> {
  return (
    (await orUnavailable(read(pool, knownAddress, [storeId, spelledAddress(address), new Date(now).toISOString()])))
      .length > 0
  );
}

const addressesOfStore = rowStatement(
  'addresses-of-store',
  select('s', { address: text, note: text, addedAt: instant, usableAt: instant }),
  (list) => `select ${list} from store_addresses s where s.store_id = $1 order by s.address limit 1000`,
);

export async function findStoreAddresses(pool: pg.Pool, storeId: number): Promise<StoreAddress[]> {
  return await orUnavailable(read(pool, addressesOfStore, [storeId]));
}
