import type pg from 'pg';
import type { OpeningRows } from '../../../domain/overview/opening.ts';
import { orUnavailable } from '../../database/database-errors.ts';

/** What the checklist of a new service asks the database. Each look-up ends at the first row that it finds. */
export async function readOpening(pool: pg.Pool): Promise<OpeningRows> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'read-opening',
      text: `select
        (select count(*)::int from users
          where role = 'operator' and not disabled
            and (totp_seed is not null or exists (select from passkeys p where p.user_id = users.id))) as operators,
        (select coalesce(array_agg(makers.id order by makers.id), '{}') from makers
          join accounts on accounts.id = makers.available_id where accounts.balance > 0) as funded,
        exists (select from accounts join transfers on transfers.credit_id = accounts.id
          where accounts.kind = 'store_available' and transfers.kind = 'payin_settle') as has_paid,
        (select max(at) from audit_log where subject_kind = 'backup' and action = 'record-backup') as backed_up_at`,
    }),
  );
  const [{ operators, funded, has_paid: hasPaidPayin, backed_up_at: backedUpAt }] = rows;
  return { operators, makersWithFunds: funded, hasPaidPayin, lastBackupAt: backedUpAt };
}
