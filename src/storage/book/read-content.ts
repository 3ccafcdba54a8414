import type pg from 'pg';
import { noOrdinaryHold } from '../ledger/law-texts.ts';
import type { Horizon } from './read-unsealed.ts';

interface Wanted {
  /** Of the last complete page; null: there is none, or it was sealed in another cluster. */
  readonly base: Horizon | null;
  readonly now: Horizon;
  /** Only transfers with these numbers, the second not included. */
  readonly ids: readonly [bigint, bigint] | null;
  readonly rowsMax: number;
}

/** What the next page is made of, without a row for each of its transfers: there may be thousands every second. */
export interface PageContent {
  readonly count: number;
  /** The least number of a transfer; null where there is none. */
  readonly firstId: bigint | null;
  /** The earliest date of a transfer. */
  readonly firstAt: number | null;
  /** All of their numbers, as an int8multirange in text. */
  readonly ids: string;
  /** The leaves of the tree of transfers, one after the other, in the order of numbers. */
  readonly leaves: Buffer;
  readonly changes: readonly AccountChange[];
  /** What the laws are to be asked of: all but holds of payins that are seen to be in order. */
  readonly asked: readonly { readonly subjectId: string; readonly kind: string }[];
}

export interface AccountChange {
  readonly accountId: number;
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * The bytes of docs/proof.md, as `transferBytes` makes them, hashed where the rows are: to send, read and hash a row in the service
 * costs five times as much. The scrubber reads pages with `transferBytes`, and a test compares.
 */
const leafOfTransfer = `sha256('\\x00'::bytea || int8send(t.id) || int8send(t.debit_id::int8 << 32 | t.credit_id) || int8send(t.amount)
  || int8send((extract(epoch from t.created_at) * 1000000)::int8) || uuid_send(t.subject_id)
  || convert_to(chr(octet_length(t.kind)) || t.kind || chr(octet_length(t.currency)) || t.currency, 'UTF8'))`;

export async function readContent(client: pg.ClientBase, wanted: Wanted): Promise<PageContent> {
  // After a complete page none of them is in one, by the numbers of transactions; that is looked at afterwards, at once for all.
  const isFresh = wanted.base !== null && wanted.ids === null;
  const { isSealed, ...content } = await readOnce(client, wanted, isFresh);
  if (!isSealed) return content;
  const { isSealed: _, ...others } = await readOnce(client, wanted, false);
  return others;
}

async function readOnce(
  client: pg.ClientBase,
  wanted: Wanted,
  isFresh: boolean,
): Promise<PageContent & { readonly isSealed: boolean }> {
  const values: unknown[] = [wanted.rowsMax];
  const add = (value: unknown) => `$${values.push(value)}`;
  const condition = `${conditionOf(wanted, add)} and ${isFresh ? 'true' : notSealed(wanted, add)}`;
  // As a rule all that was begun has got a number without a gap; runs of numbers are looked for where that is not so.
  const { rows } = await client.query(
    `with t as materialized (
       select t.id, t.debit_id, t.credit_id, t.amount, t.currency, t.kind, t.subject_id, t.created_at
       from transfers t where ${condition} order by t.id limit $1
     ), page as materialized (
       select count(*)::int as count, min(t.id) as first_id, min(t.created_at) as first_at,
         coalesce(string_agg(${leafOfTransfer}, ''::bytea order by t.id), ''::bytea) as leaves,
         case count(*) when 0 then '{}'::int8multirange
           when max(t.id) - min(t.id) + 1 then int8multirange(int8range(min(t.id), max(t.id), '[]'))
           else (select range_agg(int8range(first, last, '[]')) from (
             select min(id) as first, max(id) as last from (select id, id - row_number() over (order by id) as run from t) r group by run
           ) runs) end as ids
       from t
     ), changes as (
       select debit_id, credit_id, currency, sum(amount)::text as amount from t group by debit_id, credit_id, currency
     )
     select count, first_id as "firstId", first_at as "firstAt", leaves, ids::text as ids,
       exists (select from book_pages p where p.transfer_ids && page.ids) as "isSealed",
       (select coalesce(json_agg(json_build_array(debit_id, credit_id, currency, amount)), '[]') from changes) as changes,
       (select coalesce(json_agg(json_build_array(t.subject_id, t.kind)), '[]') from t where ${noOrdinaryHold}) as asked
     from page`,
    values,
  );
  const { changes, asked, ...rest } = rows[0];
  return {
    ...rest,
    changes: (changes as [number, number, string, string][]).flatMap(
      ([debitId, creditId, currency, amount]): AccountChange[] => [
        { accountId: debitId, currency, amount: -BigInt(amount) },
        { accountId: creditId, currency, amount: BigInt(amount) },
      ],
    ),
    asked: (asked as [string, string][]).map(([subjectId, kind]) => ({ subjectId, kind })),
  };
}

/** Where to look. The index knows the first number; that there is none from the second on is compared as it is stored. */
function conditionOf({ base, now, ids }: Wanted, add: (value: unknown) => string): string {
  const conditions: string[] = [];
  if (base !== null) {
    conditions.push(
      `(t.xid::text::int8) >= ${add(base.xidMin)}::int8 and t.xid < ${add(now.xidMax)}::text::xid8`,
      `not pg_visible_in_snapshot(t.xid, ${add(base.snapshot)}::pg_snapshot)`,
    );
  }
  if (ids !== null) conditions.push(`t.id >= ${add(ids[0])}::int8 and t.id < ${add(ids[1])}::int8`);
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
}

/** One look at all pages that may have them is less than one for each transfer. */
function notSealed({ ids }: Wanted, add: (value: unknown) => string): string {
  const ofThese = ids === null ? '' : `where p.transfer_ids && int8range(${add(ids[0])}::int8, ${add(ids[1])}::int8)`;
  return `not t.id <@ (select coalesce(range_agg(p.transfer_ids), '{}'::int8multirange) from book_pages p ${ofThese})`;
}

/** What all transfers with these numbers are about. */
export async function readSubjects(client: pg.ClientBase, ids: string): Promise<PageContent['asked']> {
  const { rows } = await client.query(
    `select t.subject_id as "subjectId", t.kind from transfers t where t.id <@ $1::int8multirange
     and t.id >= lower($1::int8multirange) and t.id < upper($1::int8multirange)`,
    [ids],
  );
  return rows;
}
