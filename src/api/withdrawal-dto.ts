import { currencyOf } from '../domain/catalogue.ts';
import { moneyDTO } from '../domain/money.ts';
import { formatTimestamp } from '../domain/timestamp.ts';
import type { Withdrawal } from '../domain/withdrawal.ts';
import type { HttpContext } from './context.ts';

/** `status` and `accountId` are in the answer to create only: so the interface shows it. */
export function withdrawalDTO(context: HttpContext, withdrawal: Withdrawal, shape: 'created' | 'read'): object {
  const currency = currencyOf(context.catalogue(), withdrawal.currency);
  const read = {
    id: withdrawal.id,
    createdAt: formatTimestamp(withdrawal.createdAt),
    updatedAt: formatTimestamp(withdrawal.updatedAt),
    sum: moneyDTO(withdrawal.sum, currency),
    fee: moneyDTO(withdrawal.fee, currency),
    address: withdrawal.address,
    txId: withdrawal.txId,
  };
  return shape === 'read' ? read : { ...read, status: withdrawal.status, accountId: withdrawal.accountId };
}
