import type pg from 'pg';
import type { BookAccount, BookLine, SettlementLine } from '../../../domain/ledger/books.ts';
import type { TransferKind } from '../../../domain/ledger/ledger.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { datedWithin, numberedFrom, numberedTo } from '../statements/closed-days.ts';

/** What the books show. Everything here is read from transfers, so that what is shown always adds up. */
export interface AccountReach {
  /** Null: everybody's. */
  readonly kinds: readonly string[] | null;
  readonly ownerIds: readonly number[] | null;
}

const accountColumns = 'a.id, a.kind, a.owner_id, a.currency, a.balance';

export async function listBookAccounts(
  pool: pg.Pool,
  reach: AccountReach,
  page: { readonly after: number; readonly limit: number },
): Promise<BookAccount[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'list-book-accounts',
      text: `select ${accountColumns} from accounts a
        where a.id > $1 and ($3::text[] is null or a.kind = any($3)) and ($4::int4[] is null or a.owner_id = any($4))
        order by a.id limit $2`,
      values: [page.after, page.limit, reach.kinds, reach.ownerIds],
    }),
  );
  return rows.map(decodeAccount);
}

export async function findBookAccount(pool: pg.Pool, id: number): Promise<BookAccount | null> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'book-account',
      text: `select ${accountColumns} from accounts a where a.id = $1`,
      values: [id],
    }),
  );
  return rows[0] === undefined ? null : decodeAccount(rows[0]);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the select list above.
function decodeAccount(row: any): BookAccount {
  return { id: row.id, kind: row.kind, ownerId: row.owner_id, currency: row.currency, balance: row.balance };
}

export interface Period {
  /** Included. */
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
}

/**
 * What the accounts together held before the period: at the end of the last day that was closed before it, and what moved from then on;
 * what no page has yet is in no closing balance. Where no day was closed, all that had moved by then.
 */
export async function balanceBefore(pool: pg.Pool, accountIds: readonly number[], atMs: number): Promise<bigint> {
  const side = (own: string) => `(
    select coalesce(sum(t.amount), 0) from transfers t where t.${own} = any($1::int4[]) and t.created_at < $2
      and t.id >= ${numberedFrom('$2')} and t.id <= ${numberedTo('$2')}
      and (t.created_at >= day.ends_at or not exists (select from book_pages p where p.transfer_ids @> t.id)))`;
  const { rows } = await orUnavailable(
    pool.query({
      name: 'balance-before',
      text: `with day as materialized (
          select max(day) as day, coalesce((max(day) + 1)::timestamptz, '-infinity') as ends_at from book_days
          where day < $2::timestamptz::date
        )
        select (coalesce((
            select sum(c.balance) from unnest($1::int4[]) a(id) cross join lateral (
              select b.balance from book_closings b where b.account_id = a.id and b.day <= day.day
              order by b.day desc, b.page desc limit 1
            ) c
          ), 0) + ${side('credit_id')} - ${side('debit_id')})::int8 as balance
        from day`,
      values: [accountIds, new Date(atMs)],
    }),
  );
  return rows[0].balance;
}

export async function countTransfers(pool: pg.Pool, accountIds: readonly number[], period: Period): Promise<number> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'count-transfers',
      text: `select (
          (select count(*) from transfers t where t.credit_id = any($1::int4[]) and ${datedWithin('$2', '$3')})
          + (select count(*) from transfers t where t.debit_id = any($1::int4[]) and ${datedWithin('$2', '$3')})
        )::float8 as count`,
      values: [accountIds, new Date(period.fromMs), new Date(period.toMs)],
    }),
  );
  return rows[0].count;
}

/**
 * Transfers of one account after the given one, in order. Each of both sides has an index by account and ID, so a page
 * costs the same wherever it is.
 */
export async function readLines(
  pool: pg.Pool,
  accountId: number,
  period: Period,
  page: { readonly afterId: bigint; readonly limit: number },
): Promise<BookLine[]> {
  const side = (own: string, other: string, sign: string) => `(
    select t.id, t.created_at, t.kind, t.subject_id, ${sign}t.amount as amount, t.${other} as other_id from transfers t
    where t.${own} = $1 and t.id > $2 and ${datedWithin('$3', '$4')} order by t.id limit $5)`;
  const { rows } = await orUnavailable(
    pool.query({
      name: 'read-lines',
      text: `select m.id, m.created_at, m.kind, m.subject_id, m.amount, m.other_id, o.kind as other_kind, o.owner_id
        from (${side('credit_id', 'debit_id', '')} union all ${side('debit_id', 'credit_id', '-')}) m
        join accounts o on o.id = m.other_id order by m.id limit $5`,
      values: [accountId, page.afterId, new Date(period.fromMs), new Date(period.toMs), page.limit],
    }),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    kind: row.kind,
    subjectId: row.subject_id,
    amount: row.amount,
    counterparty: { accountId: row.other_id, kind: row.other_kind, ownerId: row.owner_id },
  }));
}

/** What shops call the invoices of these deals; subjects that are no deals, and invoices without a name, are left out. */
export async function internalIdsOfDeals(
  pool: pg.Pool,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await orUnavailable(
    pool.query({
      name: 'internal-ids-of-deals',
      text: `select d.id, i.internal_id from deals d join invoices i on i.id = d.invoice_id
        where d.id = any($1::uuid[]) and i.internal_id is not null`,
      values: [[...new Set(subjectIds)]],
    }),
  );
  return new Map(rows.map((row) => [row.id, row.internal_id]));
}

interface StoreAccounts {
  readonly availableId: number;
  readonly frozenId: number;
}

/** Each side of each account apart: so every branch follows its index in the order of IDs and stops at the limit. */
const settlementSides = [
  ['credit_id', '$1', ''],
  ['credit_id', '$2', ''],
  ['debit_id', '$1', '-'],
  ['debit_id', '$2', '-'],
].map(
  ([own, account, sign]) => `(
    select t.id, t.created_at, t.kind, t.subject_id, ${sign}t.amount as net from transfers t
    where t.${own} = ${account}::int4 and not (t.debit_id in ($1::int4, $2::int4) and t.credit_id in ($1::int4, $2::int4))
      and t.id > $3 and ${datedWithin('$4', '$5')} order by t.id limit $6)`,
);

/**
 * What changed the sum of a store's accounts: freezing and release move money between its own, and are left out. The fee of
 * a payin never reaches the store; it is found by its deal, with the part of it that the maker has as a reward.
 */
const settlementMoves = `
  select m.id, m.created_at, m.kind, m.subject_id, m.net,
    (coalesce(case when fa.kind = 'fees' then f.amount else -f.amount end, 0) + coalesce(r.amount, 0))::int8 as hidden_fee
  from (select * from (${settlementSides.join(' union all ')}) sides order by id limit $6) m
  left join transfers f on f.subject_id = m.subject_id
    and f.kind = case m.kind when 'payin_settle' then 'payin_fee' when 'correction_sum' then 'correction_fee'
      when 'excess_keep' then 'excess_fee' end
  left join accounts fa on fa.id = f.credit_id
  left join transfers r on r.subject_id = m.subject_id
    and r.kind = case m.kind when 'payin_settle' then 'payin_reward' when 'excess_keep' then 'excess_reward' end`;

export async function readSettlementLines(
  pool: pg.Pool,
  { availableId, frozenId }: StoreAccounts,
  period: Period,
  page: { readonly afterId: bigint; readonly limit: number },
): Promise<SettlementLine[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'settlement-lines',
      text: `select s.*, d.invoice_id, i.internal_id from (${settlementMoves}) s
        left join deals d on d.id = s.subject_id left join invoices i on i.id = d.invoice_id order by s.id`,
      values: [availableId, frozenId, page.afterId, new Date(period.fromMs), new Date(period.toMs), page.limit],
    }),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    kind: row.kind,
    subjectId: row.subject_id,
    invoiceId: row.invoice_id,
    internalId: row.internal_id,
    net: row.net,
    hiddenFee: row.hidden_fee,
  }));
}

interface SettlementTotal {
  readonly kind: TransferKind;
  readonly count: number;
  readonly net: bigint;
  readonly hiddenFee: bigint;
}

export async function sumSettlement(
  pool: pg.Pool,
  { availableId, frozenId }: StoreAccounts,
  period: Period,
): Promise<SettlementTotal[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'sum-settlement',
      text: `select s.kind, count(*)::float8 as count, sum(s.net)::int8 as net, sum(s.hidden_fee)::int8 as hidden_fee
        from (${settlementMoves}) s group by s.kind`,
      values: [availableId, frozenId, 0, new Date(period.fromMs), new Date(period.toMs), null],
    }),
  );
  return rows.map((row) => ({ kind: row.kind, count: row.count, net: row.net, hiddenFee: row.hidden_fee }));
}
