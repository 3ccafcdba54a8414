import { dealsPerInvoiceMax } from '../../domain/invoices/invoice.ts';
import type { Excess } from '../../domain/payins/excess.ts';
import { lookUp } from '../batch/load-step.ts';
import { fiat, instant, int4, settlement, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';

export const excesses = defineRow<Excess>({
  table: 'excesses',
  columns: {
    id: uuid.from('deal_id'),
    invoiceId: uuid.once,
    storeId: int4.once,
    sum: fiat,
    currency: text.once,
    heldSum: settlement,
    createdAt: instant.once,
    keptAt: instant.orNull,
  },
  key: ({ id }) => id,
  unique: { excesses_pkey: ({ id }) => id },
  checks: {
    excesses_sum_check: ({ sum }) => sum >= 0n,
    excesses_held_sum_check: ({ heldSum }) => heldSum >= 0n,
  },
});

export const lookAtExcesses = lookUp({
  name: 'excesses',
  coveredBy: ['invoices'],
  key: { invoiceId: uuid },
  keys: ({ excessesOf }) => excessesOf?.map((invoiceId) => ({ invoiceId })),
  selection: excesses.as('e'),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select * from excesses where invoice_id = k.invoice_id limit ${dealsPerInvoiceMax}
    ) e`,
});
