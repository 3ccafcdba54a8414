import type pg from 'pg';
import { orUnavailable } from '../../database/database-errors.ts';
import { isMakersWord } from '../../rows/arrival-rows.ts';

/**
 * Why a transfer that waits, and that only a maker has told of, may be no money of its own. `same_money`: the bank's file has lines of this
 * sum, and each was taken for something else, the nearest for `dealId`; `no_line`: the file of its day has no line of this sum;
 * `unpaid_deal`: it is a line of the bank, which may be the money of a deal that has run out.
 */
export const doubts = { same_money: 'same_money', no_line: 'no_line', unpaid_deal: 'unpaid_deal' } as const;

interface Doubt {
  readonly kind: keyof typeof doubts;
  /** Of the bank's line, or else of the entry. */
  readonly day: string;
  readonly dealId: string | null;
}

/** As far as banks book later than the money came, and clocks differ: `match-lines.ts` has the same days. */
const isNear = (day: string, line: string) => `${line}.booked_on between ${day} - 1 and ${day} + 5`;

/** Lines of an operator's file say so. One that waits for a person is left for it: then there is no doubt. */
export async function findDoubt(pool: pg.Pool, arrivalId: string): Promise<Doubt | null> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'doubt-of-arrival',
      text: `with entry as (
          select a.id, a.amount, b.id as account_id, b.zone, (a.arrived_at at time zone b.zone)::date as day
          from arrivals a join bank_account_requisites r on r.requisite_id = a.requisite_id join bank_accounts b on b.id = r.account_id
          where a.id = $1::uuid and a.status = 'held' and ${isMakersWord('a')}
        )
        select 'unpaid_deal' as kind, own.booked_on::text as day, unpaid.id as "dealId"
        from entry e join bank_lines own on own.arrival_id = e.id and own.is_trusted
        cross join lateral (
          select d.id from bank_account_requisites r join deals d on d.requisite_id = r.requisite_id and d.requisite_id is not null
          join invoices i on i.id = d.invoice_id
          where r.account_id = e.account_id and d.amount = e.amount and i.status <> 'paid'
            and (d.status in ('canceled', 'expired') or (d.status = 'dispute' and d.dispute ->> 'from' in ('canceled', 'expired')))
            and (d.started_at at time zone e.zone)::date <= own.booked_on and (d.ended_at at time zone e.zone)::date >= own.booked_on - 5
            and not exists (select from arrivals a where a.deal_id = d.id and not ${isMakersWord('a')})
          order by d.ended_at desc limit 1
        ) unpaid
        union all
        select case when near.id is null then 'no_line' else 'same_money' end, coalesce(near.booked_on, e.day)::text, near.deal_id
        from entry e left join lateral (
          select l.id, l.booked_on, coalesce(l.deal_id, a.deal_id) as deal_id from bank_lines l left join arrivals a on a.id = l.arrival_id
          where l.account_id = e.account_id and ${isNear('e.day', 'l')} and l.amount = e.amount and l.direction = 'in' and l.is_trusted
          order by abs(l.booked_on - e.day), l.id limit 1
        ) near on true
        where exists (
            select from bank_statements s where s.account_id = e.account_id and s.is_trusted and not s.is_interim
              and e.day between s.first_day and s.last_day)
          and not exists (select from bank_lines l where l.arrival_id = e.id and l.is_trusted)
          and not exists (
            select from bank_lines l where l.account_id = e.account_id and ${isNear('e.day', 'l')} and l.amount = e.amount
              and l.direction = 'in' and l.is_trusted and l.state = 'open' and l.explained_at is null)`,
      values: [arrivalId],
    }),
  );
  return rows[0] ?? null;
}
