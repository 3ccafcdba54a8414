import type { Requisite } from '../../domain/catalogue.ts';
import type { Accepter, WaitingRequisite } from '../../domain/new-requisites.ts';
import { type LimitValues, type RequisiteValues, requisiteLimits } from '../../domain/requisite-settings.ts';
import { patchSettings, settingArrays } from './setting-columns.ts';
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

/** Requisites of any maker that have one of these numbers. */
export async function findNumbers(
  { client }: SettingsTransaction,
  numbers: readonly string[],
): Promise<Pick<Requisite, 'number' | 'bank'>[]> {
  const { rows } = await client.query('select number, bank from requisites where number = any($1::text[])', [numbers]);
  return rows;
}

interface NewRequisite extends RequisiteValues, Omit<WaitingRequisite, 'number'> {}

export async function insertRequisites(
  { client }: SettingsTransaction,
  requisites: readonly NewRequisite[],
): Promise<void> {
  const column = (read: (requisite: NewRequisite) => unknown) => requisites.map(read);
  const limits = settingArrays(
    requisiteLimits,
    requisites.map((requisite) => requisite.limits),
    12,
  );
  await client.query(
    `insert into requisites (id, maker_id, option, bank, currency, number, holder, hours, usable_from, added_by, created_at,
       ${limits.columns})
     select * from unnest($1::int4[], $2::int4[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[],
       $9::timestamptz[], $10::int4[], $11::timestamptz[], ${limits.arrays})`,
    [
      column(({ id }) => id),
      column(({ makerId }) => makerId),
      column(({ option }) => option),
      column(({ bank }) => bank),
      column(({ currency }) => currency),
      column(({ number }) => number),
      column(({ holder }) => holder ?? ''),
      column(({ hours }) => (hours == null ? null : JSON.stringify(hours))),
      column(({ usableFrom }) => (usableFrom === null ? null : new Date(usableFrom))),
      column(({ addedBy }) => addedBy),
      column(({ addedAt }) => new Date(addedAt)),
      ...limits.values,
    ],
  );
}

interface RequisiteChange {
  readonly pauses: Pauses;
  readonly values: LimitValues | undefined;
}

/** A limit that is null is taken away; one that is undefined stays. */
export async function updateRequisite(
  { client }: SettingsTransaction,
  id: number,
  { pauses, values }: RequisiteChange,
): Promise<void> {
  await patchSettings(client, { table: 'requisites', fields: requisiteLimits, id }, values?.limits ?? {});
  const { holder, hours } = values ?? {};
  await client.query(
    `update requisites set paused = $2, paused_by_operator = $3, holder = coalesce($4, holder),
       hours = case when $5 then $6::jsonb else hours end
     where id = $1`,
    [
      id,
      pauses.isPausedByMaker,
      pauses.isPausedByOperator,
      holder,
      hours !== undefined,
      hours == null ? null : JSON.stringify(hours),
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
