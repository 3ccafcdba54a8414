import { type Refund, refundsPerInvoiceMax } from '../../domain/refunds/refund.ts';
import { lookUp } from '../batch/load-step.ts';
import { fiat, instant, int4, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';

export const refunds = defineRow<Refund>({
  table: 'refunds',
  columns: {
    id: uuid,
    invoiceId: uuid.once,
    storeId: int4.once,
    sum: fiat.once,
    currency: text.once,
    reason: text.once,
    askedBy: text.once,
    createdAt: instant.once,
    lapsesAt: instant.once,
    payoutId: uuid.orNull,
    canceledAt: instant.orNull,
    excessOf: uuid.orNull.once,
  },
  key: ({ id }) => id,
  unique: {
    refunds_pkey: ({ id }) => id,
    refunds_one_per_payout: ({ payoutId }) => payoutId,
  },
  checks: {
    refunds_check: ({ payoutId, canceledAt }) => payoutId === null || canceledAt === null,
    refunds_sum_check: ({ sum }) => sum > 0n,
  },
});

/** All refunds of an invoice: there are not more than this, as each is asked for under the lock of its invoice. */
export const lookAtRefunds = lookUp({
  name: 'refunds',
  coveredBy: ['invoices'],
  key: { invoiceId: uuid },
  keys: ({ refundsOf }) => refundsOf?.map((invoiceId) => ({ invoiceId })),
  selection: refunds.as('r'),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select * from refunds where invoice_id = k.invoice_id limit ${refundsPerInvoiceMax}
    ) r`,
});
