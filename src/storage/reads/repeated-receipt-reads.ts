import type pg from 'pg';
import { type InvoiceStatus, invoiceStatuses } from '../../domain/invoice.ts';
import type { Instant } from '../../domain/timestamp.ts';
import { read } from '../connection.ts';
import { orUnavailable } from '../database-errors.ts';
import { instant, int4, oneOf, uuid } from '../rows/codec.ts';
import { select } from '../rows/shape.ts';
import { rowStatement } from '../rows/statement.ts';

/** Another invoice that one of the receipts was given for. */
interface RepeatedReceipt {
  readonly invoiceId: string;
  readonly storeId: number;
  readonly status: InvoiceStatus;
  readonly givenAt: Instant;
}

/** Some files are given for everything, an empty picture for one: the newest few say enough. */
const shownMax = 20;

const repeated = rowStatement(
  'repeated-receipts',
  select('i', {
    invoiceId: uuid.from('i.id'),
    storeId: int4,
    status: oneOf(invoiceStatuses),
    givenAt: instant.from('o.kept_at'),
  }),
  (list) => `select ${list} from (
      select others.invoice_id, max(others.kept_at) as kept_at
      from kept_receipts own join kept_receipts others on others.sha256 = own.sha256
      where own.invoice_id = $1 and others.invoice_id <> own.invoice_id
      group by others.invoice_id order by max(others.kept_at) desc limit ${shownMax}
    ) o join invoices i on i.id = o.invoice_id order by o.kept_at desc`,
);

/** The same file, to the byte, for another invoice: the newest first. */
export async function findRepeatedReceipts(pool: pg.Pool, invoiceId: string): Promise<RepeatedReceipt[]> {
  return await orUnavailable(read(pool, repeated, [invoiceId]));
}
