import type { PhoneRequisite } from '../../domain/phones/phone.ts';
import type { FieldNames } from '../../domain/phones/posted-messages.ts';
import type { Instant } from '../../domain/timestamp.ts';
import { decodePhone, type ListedPhone, phoneColumns } from '../reads/phone-reads.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

interface NewPhone {
  readonly id: number;
  readonly makerId: number;
  readonly name: string;
  readonly ticketHash: string;
  readonly ticketUntil: Instant;
  readonly createdAt: Instant;
}

export async function insertPhone({ client }: SettingsTransaction, phone: NewPhone): Promise<void> {
  await client.query(
    `insert into phones (id, maker_id, name, ticket_hash, ticket_until, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [phone.id, phone.makerId, phone.name, phone.ticketHash, new Date(phone.ticketUntil), new Date(phone.createdAt)],
  );
}

export async function countPhones({ client }: SettingsTransaction, makerId: number): Promise<number> {
  const { rows } = await client.query(
    'select count(*)::int4 as count from phones where maker_id = $1 and revoked_at is null',
    [makerId],
  );
  return rows[0].count;
}

export async function lockPhone(
  { client }: SettingsTransaction,
  by: { readonly id: number } | { readonly ticketHash: string },
): Promise<ListedPhone | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['ticket_hash', by.ticketHash];
  const { rows } = await client.query(`select ${phoneColumns} from phones where ${column} = $1 for no key update`, [
    value,
  ]);
  if (rows[0] === undefined) return null;
  const own = await client.query(
    'select requisite_id as "requisiteId", digits from phone_requisites where phone_id = $1 order by requisite_id',
    [rows[0].id],
  );
  return decodePhone(rows[0], own.rows);
}

export async function updateTicket(
  { client }: SettingsTransaction,
  { id, ticketHash, ticketUntil }: { readonly id: number; readonly ticketHash: string; readonly ticketUntil: Instant },
): Promise<void> {
  await client.query('update phones set ticket_hash = $2, ticket_until = $3 where id = $1', [
    id,
    ticketHash,
    new Date(ticketUntil),
  ]);
}

/** The ticket is spent, and a former token opens nothing any more. */
export async function updatePaired(
  { client }: SettingsTransaction,
  { id, tokenHash, at }: { readonly id: number; readonly tokenHash: string; readonly at: Instant },
): Promise<void> {
  await client.query(
    `update phones set token_hash = $2, paired_at = $3, ticket_hash = null, ticket_until = null, silent_since = null
     where id = $1`,
    [id, tokenHash, new Date(at)],
  );
}

export interface PhoneSettings {
  readonly id: number;
  readonly name: string;
  readonly fields: FieldNames;
  readonly timeZone: string;
  readonly silentAfterMs: number;
}

export async function updatePhone({ client }: SettingsTransaction, phone: PhoneSettings): Promise<void> {
  const { id, name, fields, timeZone, silentAfterMs } = phone;
  await client.query('update phones set name = $2, fields = $3, time_zone = $4, silent_after_ms = $5 where id = $1', [
    id,
    name,
    JSON.stringify(fields),
    timeZone,
    silentAfterMs,
  ]);
}

export async function replaceRequisites(
  { client }: SettingsTransaction,
  phoneId: number,
  requisites: readonly PhoneRequisite[],
): Promise<void> {
  await client.query('delete from phone_requisites where phone_id = $1', [phoneId]);
  for (const { requisiteId, digits } of requisites) {
    await client.query('insert into phone_requisites (requisite_id, phone_id, digits) values ($1, $2, $3)', [
      requisiteId,
      phoneId,
      digits,
    ]);
  }
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

export async function endPhone({ client }: SettingsTransaction, id: number, at: Instant): Promise<void> {
  await client.query(
    `update phones set revoked_at = $2, token_hash = null, ticket_hash = null, ticket_until = null, silent_since = null
     where id = $1`,
    [id, new Date(at)],
  );
}

export async function updateSilence(
  { client }: SettingsTransaction,
  { id, silentSince }: { readonly id: number; readonly silentSince: Instant | null },
): Promise<void> {
  await client.query('update phones set silent_since = $2 where id = $1', [
    id,
    silentSince === null ? null : new Date(silentSince),
  ]);
}

/** When it was last heard of; under no lock, so another moment may be newer by now. */
export async function findLastSeen({ client }: SettingsTransaction, id: number): Promise<Instant | null> {
  const { rows } = await client.query('select last_seen_at from phone_states where phone_id = $1', [id]);
  return rows[0]?.last_seen_at ?? null;
}
