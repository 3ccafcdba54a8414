import type { Instant } from '../../../domain/text/timestamp.ts';
import { type MoneyStop, selectOpenStop } from '../../reads/ledger/money-stop-reads.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export async function lockMoneyStop({ client }: SettingsTransaction): Promise<MoneyStop | null> {
  const { rows } = await client.query(`${selectOpenStop} for no key update`);
  return rows[0] ?? null;
}

export async function insertMoneyStop(
  { client }: SettingsTransaction,
  { id, stoppedAt, lost }: MoneyStop,
): Promise<void> {
  await client.query(
    `insert into money_stops (id, stopped_at, lost) values ($1, to_timestamp($2::float8 / 1000), $3::jsonb)`,
    [id, stoppedAt, JSON.stringify(lost)],
  );
}

export async function updateMoneyStop(
  { client }: SettingsTransaction,
  { id, lost }: Pick<MoneyStop, 'id' | 'lost'>,
): Promise<void> {
  await client.query('update money_stops set lost = $2::jsonb where id = $1', [id, JSON.stringify(lost)]);
}

export async function liftMoneyStop(
  { client }: SettingsTransaction,
  { id, liftedAt }: { readonly id: number; readonly liftedAt: Instant },
): Promise<void> {
  await client.query('update money_stops set lifted_at = to_timestamp($2::float8 / 1000) where id = $1', [
    id,
    liftedAt,
  ]);
}
