import type pg from 'pg';
import type { Deal } from '../../../domain/invoices/deal.ts';
import { type Invoice, invoiceStatuses } from '../../../domain/invoices/invoice.ts';
import type { NamedInvoice } from '../../../domain/invoices/repeats.ts';
import { type Direction, directions } from '../../../domain/money/payment.ts';
import { partsPerInvoiceMax } from '../../../domain/payins/mispayment.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { bool, count8, fiat, instant, int4, oneOf, text, uuid } from '../../rows/codec.ts';
import { deals } from '../../rows/deal-rows.ts';
import { invoices, newestArchivedOfInternalId, newestOfInternalId, newestOfNameMax } from '../../rows/invoice-rows.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { plainArray, textArray } from '../../rows/table.ts';

export interface InvoiceWithDeals {
  readonly invoice: Invoice;
  /** Those that matter; canceled and expired ones are history. */
  readonly deals: readonly Deal[];
}

/** One, and the parts that came before it; the limit keeps the look-up from being planned as a join over whole tables. */
const dealsThatMatterMax = 2 * partsPerInvoiceMax;

/** One statement for invoice and deals, so that both are of the same instant. */
const byId = (name: string, only: 'only' | '') =>
  rowStatement(
    name,
    select('', { invoice: invoices.as('i'), deal: deals.as('d').orNull }),
    (list) => `select ${list} from ${only} invoices i
    left join lateral (
      select * from ${only} deals where invoice_id = i.id and status not in ('canceled', 'expired')
      order by ordinal limit ${dealsThatMatterMax}
    ) d on true
    where i.id = any($1::uuid[])`,
  );
const livingById = byId('invoices-by-id', 'only');
/** Wherever they are: an invoice may come back from the archive between two statements. */
const allById = byId('invoices-by-id-of-all', '');

/** Those that live, and only then, for what is left, the archive too: so the living do not pay for it. */
export async function findInvoices(pool: pg.Pool, ids: readonly string[]): Promise<Map<string, InvoiceWithDeals>> {
  const found = new Map<string, { invoice: Invoice; deals: Deal[] }>();
  const add = ({ invoice, deal }: { readonly invoice: Invoice; readonly deal: Deal | null }) => {
    const known = found.get(invoice.id);
    if (known === undefined) found.set(invoice.id, { invoice, deals: deal === null ? [] : [deal] });
    else if (deal !== null) known.deals.push(deal);
  };
  (await read(pool, livingById, [plainArray(ids)])).forEach(add);
  const others = ids.filter((id) => !found.has(id));
  if (others.length > 0) (await read(pool, allById, [plainArray(others)])).forEach(add);
  return found;
}

const named = 'id, type, status, asked_amount, currency, created_at, updated_at';

const newestByInternalId = rowStatement(
  'newest-by-internal-id',
  select('n', {
    position: count8.from('k.position'),
    id: uuid,
    type: oneOf(directions),
    status: oneOf(invoiceStatuses),
    askedSum: fiat.from('asked_amount'),
    currency: text,
    createdAt: instant,
    updatedAt: instant,
    holdsName: bool,
  }),
  (list) => `select ${list} from unnest($1::int4[], $2::text[]) with ordinality k(store_id, internal_id, position)
    cross join lateral (
      (${newestOfInternalId('k', `${named}, holds_name`)})
      union all
      (${newestArchivedOfInternalId('k', `${named}, false`)})
      order by created_at desc, id desc limit ${newestOfNameMax}
    ) n`,
);

/** The newest invoices for each key, in the order of the keys, the living and those of the archive. */
export async function findByInternalId(
  pool: pg.Pool,
  keys: readonly { readonly storeId: number; readonly internalId: string }[],
): Promise<NamedInvoice[][]> {
  const found = keys.map((): NamedInvoice[] => []);
  const rows = await read(pool, newestByInternalId, [
    plainArray(keys.map(({ storeId }) => storeId)),
    textArray(keys.map(({ internalId }) => internalId)),
  ]);
  for (const { position, ...invoice } of rows) found[position - 1]?.push(invoice);
  return found;
}

const invoiceOfDeal = rowStatement(
  'invoice-of-deal',
  select('d', { invoiceId: uuid }),
  (list) => `select ${list} from deals d where d.id = $1::uuid`,
);

/** A dispute may name an invoice or one of its deals. */
export async function findInvoiceIdOfDeal(pool: pg.Pool, dealId: string): Promise<string | null> {
  const [deal] = await read(pool, invoiceOfDeal, [dealId]);
  return deal?.invoiceId ?? null;
}

/** A payer remembers the last few requisites at most. */
const endedDealsMax = 5;

const endedDealsOfInvoice = rowStatement(
  'ended-deals-of-invoice',
  select('', { deal: deals.as('d') }),
  (list) => `select ${list} from deals d
    where d.invoice_id = $1::uuid and d.status in ('canceled', 'expired', 'transfer_waiting')
    order by d.ordinal desc limit ${endedDealsMax}`,
);

/** The newest deals that ended without money, for an invoice none of whose deals runs: one that still seems to is past its time. */
export async function findEndedDeals(pool: pg.Pool, invoiceId: string): Promise<readonly Deal[]> {
  const rows = await orUnavailable(read(pool, endedDealsOfInvoice, [invoiceId]));
  return rows.map(({ deal }) => deal);
}

/** Of invoices whose time is over; those with a proof that somebody has to look at wait for that. */
export const expiredInvoices = `from only invoices i
      where i.status = 'new' and i.expire_at > '-infinity' and i.expire_at <= $1::timestamptz
        and not exists (
          select from only deals d where d.invoice_id = i.id
            and (d.status = 'transfer_confirmed' or (d.type = 'out' and d.status = 'transfer_waiting'))
        )`;

/** Of invoices whose deal's time is over. */
export const expiredDeals = `from only deals d join only invoices i on i.id = d.invoice_id
      where d.status in ('new', 'transfer_waiting') and d.deadline_at <= $1::timestamptz
        and not (d.type = 'out' and d.status = 'transfer_waiting') and i.status = 'new'`;

const dueInvoices = rowStatement(
  'due-invoices',
  select('i', { invoiceId: uuid.from('i.id'), storeId: int4, type: oneOf(directions) }),
  (list) => `(select ${list} ${expiredInvoices} order by i.expire_at limit $2)
    union
    (select ${list} ${expiredDeals} order by d.deadline_at limit $2)`,
);

/** Invoices whose time, or whose deal's time, has passed without being written down yet. */
export async function findDueInvoices(
  pool: pg.Pool,
  now: number,
  countMax: number,
): Promise<{ invoiceId: string; storeId: number; type: Direction }[]> {
  return await read(pool, dueInvoices, [new Date(now).toISOString(), countMax]);
}

/** Somebody has objected to its proof: as in `domain/payout-hold.ts`. */
export const isObjected = `(d.type = 'out' and coalesce(d.dispute ->> 'from', '') = 'transfer_confirmed')`;

export const payoutsHeldLongEnough = `from only deals d join only invoices i on i.id = d.invoice_id
    join stores s on s.id = i.store_id
    where d.type = 'out' and d.status = 'transfer_confirmed' and not ${isObjected}
      and d.confirmed_at <= $1::timestamptz - (select min(payout_hold_ms) from stores) * interval '1 millisecond'
      and d.confirmed_at <= $1::timestamptz - s.payout_hold_ms * interval '1 millisecond'`;

const payoutsToCredit = rowStatement(
  'payouts-to-credit',
  select('', { invoiceId: uuid.from('d.invoice_id'), storeId: int4.from('i.store_id') }),
  (list) => `select ${list} ${payoutsHeldLongEnough} order by d.confirmed_at, d.id limit $2`,
);

/** Payouts with a proof to which nobody has objected while their store's hold lasted, the longest first. */
export async function findPayoutsToCredit(
  pool: pg.Pool,
  now: number,
  countMax: number,
): Promise<{ invoiceId: string; storeId: number }[]> {
  return await read(pool, payoutsToCredit, [new Date(now).toISOString(), countMax]);
}

const oldestDueAt = `least(
      (select i.expire_at from only invoices i
        where i.status = 'new' and i.expire_at > '-infinity' and not exists (
          select from only deals d where d.invoice_id = i.id
            and (d.status = 'transfer_confirmed' or (d.type = 'out' and d.status = 'transfer_waiting'))
        )
        order by i.expire_at limit 1),
      (select d.deadline_at from only deals d join only invoices i on i.id = d.invoice_id
        where d.status in ('new', 'transfer_waiting') and not (d.type = 'out' and d.status = 'transfer_waiting')
          and i.status = 'new'
        order by d.deadline_at limit 1))`;

const oldestDue = rowStatement(
  'oldest-due',
  select('', { dueAt: instant.from(oldestDueAt).orNull }),
  (list) => `select ${list}`,
);

/** When the next thing expires, or should have: a past instant means that the expiry worker is behind. */
export async function findOldestDue(pool: pg.Pool): Promise<number | null> {
  const [oldest] = await read(pool, oldestDue);
  return oldest?.dueAt ?? null;
}
