import type pg from 'pg';
import { allToldKinds, type ToldKind } from '../../domain/alerts/told-kinds.ts';
import { clocksApartMaxMs } from '../../domain/rates/rates.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { execute, run } from '../database/connection.ts';
import type { Statement } from '../rows/statement.ts';
import { timestampText } from '../rows/table.ts';

/** The kinds that anybody wants to hear of, and whether anything waits to be sent, to be looked at in one go. */
export async function findToldWork(
  pool: pg.Pool,
): Promise<{ readonly kinds: readonly ToldKind[]; readonly isWaiting: boolean }> {
  const found = new Set((await run(pool, toldWork, [])).map(([kind]) => kind));
  return { kinds: allToldKinds.filter((kind) => found.has(kind)), isWaiting: found.has(waiting) };
}

/**
 * Makes messages of present facts that somebody has subscribed to. They follow from the facts themselves, so the acts did not wait
 * for them; a fact that was written down for a person and a channel is not written down again, however often and by however many
 * processes it is looked for.
 */
export async function tellFacts(pool: pg.Pool, kind: ToldKind, now: Instant): Promise<void> {
  await execute(pool, statements[kind], [timestampText(now)]);
}

/** No kind is called so. */
const waiting = '';

/** Long enough for a service that was away. What the machine or a sandbox has added is not announced. */
const isAnnounced = `r.added_by is not null and r.created_at > now() - interval '3 days'`;

const toldWork: Statement = {
  name: 'told-work',
  text: `select distinct kind from told_wishes
    union all select 'requisite' where exists (select from requisites r where ${isAnnounced})
    union all select '${waiting}' where exists (select from told_messages where state = 'waiting')`,
};

/** A sum in the currency `k`, and how many fraction digits that has: of both the text is made, in each language in its way. */
const sumFacts = (amount: string) =>
  `'amount', trim_scale(round(${amount} / power(10::numeric, k.subunit), k.subunit))::text,
          'subunit', k.subunit::text, 'currency', k.code`;

/** The bank of the deal `d`, under its code and its names. */
const joinBank = 'left join banks b on b.currency = d.currency and b.code = d.payment_method';
const bankFacts = `'bank', d.payment_method, 'bankName', coalesce(b.name, d.payment_method),
          'bankNameRu', coalesce(b.name_ru, b.name, d.payment_method)`;

interface Told {
  /** What it joins to the wish `w`, its user `u`. */
  readonly from: string;
  readonly fact: string;
  readonly facts: string;
  /** Whose wishes; absent: of those who have said so. */
  readonly wishes?: string;
}

function told(kind: ToldKind, { from, fact, facts, wishes = 'told_wishes' }: Told): Statement {
  return {
    name: `tell-${kind}`,
    text: `insert into told_messages (fact, user_id, channel_id, kind, audience, facts, created_at, due_at)
      select distinct on (f.fact, f.user_id, f.channel_id) f.fact, f.user_id, f.channel_id, '${kind}', f.audience, f.facts,
        $1::timestamptz, $1::timestamptz
      from (
        select ${fact} as fact, w.user_id, w.channel_id, ${facts} as facts,
          concat_ws(' ', u.role, coalesce(u.maker_id, u.merchant_id)) as audience
        from ${wishes} w
        join told_channels c on c.id = w.channel_id and c.confirmed_at is not null and c.removed_at is null
        join users u on u.id = w.user_id and not u.disabled
        ${from} and w.kind = '${kind}'
      ) f
      where not exists (select from told_messages m
        where m.fact = f.fact and m.user_id = f.user_id and m.channel_id = f.channel_id)
      on conflict (fact, user_id, channel_id) do nothing`,
  };
}

const statements: Readonly<Record<ToldKind, Statement>> = {
  deal: told('deal', {
    from: `join only deals d on coalesce(d.maker_id, 0) = u.maker_id and d.type = 'in' and d.status = 'transfer_waiting'
        join currencies k on k.code = d.currency
        ${joinBank}
        where u.role = 'maker' and d.started_at >= w.since and d.deadline_at > $1::timestamptz`,
    fact: `'deal ' || d.id`,
    facts: `jsonb_build_object(${sumFacts('d.amount')}, ${bankFacts},
          'number', '…' || right(d.number, 4), 'until', to_char(d.deadline_at at time zone 'UTC', 'HH24:MI'))`,
  }),
  payout: told('payout', {
    from: `join makers r on r.id = u.maker_id and r.is_on and not r.stopped
        join only deals d on d.type = 'out' and d.status = 'new'
        join only invoices i on i.id = d.invoice_id
        join stores s on s.id = i.store_id and s.settlement_currency = r.settlement_currency
          and (r.store_ids is null or s.id = any(r.store_ids))
        join currencies k on k.code = d.currency
        ${joinBank}
        where u.role = 'maker' and d.started_at >= w.since and d.deadline_at > $1::timestamptz`,
    fact: `'payout ' || d.id`,
    facts: `jsonb_build_object(${sumFacts('d.amount')}, ${bankFacts})`,
  }),
  dispute: told('dispute', {
    from: `join only deals d on d.status = 'dispute'
        join only invoices i on i.id = d.invoice_id
        join stores s on s.id = i.store_id
        join currencies k on k.code = d.currency
        where (d.dispute ->> 'openedAt')::int8 >= extract(epoch from w.since) * 1000
          and (u.role = 'operator' or u.maker_id = d.maker_id or u.merchant_id = s.merchant_id)`,
    fact: `'dispute ' || d.id || ' ' || (d.dispute ->> 'openedAt')`,
    facts: `jsonb_build_object(${sumFacts('d.amount')}, 'invoice', d.invoice_id)`,
  }),
  device: told('device', {
    from: `join phones p on p.silent_since is not null and p.revoked_at is null
        where (u.role = 'operator' or u.maker_id = p.maker_id)`,
    fact: `'device ' || p.id || ' ' || floor(extract(epoch from p.silent_since) * 1000)`,
    facts: `jsonb_build_object('name', p.name,
          'place', case u.role when 'maker' then 'phones' else 'makers/' || p.maker_id end)`,
  }),
  balance: told('balance', {
    from: `join (
          select m.id as maker_id, null::int4 as merchant_id, m.name, m.available_id as account_id from makers m
          union all
          select null, s.merchant_id, s.name, a.available_id from stores s join store_accounts a on a.store_id = s.id
        ) o on o.maker_id = u.maker_id or o.merchant_id = u.merchant_id or u.role = 'operator' and o.maker_id is not null
        join accounts a on a.id = o.account_id
        join currencies k on k.code = a.currency
        where a.balance < w.below * power(10::numeric, k.subunit)`,
    fact: `'balance ' || a.id || ' ' || to_char($1::timestamptz at time zone 'UTC', 'YYYY-MM-DD')`,
    facts: `jsonb_build_object('name', o.name, ${sumFacts('a.balance')}, 'below', w.below::text)`,
  }),
  rate: told('rate', {
    from: `join rates r on r.set_at + r.age_max_ms * interval '1 millisecond' < $1::timestamptz
          or (r.age_max_ms is not null and r.set_at > $1::timestamptz + interval '${clocksApartMaxMs} milliseconds')
        where u.role = 'operator'`,
    fact: `'rate ' || r.settlement_currency || ' ' || r.fiat_currency || ' ' || r.type || ' '
          || floor(extract(epoch from r.set_at) * 1000)`,
    facts: `jsonb_build_object('pair', r.settlement_currency || '/' || r.fiat_currency)`,
  }),
  audit: told('audit', {
    from: `join (
          select 'law ' || law || ' ' || subject || ' ' || floor(extract(epoch from found_at) * 1000) as fact,
            jsonb_build_object('alarm', 'law', 'law', law, 'subject', left(subject, 200)) as facts from book_faults
          union all
          select 'stop ' || id, jsonb_build_object('alarm', 'stop') from money_stops where lifted_at is null
        ) o on true
        where u.role = 'operator'`,
    fact: `'audit ' || o.fact`,
    facts: 'o.facts',
  }),
  withdrawal: told('withdrawal', {
    from: `join withdrawals d on d.status = 2 and d.created_at >= w.since
        join stores s on s.id = d.store_id
        join currencies k on k.code = d.currency
        where (u.role = 'operator' or u.merchant_id = s.merchant_id)`,
    fact: `'withdrawal ' || d.id`,
    facts: `jsonb_build_object(${sumFacts('d.sum')}, 'name', s.name)`,
  }),
  requisite: told('requisite', {
    wishes: `(select user_id, id as channel_id, created_at as since, 'requisite' as kind from told_channels)`,
    from: `join (
          select r.maker_id, r.created_at, r.added_by, min(r.number) as number, count(*) - 1 as more from requisites r
          where ${isAnnounced} group by r.maker_id, r.created_at, r.added_by
        ) r on r.maker_id = u.maker_id and r.created_at >= w.since
        join users a on a.id = r.added_by
        where u.role = 'maker'`,
    fact: `'requisite ' || r.maker_id || ' ' || floor(extract(epoch from r.created_at) * 1000)`,
    facts: `jsonb_build_object('number', '…' || right(r.number, 4), 'by', a.login, 'more', r.more::text)`,
  }),
};
