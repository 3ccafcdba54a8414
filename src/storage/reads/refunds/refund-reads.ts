import type pg from 'pg';
import type { Refund } from '../../../domain/refunds/refund.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { refunds } from '../../rows/refund-rows.ts';
import { rowStatement } from '../../rows/statement.ts';

const selection = refunds.as('r');

const refundById = rowStatement(
  'refund-by-id',
  selection,
  (list) => `select ${list} from refunds r where r.id = $1::uuid`,
);

export async function findRefund(pool: pg.Pool, id: string): Promise<Refund | null> {
  const [refund] = await orUnavailable(read(pool, refundById, [id]));
  return refund ?? null;
}

/** Of a payin those that were asked for, of a payout the one that it pays. */
const refundsAround = rowStatement(
  'refunds-around-invoice',
  selection,
  (list) => `select ${list} from (
      select * from refunds where invoice_id = $1::uuid
      union all
      select * from refunds where payout_id = $1::uuid
    ) r order by r.id`,
);

export async function findRefundsAround(pool: pg.Pool, invoiceId: string): Promise<readonly Refund[]> {
  return await orUnavailable(read(pool, refundsAround, [invoiceId]));
}
