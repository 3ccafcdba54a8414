import type pg from 'pg';

interface Sealed {
  readonly page: bigint;
  /** When it was sealed. */
  readonly at: number;
  readonly isComplete: boolean;
  /** The least number and the earliest date of its transfers; null where it has none. */
  readonly firstId: bigint | null;
  readonly firstAt: number | null;
}

interface State {
  /** The last page that was looked at. */
  readonly page: bigint;
  /** The last day that was closed, as a date; null: none was. */
  readonly day: string | null;
  readonly endsAt: number;
  readonly firstId: bigint;
}

/**
 * Keeps the closing balances of days, in the transaction that seals the page. They are sums of transfers by their own dates, and those
 * follow neither the numbers nor the pages: so what is dated before a day that was closed is added to it when it is sealed.
 */
export async function closeDays(client: pg.ClientBase, sealed: Sealed): Promise<void> {
  const state = await readState(client);
  const isGap = state.page !== sealed.page - 1n;
  const isLate = (sealed.firstAt ?? state.endsAt) < state.endsAt || (sealed.firstId ?? state.firstId) < state.firstId;
  if (state.day !== null && (isLate || isGap)) await addLate(client, state.page, sealed.page);
  const yesterday = dayOf(sealed.at - dayMs);
  if (sealed.isComplete && (state.day === null || yesterday > state.day)) {
    await closeDay(client, { day: yesterday, page: sealed.page, state });
  }
  await client.query('update book_state set days_page = $1', [sealed.page]);
}

const dayMs = 86_400_000;

/** UTC, as YYYY-MM-DD: dates compare as texts do. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

async function readState(client: pg.ClientBase): Promise<State> {
  const { rows } = await client.query(
    `select s.days_page as page, d.day::text as day, (d.day + 1)::timestamptz as "endsAt", d.first_id as "firstId"
     from book_state s left join lateral (
       select day, min(first_id) as first_id from book_days group by day order by day desc limit 1
     ) d on true`,
  );
  const { page, day, endsAt, firstId } = rows[0];
  return { page, day, endsAt: endsAt ?? 0, firstId: firstId ?? 0n };
}

/** Transfers of pages after the first one up to the second. */
const transfersOfPages = `select t.id, t.debit_id, t.credit_id, t.amount, t.created_at from transfers t, (
    select range_agg(transfer_ids) as ids from book_pages where number > $1 and number <= $2
  ) p where t.id <@ p.ids and t.id >= lower(p.ids) and t.id < upper(p.ids)`;

/** Days that had ended by then get what these pages have of them, or of days before them. */
async function addLate(client: pg.ClientBase, after: bigint, page: bigint): Promise<void> {
  await client.query(
    `with late as materialized (${transfersOfPages}), moves as (
       select account_id, created_at, amount from (
         select debit_id as account_id, created_at, -amount as amount from late
         union all select credit_id, created_at, amount from late
       ) m
     )
     insert into book_closings (account_id, day, page, balance)
     select m.account_id, d.day, $2, coalesce((
         select c.balance from book_closings c where c.account_id = m.account_id and c.day <= d.day
         order by c.day desc, c.page desc limit 1
       ), 0) + sum(m.amount)
     from (select distinct day from book_days) d join moves m on m.created_at < (d.day + 1)::timestamptz
     group by m.account_id, d.day`,
    [after, page],
  );
  await client.query(
    `with late as materialized (${transfersOfPages}), ids as (
       select min(id) as first_id, max(id) as last_id, min(created_at) as first_at from late
     )
     insert into book_days (day, page, first_id, last_id)
     select d.day, $2, least(min(d.first_id), i.first_id), greatest(max(d.last_id), i.last_id)
     from book_days d, ids i group by d.day, i.first_id, i.last_id, i.first_at
     having i.first_at < (d.day + 1)::timestamptz or i.first_id < min(d.first_id)`,
    [after, page],
  );
}

/** Everything that is visible is sealed, so a balance less what is dated later is what was held at the end of the day. */
async function closeDay(
  client: pg.ClientBase,
  { day, page, state }: { readonly day: string; readonly page: bigint; readonly state: State },
): Promise<void> {
  const later = `select t.id, t.debit_id, t.credit_id, t.amount from transfers t
    where t.id >= $3::int8 and t.created_at >= ($1::date + 1)::timestamptz`;
  // Those that pages have touched since the last closing, and those of transfers that were sealed before it and dated after it.
  const touched = `select account_id from book_balances
    where page >= coalesce((select min(page) from book_days where day = $4::date), 0)
    union select unnest(array[t.debit_id, t.credit_id]) from transfers t
      where t.id >= $3::int8 and t.created_at >= ($4::date + 1)::timestamptz`;
  await client.query(
    `with later as materialized (${later}), moves as (
       select account_id, sum(amount) as amount from (
         select debit_id as account_id, -amount as amount from later union all select credit_id, amount from later
       ) m group by account_id
     )
     insert into book_closings (account_id, day, page, balance)
     select a.account_id, $1::date, $2, b.balance - coalesce(m.amount, 0)
     from (${touched}) a cross join lateral (
       select balance from book_balances where account_id = a.account_id order by page desc limit 1
     ) b left join moves m on m.account_id = a.account_id`,
    [day, page, state.firstId, state.day],
  );
  await client.query(
    `with later as (${later})
     insert into book_days (day, page, first_id, last_id)
     select $1::date, $2, coalesce((select min(id) from later), l.id + 1), l.id
     from (select coalesce(pg_sequence_last_value(pg_get_serial_sequence('transfers', 'id')), 0) as id) l`,
    [day, page, state.firstId],
  );
}
