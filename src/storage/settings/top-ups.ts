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

/** The sums a store or maker was topped up with since then, as people wrote them: the log has few lines for each owner. */
export async function findTopUps(
  { client }: SettingsTransaction,
  owner: { readonly kind: string; readonly id: string },
  since: Instant,
): Promise<string[]> {
  const { rows } = await client.query(
    `select details->>'amount' as amount from audit_log
     where subject_kind = $1 and subject_id = $2 and action = 'top-up' and at > $3`,
    [owner.kind, owner.id, new Date(since)],
  );
  return rows.map(({ amount }) => amount);
}
