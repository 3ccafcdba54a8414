import type pg from 'pg';
import type { Phone } from '../../../domain/phones/phone.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { instant } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { type ListedPhone, phoneRequisites, phones, withRequisites } from '../../settings/phones/phones.ts';

/** All that were not revoked, for the catalogue. */
export async function readPhones(client: pg.ClientBase): Promise<ReadonlyMap<number, Phone>> {
  const all = await phones.find(client, { revokedAt: null }, 'order by id');
  const requisites = await phoneRequisites.find(client, {}, 'order by phone_id, requisite_id');
  return new Map(all.map((phone) => [phone.id, withRequisites(phone, requisites)]));
}

export interface SeenPhone extends ListedPhone {
  readonly lastSeenAt: Instant | null;
}

/** Those of a maker, or all, or the one with this ID; the newest first, revoked ones last. */
export async function listPhones(
  pool: pg.Pool,
  { makerId, id }: { readonly makerId: number | null; readonly id: number | null },
): Promise<readonly SeenPhone[]> {
  const rows = await orUnavailable(read(pool, listed, [makerId, id]));
  const ids = rows.map(({ phone }) => phone.id);
  const requisites = await orUnavailable(
    phoneRequisites.select(pool, 'where phone_id = any($1::int4[]) order by requisite_id', [ids]),
  );
  return rows.map(({ phone, lastSeenAt }) => ({ ...withRequisites(phone, requisites), lastSeenAt }));
}

const listed = rowStatement(
  'list-phones',
  select('s', { phone: phones.row, lastSeenAt: instant.orNull }),
  (list) => `select ${list} from phones join phone_states s on s.phone_id = phones.id
    where ($1::int4 is null or maker_id = $1) and ($2::int4 is null or id = $2)
    order by revoked_at is not null, id desc limit 1000`,
);

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
