import type pg from 'pg';
import { type InvoiceStatus, invoiceStatuses } from '../../../domain/invoices/invoice.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { bool, instant, int4, oneOf, uuid } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';

/** Another invoice that one of the receipts was given for. */
interface RepeatedReceipt {
  readonly invoiceId: string;
  readonly storeId: number;
  readonly status: InvoiceStatus;
  readonly givenAt: Instant;
  /** The same file, to the byte; otherwise a picture that looks the same. */
  readonly isSameFile: boolean;
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
    isSameFile: bool.from('o.is_same_file'),
  }),
  (list) => `with own as (select distinct sha256 from kept_receipts where invoice_id = $1), wanted as (
      select sha256, true as is_same_file from own
      union all
      select l.other_sha256, false from own join receipt_likenesses l on l.sha256 = own.sha256
    )
    select ${list} from (
      select others.invoice_id, max(others.kept_at) as kept_at, bool_or(wanted.is_same_file) as is_same_file
      from wanted join kept_receipts others on others.sha256 = wanted.sha256
      where others.invoice_id <> $1
      group by others.invoice_id order by max(others.kept_at) desc limit ${shownMax}
    ) o join invoices i on i.id = o.invoice_id order by o.kept_at desc`,
);

/** Other invoices that the same file, or one that looks the same, was given for: the newest first. */
export async function findRepeatedReceipts(pool: pg.Pool, invoiceId: string): Promise<RepeatedReceipt[]> {
  return await orUnavailable(read(pool, repeated, [invoiceId]));
}
