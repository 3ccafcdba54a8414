import type { Requisite } from '../../domain/catalogue.ts';
import type { LimitValues, RequisiteValues } from '../../domain/requisite-settings.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

/** Two switches, one of the maker and one of the operators: each is paused and resumed by itself. */
export interface Pauses {
  readonly isPausedByMaker: boolean;
  readonly isPausedByOperator: boolean;
}

interface LockedRequisite extends Pauses, Pick<Requisite, 'id' | 'makerId' | 'currency'> {}

export async function lockRequisite({ client }: SettingsTransaction, id: number): Promise<LockedRequisite | null> {
  const { rows } = await client.query(
    'select maker_id, currency, paused, paused_by_operator from requisites where id = $1 for no key update',
    [id],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    id,
    makerId: row.maker_id,
    currency: row.currency,
    isPausedByMaker: row.paused,
    isPausedByOperator: row.paused_by_operator,
  };
}

/** Requisites that have one of these numbers, whoever holds them. */
export async function findNumbers(
  { client }: SettingsTransaction,
  numbers: readonly string[],
): Promise<Pick<Requisite, 'number' | 'bank'>[]> {
  const { rows } = await client.query('select number, bank from requisites where number = any($1::text[])', [numbers]);
  return rows;
}

interface NewRequisite extends RequisiteValues {
  readonly id: number;
  readonly makerId: number;
}

/** Fifteen minutes, as the column has it. */
const usualRestMs = 900_000;

export async function insertRequisites(
  { client }: SettingsTransaction,
  requisites: readonly NewRequisite[],
): Promise<void> {
  const column = (read: (requisite: NewRequisite) => unknown) => requisites.map(read);
  await client.query(
    `insert into requisites (id, maker_id, option, bank, currency, number, holder, deal_min, deal_max, day_max,
       active_deals_max, rest_ms, month_max, day_deals_max, gap_ms, hours)
     select * from unnest($1::int4[], $2::int4[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::int8[], $9::int8[], $10::int8[], $11::int4[], $12::int4[], $13::int8[], $14::int4[], $15::int4[], $16::jsonb[])`,
    [
      column(({ id }) => id),
      column(({ makerId }) => makerId),
      column(({ option }) => option),
      column(({ bank }) => bank),
      column(({ currency }) => currency),
      column(({ number }) => number),
      column(({ holder }) => holder ?? ''),
      column(({ dealMin }) => dealMin ?? null),
      column(({ dealMax }) => dealMax ?? null),
      column(({ dayMax }) => dayMax ?? null),
      column(({ activeDealsMax }) => activeDealsMax ?? null),
      column(({ restMs }) => restMs ?? usualRestMs),
      column(({ monthMax }) => monthMax ?? null),
      column(({ dayDealsMax }) => dayDealsMax ?? null),
      column(({ gapMs }) => gapMs ?? null),
      column(({ hours }) => (hours == null ? null : JSON.stringify(hours))),
    ],
  );
}

interface RequisiteChange {
  readonly pauses: Pauses;
  readonly limits: LimitValues | undefined;
}

/** A limit that is null is taken away; one that is undefined stays. */
export async function updateRequisite(
  { client }: SettingsTransaction,
  id: number,
  { pauses, limits }: RequisiteChange,
): Promise<void> {
  await client.query(
    `update requisites set paused = $2, paused_by_operator = $13, holder = coalesce($3, holder),
       rest_ms = coalesce($4, rest_ms),
       deal_min = case when $5 then $6::int8 else deal_min end,
       deal_max = case when $7 then $8::int8 else deal_max end,
       day_max = case when $9 then $10::int8 else day_max end,
       active_deals_max = case when $11 then $12::int4 else active_deals_max end,
       month_max = case when $14 then $15::int8 else month_max end,
       day_deals_max = case when $16 then $17::int4 else day_deals_max end,
       gap_ms = case when $18 then $19::int4 else gap_ms end,
       hours = case when $20 then $21::jsonb else hours end
     where id = $1`,
    [
      id,
      pauses.isPausedByMaker,
      limits?.holder,
      limits?.restMs,
      limits?.dealMin !== undefined,
      limits?.dealMin,
      limits?.dealMax !== undefined,
      limits?.dealMax,
      limits?.dayMax !== undefined,
      limits?.dayMax,
      limits?.activeDealsMax !== undefined,
      limits?.activeDealsMax,
      pauses.isPausedByOperator,
      limits?.monthMax !== undefined,
      limits?.monthMax,
      limits?.dayDealsMax !== undefined,
      limits?.dayDealsMax,
      limits?.gapMs !== undefined,
      limits?.gapMs,
      limits?.hours !== undefined,
      limits?.hours == null ? null : JSON.stringify(limits.hours),
    ],
  );
}
