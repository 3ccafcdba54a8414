import type { WithdrawalStatus } from '../../../domain/withdrawals/withdrawal.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export async function findWithdrawalStatus(
  { client }: SettingsTransaction,
  withdrawalId: string,
): Promise<WithdrawalStatus | null> {
  const { rows } = await client.query('select status from withdrawals where id = $1', [withdrawalId]);
  return rows[0]?.status ?? null;
}
