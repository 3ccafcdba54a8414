import type pg from 'pg';
import type { Passkey } from '../../../domain/people/passkeys.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { passkeys } from '../../settings/people/passkeys.ts';

/** What a browser is told of somebody's passkeys on a host, so that it offers these and no others. */
export interface OfferedPasskey {
  readonly credentialId: string;
  readonly transports: readonly string[];
}

export async function findOffered(pool: pg.Pool, userId: number, rpId: string): Promise<OfferedPasskey[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'find-offered-passkeys',
      text: `select credential_id, transports from passkeys
        where user_id = $1 and rp_id = $2 and suspected_at is null order by id`,
      values: [userId, rpId],
    }),
  );
  return rows.map((row) => ({ credentialId: row.credential_id, transports: row.transports }));
}

/** How a person's passkeys name the person. */
export async function findHandle(pool: pg.Pool, userId: number): Promise<string> {
  const { rows } = await orUnavailable(pool.query('select handle from users where id = $1', [userId]));
  return rows[0].handle;
}

export async function listPasskeys(pool: pg.Pool, userId: number): Promise<Passkey[]> {
  return await orUnavailable(passkeys.find(pool, { userId }, 'order by id'));
}
