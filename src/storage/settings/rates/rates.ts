import { type Direction, directions } from '../../../domain/money/payment.ts';
import { type Rate, rate } from '../../../domain/rates/rates.ts';
import { bool, instant, int4, oneOf, rate as rateCodec, text } from '../../rows/codec.ts';
import { defineRecord, type RowOfRecord } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

interface RateKey {
  readonly settlementCurrency: string;
  readonly fiatCurrency: string;
  readonly type: Direction;
}

const rates = defineRecord({
  table: 'rates',
  columns: {
    settlementCurrency: text,
    fiatCurrency: text,
    type: oneOf(directions),
    rate: rateCodec.from('rate_e8'),
    setAt: instant,
    ageMaxMs: int4.orNull,
  },
});
export type RateRow = RowOfRecord<typeof rates>;

export async function lockRate(
  tx: SettingsTransaction,
  { settlementCurrency, fiatCurrency, type }: RateKey,
): Promise<RateRow | null> {
  return await rates.lock(tx, { settlementCurrency, fiatCurrency, type });
}

export async function upsertRate(tx: SettingsTransaction, row: RateRow): Promise<void> {
  await rates.put(tx, ['settlementCurrency', 'fiatCurrency', 'type'], row);
}

const pastRates = defineRecord({
  table: 'rate_history',
  columns: {
    settlementCurrency: text,
    fiatCurrency: text,
    type: oneOf(directions),
    rate: rateCodec.from('rate_e8'),
    setAt: instant,
    setBy: text,
    isAgreed: bool.from('agreed'),
  },
});

/** Every rate that ever held stays here. `isAgreed`: nobody has set it alone. */
export async function insertPastRate(
  tx: SettingsTransaction,
  row: RateRow,
  by: { readonly setBy: string; readonly isAgreed: boolean },
): Promise<void> {
  await pastRates.insert(tx, { ...row, ...by });
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
