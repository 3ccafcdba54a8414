import type pg from 'pg';
import type { Phone, PhoneRequisite } from '../../domain/phones/phone.ts';
import type { Instant } from '../../domain/timestamp.ts';
import { orUnavailable } from '../database-errors.ts';

export const phoneColumns = `id, maker_id, name, token_hash, fields, time_zone, silent_after_ms, silent_since, created_at,
  paired_at, ticket_until, revoked_at`;

/** A phone with what only its page shows. */
export interface ListedPhone extends Phone {
  readonly createdAt: Instant;
  readonly pairedAt: Instant | null;
  /** Until when its ticket can be used; null without one. */
  readonly ticketUntil: Instant | null;
  readonly revokedAt: Instant | null;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the driver.
export function decodePhone(row: any, requisites: readonly PhoneRequisite[]): ListedPhone {
  return {
    id: row.id,
    makerId: row.maker_id,
    name: row.name,
    tokenHash: row.token_hash,
    fields: row.fields,
    timeZone: row.time_zone,
    silentAfterMs: row.silent_after_ms,
    silentSince: row.silent_since,
    createdAt: row.created_at,
    pairedAt: row.paired_at,
    ticketUntil: row.ticket_until,
    revokedAt: row.revoked_at,
    requisites,
  };
}

/** All that were not revoked, for the catalogue. */
export async function readPhones(client: pg.ClientBase): Promise<ReadonlyMap<number, Phone>> {
  const phones = await client.query(`select ${phoneColumns} from phones where revoked_at is null order by id`);
  const requisites = await client.query(
    'select requisite_id, phone_id, digits from phone_requisites order by phone_id, requisite_id',
  );
  const byPhone = new Map<number, PhoneRequisite[]>();
  for (const { requisite_id: requisiteId, phone_id: phoneId, digits } of requisites.rows) {
    const own = byPhone.get(phoneId) ?? [];
    own.push({ requisiteId, digits });
    byPhone.set(phoneId, own);
  }
  return new Map(
    phones.rows.map((row): [number, Phone] => {
      const {
        createdAt: _,
        pairedAt: _paired,
        ticketUntil: _ticket,
        revokedAt: _revoked,
        ...phone
      } = decodePhone(row, byPhone.get(row.id) ?? []);
      return [row.id, phone];
    }),
  );
}

export interface SeenPhone extends ListedPhone {
  readonly lastSeenAt: Instant | null;
}

/** Those of a maker, or all, or the one with this ID; the newest first, revoked ones last. */
export async function listPhones(
  pool: pg.Pool,
  { makerId, id }: { readonly makerId: number | null; readonly id: number | null },
): Promise<readonly SeenPhone[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'list-phones',
      text: `select p.*, s.last_seen_at,
          coalesce((select jsonb_agg(jsonb_build_object('requisiteId', r.requisite_id, 'digits', r.digits) order by r.requisite_id)
            from phone_requisites r where r.phone_id = p.id), '[]') as requisites
        from phones p join phone_states s on s.phone_id = p.id
        where ($1::int4 is null or p.maker_id = $1) and ($2::int4 is null or p.id = $2)
        order by p.revoked_at is not null, p.id desc limit 1000`,
      values: [makerId, id],
    }),
  );
  return rows.map((row) => ({ ...decodePhone(row, row.requisites), lastSeenAt: row.last_seen_at }));
}

export const phonesToTell = `from phones p join phone_states s on s.phone_id = p.id
        where p.paired_at is not null and p.revoked_at is null
          and (p.silent_since is null) = (
            $1::timestamptz - greatest(coalesce(s.last_seen_at, p.paired_at), p.paired_at)
              > p.silent_after_ms * interval '1 millisecond')`;

/** Phones whose silence or return nobody has written down yet. */
export async function findPhonesToTell(pool: pg.Pool, now: Instant): Promise<readonly number[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'phones-to-tell',
      text: `select p.id ${phonesToTell} order by p.id limit 100`,
      values: [new Date(now)],
    }),
  );
  return rows.map(({ id }) => id);
}
