import type { Maker } from '../../domain/catalogue.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export async function lockMaker(
  { client }: SettingsTransaction,
  id: number,
): Promise<Pick<Maker, 'id' | 'name'> | null> {
  const { rows } = await client.query('select id, name from makers where id = $1 for no key update', [id]);
  return rows[0] ?? null;
}

export async function insertMaker({ client }: SettingsTransaction, maker: Maker): Promise<void> {
  await client.query(
    'insert into makers (id, name, settlement_currency, available_id, held_id) values ($1, $2, $3, $4, $5)',
    [maker.id, maker.name, maker.settlementCurrency, maker.availableId, maker.heldId],
  );
}

export async function updateMakerName({ client }: SettingsTransaction, id: number, name: string): Promise<void> {
  await client.query('update makers set name = $2 where id = $1', [id, name]);
}
