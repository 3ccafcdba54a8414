import type pg from 'pg';
import type { Instant } from '../../domain/text/timestamp.ts';
import { disputeOpenedAt } from '../rows/claim-rows.ts';
import { isOpenFor, isUnanswered } from '../settings/disputes/disputes.ts';

export interface DisputeCall {
  readonly dealId: string;
  readonly makerId: number | null;
  readonly kind: 'reminded' | 'escalated';
}

/**
 * Writes down which disputes have been reminded of, and which are escalated, each once for the whole fleet: the first to write
 * the row is who says it, as a fact of the dispute and to whom it concerns.
 */
export async function callDisputes(pool: pg.Pool, now: Instant): Promise<readonly DisputeCall[]> {
  const { rows } = await pool.query({
    name: 'call-disputes',
    text: `with due as (
       select d.id, d.maker_id, ${disputeOpenedAt} as opened_at, c.kind
       from only deals d cross join dispute_rules r
       cross join lateral (values ('reminded', r.remind_minutes), ('escalated', r.answer_minutes)) c(kind, minutes)
       where d.status = 'dispute'
         and ((${isUnanswered} and c.minutes > 0 and ${isOpenFor('c.minutes', '$1')})
           or (c.kind = 'escalated' and (d.dispute ->> 'deadlineAt')::int8 <= $1::int8))
         and not exists (select from dispute_calls k where k.deal_id = d.id
           and k.opened_at = to_timestamp(${disputeOpenedAt} / 1000.0) and k.kind = c.kind)
       order by d.id, c.kind desc limit $2
     ), called as (
       insert into dispute_calls (deal_id, opened_at, kind, called_at)
       select id, to_timestamp(opened_at / 1000.0), kind, to_timestamp($1::int8 / 1000.0) from due order by id, kind
       on conflict do nothing returning deal_id, kind
     ), said as (
       insert into dispute_facts (deal_id, at, actor, kind, text)
       select deal_id, to_timestamp($1::int8 / 1000.0), 'service', kind, '' from called order by deal_id, kind desc
     )
     select c.deal_id as "dealId", d.maker_id as "makerId", c.kind from called c join due d on d.id = c.deal_id and d.kind = c.kind`,
    values: [now, callsPerStepMax],
  });
  return rows;
}

/** More follow in the next step. */
export const callsPerStepMax = 200;

/** Makers whose traffic is stopped, or might have to be: weighed and decided under lock. */
export async function findMakersToJudge(pool: pg.Pool, now: Instant): Promise<readonly number[]> {
  const { rows } = await pool.query({
    name: 'makers-to-judge',
    text: `select m.id from makers m cross join dispute_rules r left join (
       select d.maker_id, count(*) as open, count(*) filter (where r.answer_minutes > 0
         and ${isOpenFor('r.answer_minutes', '$1')}) as unanswered
       from only deals d cross join dispute_rules r where d.status = 'dispute' and ${isUnanswered} group by d.maker_id
     ) o on o.maker_id = m.id
     where m.dispute_block is not null or o.unanswered > 0 or (r.open_max > 0 and o.open >= r.open_max)
     order by m.id`,
    values: [now],
  });
  return rows.map(({ id }) => id);
}
