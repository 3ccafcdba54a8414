import type pg from 'pg';
import type { Direction } from '../../../domain/money/payment.ts';
import { type Rate, rate } from '../../../domain/rates/rates.ts';
import { orUnavailable } from '../../database/database-errors.ts';

interface CurrentRate {
  readonly settlementCurrency: string;
  readonly fiatCurrency: string;
  readonly type: Direction;
  readonly rate: Rate;
  readonly setAt: number;
  readonly ageMaxMs: number | null;
}

/** Two for each pair of currencies: few enough for one answer. */
const ratesMax = 1_000;

export async function listRates(pool: pg.Pool): Promise<CurrentRate[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'list-rates',
      text: `select settlement_currency, fiat_currency, type, rate_e8, set_at, age_max_ms from rates
        order by settlement_currency, fiat_currency, type limit $1`,
      values: [ratesMax],
    }),
  );
  return rows.map((row) => ({
    settlementCurrency: row.settlement_currency,
    fiatCurrency: row.fiat_currency,
    type: row.type,
    rate: rate(row.rate_e8),
    setAt: row.set_at,
    ageMaxMs: row.age_max_ms,
  }));
}

interface PastRate {
  readonly id: number;
  readonly rate: Rate;
  readonly setAt: number;
  readonly setBy: string;
}

/** The newest first; `after` is the last one seen. */
export async function listRateHistory(
  pool: pg.Pool,
  wish: { readonly settlementCurrency: string; readonly fiatCurrency: string; readonly type: Direction },
  page: { readonly after: number; readonly limit: number },
): Promise<PastRate[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'list-rate-history',
      text: `select id, rate_e8, set_at, set_by from rate_history
        where settlement_currency = $1 and fiat_currency = $2 and type = $3 and ($4::int8 = 0 or id < $4)
        order by id desc limit $5`,
      values: [wish.settlementCurrency, wish.fiatCurrency, wish.type, page.after, page.limit],
    }),
  );
  return rows.map((row) => ({ id: Number(row.id), rate: rate(row.rate_e8), setAt: row.set_at, setBy: row.set_by }));
}
