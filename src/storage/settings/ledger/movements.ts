import type { AllowedMovement } from '../../../domain/authority/second-person.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

/** What an account has: nothing, where there is no such account. */
export async function findBalance({ client }: SettingsTransaction, accountId: number): Promise<bigint> {
  const { rows } = await client.query('select balance from accounts where id = $1', [accountId]);
  return rows[0]?.balance ?? 0n;
}

/** What was moved under an ID, whatever it stands for. */
export async function findPostedMovements(
  { client }: SettingsTransaction,
  movementId: string,
): Promise<PostedMovement[]> {
  const { rows } = await client.query(
    `select kind, debit_id as "debitId", credit_id as "creditId", amount, currency from transfers where subject_id = $1`,
    [movementId],
  );
  return rows;
}

export interface PostedMovement {
  readonly kind: string;
  readonly debitId: number;
  readonly creditId: number;
  readonly amount: bigint;
  readonly currency: string;
}

/** Lines of processes whose clocks differ are numbered in another order than they are dated in. */
const orderMarginMs = 3_600_000;

interface Permissions {
  /** Under which name they are in the audit log: each way of moving money counts by itself. */
  readonly action: 'allow-top-up' | 'allow-pay-back';
  readonly userId: number | null;
  readonly currency: string;
  readonly since: Instant;
}

/**
 * What one person was allowed since then, for whichever stores and makers. The permission is its own line in the audit log,
 * written under the lock of all settings: the next permission sees it, also while its money is still on the way. Only the
 * person's own lines of that time are read, of however many there are.
 */
export async function findAllowedMovements(
  { client }: SettingsTransaction,
  { action, userId, currency, since }: Permissions,
): Promise<AllowedMovement[]> {
  const { rows } = await client.query(
    `select details->>'movement' as id, subject_kind as "ownerKind", subject_id as "ownerId",
       details->>'amount' as amount, details ? 'approvedBy' as "isApproved"
     from audit_log
     where user_id = $1 and action = $2 and details->>'currency' = $3 and at > $4
       and id > coalesce((select id from audit_log where user_id = $1 and at < $5 order by id desc nulls last limit 1), 0)`,
    [userId, action, currency, new Date(since), new Date(since - orderMarginMs)],
  );
  return rows;
}
