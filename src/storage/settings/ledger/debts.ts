import type { SettingsTransaction } from '../settings-transaction.ts';

/** An account that may have to pay for what an invoice's deals have brought, and has no account for a debt yet. */
interface Undebted {
  readonly availableId: number;
  readonly kind: 'store_available' | 'maker_available';
  readonly ownerId: number;
  readonly currency: string;
}

/** Of the store and of all makers who have had a deal of the invoice. */
export async function findUndebted({ client }: SettingsTransaction, invoiceId: string): Promise<readonly Undebted[]> {
  const { rows } = await client.query(
    `select a.id as "availableId", a.kind, a.owner_id as "ownerId", a.currency from accounts a
     where a.id in (
         select s.available_id from invoices i join stores t on t.id = i.store_id
           join store_accounts s on s.store_id = t.id and s.currency = t.settlement_currency where i.id = $1
         union select m.available_id from deals d join makers m on m.id = d.maker_id where d.invoice_id = $1)
       and not exists (select from accounts b where b.debt_of = a.id)
     order by a.id`,
    [invoiceId],
  );
  return rows;
}

/** Whether somebody can still decide about the money of the invoice's newest deal. */
export async function isUndecided({ client }: SettingsTransaction, invoiceId: string): Promise<boolean> {
  const { rows } = await client.query(
    `select i.status = 'dispute' or (i.type = 'out' and d.status in ('transfer_confirmed', 'completed')) as "isOpen"
     from invoices i join deals d on d.invoice_id = i.id where i.id = $1 order by d.ordinal desc limit 1`,
    [invoiceId],
  );
  return rows[0]?.isOpen === true;
}
