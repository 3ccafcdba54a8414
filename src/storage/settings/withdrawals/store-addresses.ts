import type { StoreAddress } from '../../reads/withdrawals/store-address-reads.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export async function lockStoreAddress(
  { client }: SettingsTransaction,
  storeId: number,
  address: string,
): Promise<StoreAddress | null> {
  const { rows } = await client.query(
    `select note, added_at, usable_at from store_addresses where store_id = $1 and address = $2 for no key update`,
    [storeId, address],
  );
  const [row] = rows;
  return row === undefined ? null : { address, note: row.note, addedAt: row.added_at, usableAt: row.usable_at };
}

export async function insertStoreAddress(
  { client }: SettingsTransaction,
  storeId: number,
  { address, note, addedAt, usableAt }: StoreAddress,
): Promise<void> {
  await client.query(
    'insert into store_addresses (store_id, address, note, added_at, usable_at) values ($1, $2, $3, $4, $5)',
    [storeId, address, note, new Date(addedAt), new Date(usableAt)],
  );
}

export async function deleteStoreAddress(
  { client }: SettingsTransaction,
  storeId: number,
  address: string,
): Promise<void> {
  await client.query('delete from store_addresses where store_id = $1 and address = $2', [storeId, address]);
}
