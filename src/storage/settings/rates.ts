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

/** Every rate that ever held stays here. `isAgreed`: nobody has set it alone. */
export async function insertPastRate(
  { client }: SettingsTransaction,
  row: RateRow,
  { setBy, isAgreed }: { readonly setBy: string; readonly isAgreed: boolean },
): Promise<void> {
  await client.query(
    `insert into rate_history (settlement_currency, fiat_currency, type, rate_e8, set_at, set_by, agreed)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.settlementCurrency, row.fiatCurrency, row.type, row.rate, new Date(row.setAt), setBy, isAgreed],
  );
}

/** What held at a time, or what was agreed since; of a rate that is younger, the first there was. */
export async function findAgreedRate(
  { client }: SettingsTransaction,
  { settlementCurrency, fiatCurrency, type }: RateKey,
  at: number,
): Promise<Rate | null> {
  const ofPair = 'settlement_currency = $1 and fiat_currency = $2 and type = $3';
  const { rows } = await client.query(
    `select coalesce(
       (select rate_e8 from rate_history where ${ofPair} and (agreed or set_at <= $4) order by id desc limit 1),
       (select rate_e8 from rate_history where ${ofPair} order by id limit 1)) as rate`,
    [settlementCurrency, fiatCurrency, type, new Date(at)],
  );
  return rows[0].rate === null ? null : rate(rows[0].rate);
}

/** Somebody sells for this pair, or a maker could take money for it as soon as somebody does. */
export async function isPairUsed(
  { client }: SettingsTransaction,
  { settlementCurrency, fiatCurrency }: Omit<RateKey, 'type'>,
): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select from stores where settlement_currency = $1 and currency = $2)
       or exists (select from requisites r join makers m on m.id = r.maker_id
         where m.settlement_currency = $1 and r.currency = $2) as used`,
    [settlementCurrency, fiatCurrency],
  );
  return rows[0].used;
}
