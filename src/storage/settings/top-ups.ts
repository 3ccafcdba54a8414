import type { AllowedTopUp } from '../../domain/second-person.ts';
import type { Instant } from '../../domain/timestamp.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

/** What was moved under an ID, whatever it stands for. */
export async function findMovements({ client }: SettingsTransaction, movementId: string): Promise<Movement[]> {
  const { rows } = await client.query(
    `select kind, credit_id as "creditId", amount, currency from transfers where subject_id = $1`,
    [movementId],
  );
  return rows;
}

export interface Movement {
  readonly kind: string;
  readonly creditId: number;
  readonly amount: bigint;
  readonly currency: string;
}

/** Lines of processes whose clocks differ are numbered in another order than they are dated in. */
const orderMarginMs = 3_600_000;

/**
 * What one person was allowed since then, for whichever stores and makers. The permission is its own line in the audit log,
 * written under the lock of all settings: the next permission sees it, also while its money is still on the way. Only the
 * person's own lines of that time are read, of however many there are.
 */
export async function findAllowedTopUps(
  { client }: SettingsTransaction,
  { userId, currency, since }: { readonly userId: number | null; readonly currency: string; readonly since: Instant },
): Promise<AllowedTopUp[]> {
  const { rows } = await client.query(
    `select details->>'movement' as id, subject_kind as "ownerKind", subject_id as "ownerId",
       details->>'amount' as amount, details ? 'approvedBy' as "isApproved"
     from audit_log
     where user_id = $1 and action = 'allow-top-up' and details->>'currency' = $2 and at > $3
       and id > coalesce((select id from audit_log where user_id = $1 and at < $4 order by id desc nulls last limit 1), 0)`,
    [userId, currency, new Date(since), new Date(since - orderMarginMs)],
  );
  return rows;
}
