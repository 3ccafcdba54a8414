import { currencyOf } from '../domain/catalogue.ts';
import { moneyDTO } from '../domain/money.ts';
import { formatTimestamp } from '../domain/timestamp.ts';
import type { Withdrawal as WithdrawalRow } from '../domain/withdrawal.ts';
import type { HttpContext } from './context.ts';
import type { CreatedWithdrawal, Withdrawal } from './withdrawal-schemas.ts';

export function withdrawalDTO(context: HttpContext, withdrawal: WithdrawalRow): Withdrawal {
  const currency = currencyOf(context.catalogue(), withdrawal.currency);
  return {
    id: withdrawal.id,
    createdAt: formatTimestamp(withdrawal.createdAt),
    updatedAt: formatTimestamp(withdrawal.updatedAt),
    sum: moneyDTO(withdrawal.sum, currency),
    fee: moneyDTO(withdrawal.fee, currency),
    address: withdrawal.address,
    txId: withdrawal.txId,
  };
}

export function createdWithdrawalDTO(context: HttpContext, withdrawal: WithdrawalRow): CreatedWithdrawal {
  const { status, accountId } = withdrawal;
  return { ...withdrawalDTO(context, withdrawal), status, accountId };
}
