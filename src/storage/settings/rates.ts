import type { Direction } from '../../domain/payment.ts';
import { type Rate, rate } from '../../domain/rates.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export interface RateKey {
  readonly settlementCurrency: string;
  readonly fiatCurrency: string;
  readonly type: Direction;
}

export interface RateRow extends RateKey {
  readonly rate: Rate;
  readonly setAt: number;
  readonly ageMaxMs: number | null;
}

export async function lockRate(
  { client }: SettingsTransaction,
  { settlementCurrency, fiatCurrency, type }: RateKey,
): Promise<RateRow | null> {
  const { rows } = await client.query(
    `select rate_e8, set_at, age_max_ms from rates where settlement_currency = $1 and fiat_currency = $2 and type = $3
     for no key update`,
    [settlementCurrency, fiatCurrency, type],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { set_at: setAt, age_max_ms: ageMaxMs } = row;
  return { settlementCurrency, fiatCurrency, type, rate: rate(row.rate_e8), setAt, ageMaxMs };
}

export async function upsertRate({ client }: SettingsTransaction, row: RateRow): Promise<void> {
  await client.query(
    `insert into rates (settlement_currency, fiat_currency, type, rate_e8, set_at, age_max_ms)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (settlement_currency, fiat_currency, type)
     do update set rate_e8 = excluded.rate_e8, set_at = excluded.set_at, age_max_ms = excluded.age_max_ms`,
    [row.settlementCurrency, row.fiatCurrency, row.type, row.rate, new Date(row.setAt), row.ageMaxMs],
  );
}

/** Every rate that ever held stays here. */
export async function insertPastRate({ client }: SettingsTransaction, row: RateRow, setBy: string): Promise<void> {
  await client.query(
    `insert into rate_history (settlement_currency, fiat_currency, type, rate_e8, set_at, set_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [row.settlementCurrency, row.fiatCurrency, row.type, row.rate, new Date(row.setAt), setBy],
  );
}
