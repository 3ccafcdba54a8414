import type { Instant } from '../../domain/timestamp.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export async function isToppedUp({ client }: SettingsTransaction, movementId: string): Promise<boolean> {
  const { rows } = await client.query(`select 1 from transfers where subject_id = $1 and kind = 'top_up'`, [
    movementId,
  ]);
  return rows.length > 0;
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
