import type { SettlementMinor } from '../domain/money.ts';
import { settlementDTO } from '../domain/money-dto.ts';
import { formatTimestamp } from '../domain/timestamp.ts';
import type { Withdrawal as WithdrawalRow } from '../domain/withdrawal.ts';
import type { ApiContext } from './context.ts';
import type { CreatedWithdrawal, Withdrawal } from './withdrawal-schemas.ts';

export function withdrawalDTO(context: ApiContext, withdrawal: WithdrawalRow): Withdrawal {
  const written = (sum: SettlementMinor) =>
    settlementDTO(context.catalogue(), sum, { settlementCurrency: withdrawal.currency });
  return {
    id: withdrawal.id,
    createdAt: formatTimestamp(withdrawal.createdAt),
    updatedAt: formatTimestamp(withdrawal.updatedAt),
    sum: written(withdrawal.sum),
    fee: written(withdrawal.fee),
    address: withdrawal.address,
    txId: withdrawal.txId,
  };
}

export function createdWithdrawalDTO(context: ApiContext, withdrawal: WithdrawalRow): CreatedWithdrawal {
  const { status, accountId } = withdrawal;
  return { ...withdrawalDTO(context, withdrawal), status, accountId };
}
