import type { Requisite } from '../../domain/catalogue.ts';
import type { Accepter, WaitingRequisite } from '../../domain/new-requisites.ts';
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

interface NewRequisite extends RequisiteValues, Omit<WaitingRequisite, 'number'> {}

/** Fifteen minutes, as the column has it. */
const usualRestMs = 900_000;

export async function insertRequisites(
  { client }: SettingsTransaction,
  requisites: readonly NewRequisite[],
): Promise<void> {
  const column = (read: (requisite: NewRequisite) => unknown) => requisites.map(read);
  await client.query(
    `insert into requisites (id, maker_id, option, bank, currency, number, holder, deal_min, deal_max, day_max,
       active_deals_max, rest_ms, month_max, day_deals_max, gap_ms, hours, usable_from, added_by, created_at)
     select * from unnest($1::int4[], $2::int4[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::int8[], $9::int8[], $10::int8[], $11::int4[], $12::int4[], $13::int8[], $14::int4[], $15::int4[], $16::jsonb[], $17::timestamptz[],
       $18::int4[], $19::timestamptz[])`,
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
      column(({ usableFrom }) => (usableFrom === null ? null : new Date(usableFrom))),
      column(({ addedBy }) => addedBy),
      column(({ addedAt }) => new Date(addedAt)),
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

export async function lockWaiting(
  { client }: SettingsTransaction,
  ids: readonly number[],
): Promise<WaitingRequisite[]> {
  const { rows } = await client.query(
    `select id, maker_id as "makerId", number, usable_from as "usableFrom", added_by as "addedBy", created_at as "addedAt"
     from requisites where id = any($1::int4[]) order by id for no key update`,
    [ids],
  );
  return rows;
}

/** By whose hand somebody got in is in the audit log: who has created the user, or given a way in since. */
export async function findAccepter({ client }: SettingsTransaction, userId: number): Promise<Accepter | null> {
  const { rows } = await client.query(
    `select trusted_since as "trustedSince", array(
       select distinct l.user_id from audit_log l
       where l.subject_kind = 'user' and l.subject_id = u.id::text and l.user_id is not null
         and l.action in ('create-user', 'change-user', 'remove-second-factor', 'create-enrolment-code')) as "letInBy"
     from users u where u.id = $1 and not u.disabled`,
    [userId],
  );
  return rows[0] ?? null;
}

export async function updateUsableFrom(
  { client }: SettingsTransaction,
  ids: readonly number[],
  usableFrom: number,
): Promise<void> {
  await client.query('update requisites set usable_from = $2 where id = any($1::int4[])', [ids, new Date(usableFrom)]);
}
