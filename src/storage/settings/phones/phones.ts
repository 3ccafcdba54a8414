import type { FieldNames, PhoneRequisite } from '../../../domain/phones/phone.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { instant, int4, json, text, textList } from '../../rows/codec.ts';
import { defineRecord, type RowOfRecord } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const phones = defineRecord({
  table: 'phones',
  columns: {
    id: int4,
    makerId: int4,
    name: text,
    tokenHash: text.orNull,
    fields: json<FieldNames>().usual,
    timeZone: text.usual,
    silentAfterMs: int4.usual,
    silentSince: instant.orNull,
    createdAt: instant,
    pairedAt: instant.orNull,
    /** Until when its ticket can be used; null without one. */
    ticketUntil: instant.orNull,
    revokedAt: instant.orNull,
  },
  hidden: { ticketHash: text.orNull },
});

export const phoneRequisites = defineRecord({
  table: 'phone_requisites',
  columns: { phoneId: int4, requisiteId: int4, digits: textList() },
});

/** A phone with what only its page shows. */
export interface ListedPhone extends RowOfRecord<typeof phones> {
  readonly requisites: readonly PhoneRequisite[];
}

export function withRequisites(
  phone: RowOfRecord<typeof phones>,
  rows: readonly RowOfRecord<typeof phoneRequisites>[],
): ListedPhone {
  const own = rows.filter(({ phoneId }) => phoneId === phone.id);
  return { ...phone, requisites: own.map(({ requisiteId, digits }) => ({ requisiteId, digits })) };
}

export async function countPhones({ client }: SettingsTransaction, makerId: number): Promise<number> {
  return await phones.count(client, { makerId, revokedAt: null });
}

export async function lockPhone(
  tx: SettingsTransaction,
  by: { readonly id: number } | { readonly ticketHash: string },
): Promise<ListedPhone | null> {
  const phone = await phones.lock(tx, by);
  if (phone === null) return null;
  return withRequisites(phone, await phoneRequisites.find(tx.client, { phoneId: phone.id }, 'order by requisite_id'));
}

/** The ticket is spent, and a former token opens nothing any more. */
export async function updatePaired(
  tx: SettingsTransaction,
  { id, tokenHash, at }: { readonly id: number; readonly tokenHash: string; readonly at: Instant },
): Promise<void> {
  const spent = { ticketHash: null, ticketUntil: null, silentSince: null };
  await phones.patch(tx, { id }, { tokenHash, pairedAt: at, ...spent });
}

export async function replaceRequisites(
  tx: SettingsTransaction,
  phoneId: number,
  requisites: readonly PhoneRequisite[],
): Promise<void> {
  await phoneRequisites.delete(tx, { phoneId });
  for (const requisite of requisites) await phoneRequisites.insert(tx, { phoneId, ...requisite });
}

/** Whose phone each of these requisites has, and which maker's they are. */
export async function findRequisiteOwners(
  { client }: SettingsTransaction,
  ids: readonly number[],
): Promise<
  readonly {
    readonly id: number;
    readonly makerId: number;
    readonly phoneId: number | null;
    readonly phone: string | null;
  }[]
> {
  const { rows } = await client.query(
    `select r.id, r.maker_id as "makerId", pr.phone_id as "phoneId", p.name as phone from requisites r
     left join phone_requisites pr on pr.requisite_id = r.id left join phones p on p.id = pr.phone_id
     where r.id = any($1::int4[])`,
    [ids],
  );
  return rows;
}

export async function endPhone(tx: SettingsTransaction, id: number, at: Instant): Promise<void> {
  const ended = { tokenHash: null, ticketHash: null, ticketUntil: null, silentSince: null };
  await phones.patch(tx, { id }, { revokedAt: at, ...ended });
}

/** When it was last heard of; under no lock, so another moment may be newer by now. */
export async function findLastSeen({ client }: SettingsTransaction, id: number): Promise<Instant | null> {
  const { rows } = await client.query('select last_seen_at from phone_states where phone_id = $1', [id]);
  return rows[0]?.last_seen_at ?? null;
}
