import type { Requisite } from '../../domain/catalogue.ts';
import type { LimitValues, RequisiteValues } from '../../domain/requisite-settings.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export async function lockRequisite(
  { client }: SettingsTransaction,
  id: number,
): Promise<Pick<Requisite, 'id' | 'makerId' | 'currency'> | null> {
  const { rows } = await client.query('select maker_id, currency from requisites where id = $1 for no key update', [
    id,
  ]);
  return rows[0] === undefined ? null : { id, makerId: rows[0].maker_id, currency: rows[0].currency };
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
       active_deals_max, rest_ms)
     select * from unnest($1::int4[], $2::int4[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::int8[], $9::int8[], $10::int8[], $11::int4[], $12::int4[])`,
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
    ],
  );
}

interface RequisiteChange {
  readonly isPaused: boolean | undefined;
  readonly limits: LimitValues | undefined;
}

/** A limit that is null is taken away; one that is undefined stays. */
export async function updateRequisite(
  { client }: SettingsTransaction,
  id: number,
  { isPaused, limits }: RequisiteChange,
): Promise<void> {
  await client.query(
    `update requisites set paused = coalesce($2, paused), holder = coalesce($3, holder), rest_ms = coalesce($4, rest_ms),
       deal_min = case when $5 then $6::int8 else deal_min end,
       deal_max = case when $7 then $8::int8 else deal_max end,
       day_max = case when $9 then $10::int8 else day_max end,
       active_deals_max = case when $11 then $12::int4 else active_deals_max end
     where id = $1`,
    [
      id,
      isPaused,
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
    ],
  );
}
