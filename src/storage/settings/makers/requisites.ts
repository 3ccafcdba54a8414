import type { Accepter, WaitingRequisite } from '../../../domain/authority/new-requisites.ts';
import type { Requisite } from '../../../domain/makers/requisite.ts';
import { type RequisiteValues, requisiteLimits } from '../../../domain/makers/requisite-settings.ts';
import { usualSettings } from '../../../domain/money/setting-fields.ts';
import type { WeeklyHours } from '../../../domain/text/weekly-hours.ts';
import { bool, instant, int4, json, text } from '../../rows/codec.ts';
import { defineRecord, type RowOfRecord } from '../record.ts';
import { settingColumns } from '../setting-columns.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const requisites = defineRecord({
  table: 'requisites',
  columns: {
    id: int4,
    makerId: int4,
    option: text,
    bank: text,
    currency: text,
    number: text,
    holder: text.usual,
    // Two switches, one of the maker and one of the operators: each is paused and resumed by itself.
    isPausedByMaker: bool.from('paused').usual,
    isPausedByOperator: bool.from('paused_by_operator').usual,
    hours: json<WeeklyHours>().orNull,
    usableFrom: instant.orNull,
    addedBy: int4.orNull,
    addedAt: instant.from('created_at').usual,
    ...settingColumns(requisiteLimits),
  },
});

type Row = RowOfRecord<typeof requisites>;
export type Pauses = Pick<Row, 'isPausedByMaker' | 'isPausedByOperator'>;

export async function lockRequisite(
  tx: SettingsTransaction,
  id: number,
): Promise<(Pauses & Pick<Row, 'id' | 'makerId' | 'currency'>) | null> {
  return await requisites.lock(tx, { id });
}

/** Requisites of any maker that have one of these numbers. */
export async function findNumbers(
  { client }: SettingsTransaction,
  numbers: readonly string[],
): Promise<Pick<Requisite, 'number' | 'bank'>[]> {
  return await requisites.select(client, 'where number = any($1::text[])', [numbers]);
}

interface NewRequisite extends RequisiteValues, Omit<WaitingRequisite, 'number'> {}

/** A limit that is not given is as usual. */
export async function insertRequisites(tx: SettingsTransaction, made: readonly NewRequisite[]): Promise<void> {
  const usual = usualSettings(requisiteLimits, 0);
  await requisites.insertAll(
    tx,
    made.map(({ limits, holder = '', hours = null, ...row }) => ({ ...row, ...usual, ...limits, holder, hours })),
  );
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
