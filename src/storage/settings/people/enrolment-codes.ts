import type { EnrolmentCode } from '../../../domain/people/enrolment.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { type ToldChannel, toldChannels } from '../alerts/told.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export interface NewEnrolmentCode extends EnrolmentCode {
  readonly userId: number;
  readonly createdAt: Instant;
  readonly isMailed: boolean;
}

/** Also of those that have ended, how many were mailed since then. */
export async function findEnrolmentCodes(
  { client }: SettingsTransaction,
  userId: number,
  since: Instant,
): Promise<{ readonly codes: readonly EnrolmentCode[]; readonly mailed: number }> {
  const { rows } = await client.query(
    'select code_hash, created_at, expires_at, is_mailed from enrolment_codes where user_id = $1',
    [userId],
  );
  const codes = rows.map((row) => ({ codeHash: row.code_hash, expiresAt: row.expires_at }));
  return { codes, mailed: rows.filter((row) => row.is_mailed && row.created_at > since).length };
}

/** A code that is handed over takes the place of an earlier one; those that were mailed are counted for a day. */
export async function insertEnrolmentCode({ client }: SettingsTransaction, code: NewEnrolmentCode): Promise<void> {
  const { userId, codeHash, createdAt, expiresAt, isMailed } = code;
  await client.query(
    `delete from enrolment_codes where user_id = $1
       and case when is_mailed then created_at < $2::timestamptz - interval '1 day' else not $3::boolean end`,
    [userId, new Date(createdAt), isMailed],
  );
  await client.query(
    `insert into enrolment_codes (user_id, code_hash, created_at, expires_at, is_mailed) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [userId, codeHash, new Date(createdAt), new Date(expiresAt), isMailed],
  );
}

/** One of them was used, or is not needed any more. */
export async function deleteEnrolmentCodes({ client }: SettingsTransaction, userId: number): Promise<void> {
  await client.query('delete from enrolment_codes where user_id = $1', [userId]);
}

export const provenMail = `user_id = $1 and kind = 'email' and is_proven and confirmed_at is not null and removed_at is null`;

/** The oldest address of the person's that was confirmed with more than a password. */
export async function findProvenMail({ client }: SettingsTransaction, userId: number): Promise<ToldChannel | null> {
  const [channel] = await toldChannels.select(client, `where ${provenMail} order by id limit 1`, [userId]);
  return channel ?? null;
}
