import { isOpenWithdrawal } from '../rows/withdrawal-rows.ts';

/**
 * The laws of the books, each a query for what breaks it. An empty answer is the proof. Each is one statement and so sees one
 * snapshot: they can be checked while money moves.
 *
 * A law is written once and asked in two ways: of everything, and of the subjects that a page has touched.
 */
type Scope = (column: string) => string;

const everything: Scope = () => 'true';

/** $1: IDs of what the law is about. */
const touched: Scope = (column) => `${column} = any($1::uuid[])`;

/** What a law is about, and so whose IDs it is asked with. `deals` are together with the decisions on them. */
export type LawSubject = 'transfers' | 'payins' | 'payouts' | 'deals' | 'withdrawals' | 'invoices';

/**
 * Where a law looks. What a page has just touched is among the living, as every act brings its invoice back from the archive; that
 * way a page costs the same however many months are there.
 */
interface Places {
  readonly deals: string;
  readonly invoices: string;
  readonly notifications: string;
}
const everywhere: Places = { deals: 'deals', invoices: 'invoices', notifications: 'notifications' };
const amongTheLiving: Places = {
  deals: 'only deals',
  invoices: 'only invoices',
  notifications: 'only notifications',
};

interface SubjectLaw {
  readonly about: LawSubject;
  readonly text: (scope: Scope, places: Places) => string;
}

/** A deal that holds money now: it runs, or it is disputed and ran when the dispute began. */
const holdsNow = `(d.status in ('new', 'transfer_waiting', 'transfer_confirmed')
  or (d.status = 'dispute' and d.dispute->>'from' in ('new', 'transfer_waiting', 'transfer_confirmed')))`;

/** All of them, each through the index of its states: what is open is little, however much there once was. */
const openDeals = `(
    select * from only deals where status in ('new', 'transfer_waiting')
    union all select * from only deals where status = 'transfer_confirmed'
    union all select * from only deals where status = 'dispute'
      and dispute->>'from' in ('new', 'transfer_waiting', 'transfer_confirmed')
  )`;

const isSettled = `(d.status = 'completed' or (d.status = 'dispute' and d.dispute->>'from' = 'completed'))`;

/**
 * Counted and not asked for: how many there are is what the planner knows least, minutes after a rush nothing at all, and then it
 * takes each of them for the only one.
 */
const isActive = `d.status in ('new', 'transfer_waiting', 'transfer_confirmed', 'dispute')`;

/** Of what is open, or of balances alone: what they cost does not grow with the past. */
const openLaws = {
  'the sum of all balances of a currency is zero': `
    select currency, 'sum ' || sum(balance) from accounts group by currency having sum(balance) <> 0`,

  'who owes the service has nothing to spend: each credit pays the debt first': `
    select d.id::text, 'owes ' || -d.balance || ', may spend ' || a.balance
    from accounts d join accounts a on a.id = d.debt_of where d.balance < 0 and a.balance <> 0`,

  'what a maker holds equals the open payin deals': `
    select m.id::text, 'held ' || a.balance || ', deals ' || coalesce(o.total, 0)
    from makers m join accounts a on a.id = m.held_id left join (
      select d.maker_id, sum(d.maker_sum) as total from ${openDeals} d where d.type = 'in' group by d.maker_id
    ) o on o.maker_id = m.id
    where a.balance <> coalesce(o.total, 0)`,

  'what a store has frozen equals its open payouts and withdrawals': `
    select s.id::text, 'frozen ' || a.balance || ', open ' || coalesce(p.total, 0) + coalesce(w.total, 0)
    from store_accounts s join accounts a on a.id = s.frozen_id
    left join (
      select i.store_id, st.settlement_currency, sum(d.maker_sum + d.fee_sum) as total
      from ${openDeals} d join only invoices i on i.id = d.invoice_id join stores st on st.id = i.store_id
      where d.type = 'out' group by i.store_id, st.settlement_currency
    ) p on p.store_id = s.store_id and p.settlement_currency = s.currency
    left join (
      select account_id, sum(sum + fee) as total from withdrawals w where ${isOpenWithdrawal('w')} group by account_id
    ) w on w.account_id = s.id
    where a.balance <> coalesce(p.total, 0) + coalesce(w.total, 0)`,

  'a requisite counts the deals that run on it': `
    select l.requisite_id::text, 'counted ' || l.active_deals || ', running ' || coalesce(o.total, 0)
    from requisite_loads l left join (
      select d.requisite_id, count(*) as total from ${openDeals} d where d.type = 'in' group by d.requisite_id
    ) o on o.requisite_id = l.requisite_id
    where l.active_deals <> coalesce(o.total, 0)`,

  'the accounts of a maker or store are its own': `
    select o.owner, o.kind || ' ' || coalesce(o.id::text, 'none') || ' belongs to ' || coalesce(a.kind || ' of ' || a.owner_id, 'nobody')
    from (
      select m.id::text as owner, 'maker_' || v.kind as kind, m.id as owner_id, m.settlement_currency as currency, v.id
      from makers m cross join lateral (values ('available', m.available_id), ('held', m.held_id)) v(kind, id)
      union all
      select s.id::text, 'store_' || v.kind, s.store_id, s.currency, v.id
      from store_accounts s
      cross join lateral (values ('available', s.available_id), ('frozen', s.frozen_id), ('excess', s.excess_id)) v(kind, id)
    ) o left join accounts a on a.id = o.id
    where (a.kind, a.owner_id, a.currency) is distinct from (o.kind, o.owner_id, o.currency)`,
} as const;

/** Adds everything up from the beginning. Behind a sealed page its balances stand for that. */
export const balanceLaw = 'a balance equals the sum of its transfers';
const balancesFollow = `
    select a.id::text, 'balance ' || a.balance || ', transfers ' || coalesce(t.total, 0)
    from accounts a left join (
      select account_id, sum(amount) as total from (
        select credit_id as account_id, amount from transfers
        union all select debit_id, -amount from transfers
      ) moves group by account_id
    ) t on t.account_id = a.id
    where a.balance <> coalesce(t.total, 0)`;

/** Whether a leg of a transfer is an account of the deal's maker `d`, of the store of its invoice or withdrawal, or of the service. */
const isOfItsOwner = (leg: string) => `(case split_part(${leg}.kind, '_', 1)
  when 'maker' then d.maker_id when 'store' then coalesce(w.store_id, i.store_id) else 0 end = ${leg}.owner_id)`;

/** Of subjects that transfers are about: asked of those that a page has touched, or of all. */
const subjectLaws: Readonly<Record<string, SubjectLaw>> = {
  'a transfer stays within one currency, between accounts that exist': {
    about: 'transfers',
    text: (of) => `
    select t.subject_id::text, t.kind
    from transfers t left join accounts d on d.id = t.debit_id left join accounts c on c.id = t.credit_id
    where ${of('t.subject_id')}
      and (d.currency is distinct from t.currency or c.currency is distinct from t.currency)`,
  },

  'money moves between accounts of its maker, its store and the service': {
    about: 'transfers',
    text: (of, { deals, invoices }) => `
    select x.subject_id::text, x.kind || ' from ' || coalesce(f.kind || ' ' || f.owner_id, 'nobody') || ' to '
      || coalesce(c.kind || ' ' || c.owner_id, 'nobody') || '; maker ' || coalesce(d.maker_id::text, 'none') || ', store '
      || coalesce(w.store_id, i.store_id, 0)
    from transfers x left join accounts f on f.id = x.debit_id left join accounts c on c.id = x.credit_id
    left join withdrawals w on w.id = x.subject_id
    left join dispute_facts r on r.decision_id = x.subject_id
    left join ${deals} d on d.id = coalesce(r.deal_id, x.subject_id)
    left join ${invoices} i on i.id = d.invoice_id
    where ${of('x.subject_id')} and not coalesce(is_known_move(x.kind, f.kind, c.kind) and case
      when x.kind in ('top_up', 'pay_back') then true
      -- Comes from a credit of any kind: the law of debts looks at it.
      when x.kind = 'debt_pay' then f.owner_id = c.owner_id
      -- It has left the living, or its month lies in a file: the scrubber asks again, everywhere.
      when w.id is null and d.id is null then exists (select from deals a where a.id = coalesce(r.deal_id, x.subject_id)
        union all select from detached_ids a where a.id = coalesce(r.deal_id, x.subject_id))
      else case split_part(x.kind, '_', 1)
          when 'withdrawal' then w.id is not null
          when 'correction' then d.type = 'in' and r.deal_id is not null
          when 'maker' then true
          when 'store' then true
          when 'excess' then d.type = case when x.kind in ('excess_keep', 'excess_fee', 'excess_reward') then 'in' else 'out' end
          else 'pay' || d.type = split_part(x.kind, '_', 1) end
        and ${isOfItsOwner('f')} and ${isOfItsOwner('c')}
    end, false)`,
  },

  'money for a payin comes to a requisite of its maker': {
    about: 'payins',
    text: (of, { deals }) => `
    select d.id::text, 'maker ' || d.maker_id || ', requisite ' || r.id || ' of maker ' || r.maker_id
    from (
      select id as deal_id, requisite_id from ${deals} where ${of('id')}
      union all select deal_id, requisite_id from arrivals where ${of('deal_id')}
    ) n join ${deals} d on d.id = n.deal_id join requisites r on r.id = n.requisite_id
    where d.type = 'in' and r.maker_id <> d.maker_id`,
  },

  'a debt grows by what the service bears for its owner, and falls by credits of its owner alone': {
    about: 'transfers',
    text: (of) => `
    select t.subject_id::text, t.kind
    from transfers t join accounts d on d.id = t.debit_id join accounts c on c.id = t.credit_id
    where ${of('t.subject_id')} and case
      when t.kind in ('maker_loss', 'store_loss') then d.debt_of is distinct from c.id
      when t.kind = 'debt_pay' then c.debt_of is distinct from d.id
      else d.debt_of is not null or c.debt_of is not null end`,
  },

  'refunds that are paid or on their way never exceed what came': {
    about: 'invoices',
    text: (of, { invoices }) => `
    select i.id::text, 'received ' || coalesce(i.received_from_taker, i.part_sum, 0) || ', refunded ' || r.total
    from (
      select r.invoice_id, coalesce(sum(r.sum) filter (where r.excess_of is null), 0) as total
      from refunds r join ${invoices} p on p.id = r.payout_id
      where r.invoice_id in (
          select o.invoice_id from refunds o where ${of('o.invoice_id')}
          union select o.invoice_id from refunds o where ${of('o.payout_id')})
        and case when p.status = 'dispute' then p.disputed_from else p.status end in ('new', 'paid')
      group by r.invoice_id
    ) r join ${invoices} i on i.id = r.invoice_id
    where r.total > coalesce(i.received_from_taker, i.part_sum, 0)`,
  },

  'each payin deal has its whole set of transfers, once': {
    about: 'payins',
    text: (of, { deals }) => `
    select d.id::text, d.status || ': holds ' || coalesce(t.held, 0) || ', settled ' || coalesce(t.settled, 0) + coalesce(c.total, 0)
    from ${deals} d
    left join (
      select subject_id,
        sum(case when kind in ('payin_hold', 'payin_rehold', 'payin_extend') then amount
          when kind in ('payin_release', 'payin_reduce', 'payin_settle', 'payin_fee', 'payin_reward', 'payin_excess') then -amount
          else 0 end) as held,
        sum(case when kind in ('payin_settle', 'payin_fee', 'payin_reward', 'excess_keep', 'excess_fee', 'excess_reward') then amount
          else 0 end) as settled
      from transfers where ${of('subject_id')} group by subject_id
    ) t on t.subject_id = d.id
    left join (
      select f.deal_id, sum(case when a.kind = 'maker_available' then x.amount else -x.amount end) as total
      from dispute_facts f join transfers x on x.subject_id = f.decision_id
          and x.kind in ('correction_sum', 'correction_fee')
        join accounts a on a.id = x.debit_id
      where ${of('f.deal_id')} group by f.deal_id
    ) c on c.deal_id = d.id
    where ${of('d.id')} and d.type = 'in' and not case
      when ${holdsNow} then coalesce(t.held, 0) = d.maker_sum and coalesce(t.settled, 0) = 0
      when ${isSettled} then coalesce(t.held, 0) = 0 and coalesce(t.settled, 0) + coalesce(c.total, 0) = d.maker_sum
      else coalesce(t.held, 0) = 0 and coalesce(t.settled, 0) + coalesce(c.total, 0) = 0
    end`,
  },

  'each payout deal has its whole set of transfers, once': {
    about: 'payouts',
    text: (of, { deals }) => `
    select d.id::text, d.status || ': frozen ' || coalesce(t.frozen, 0) || ', paid ' || coalesce(t.paid, 0)
    from ${deals} d left join (
      select subject_id,
        sum(case when kind in ('payout_freeze', 'payout_reverse', 'payout_fee_reverse', 'payout_reward_reverse') then amount
          when kind in ('payout_release', 'payout_pay', 'payout_fee', 'payout_reward') then -amount else 0 end) as frozen,
        sum(case when kind in ('payout_pay', 'payout_fee', 'payout_reward') then amount
          when kind in ('payout_reverse', 'payout_fee_reverse', 'payout_reward_reverse') then -amount else 0 end) as paid
      from transfers where ${of('subject_id')} group by subject_id
    ) t on t.subject_id = d.id
    where ${of('d.id')} and d.type = 'out' and d.maker_sum > 0 and not coalesce(case
      when ${holdsNow} then t.frozen = d.maker_sum + d.fee_sum and t.paid = 0
      when ${isSettled} then t.frozen = 0 and t.paid = d.maker_sum + d.fee_sum
      else t.frozen = 0 and t.paid = 0
    end, false)`,
  },

  'the fee of each deal is the reward of its maker and the income of the service': {
    about: 'deals',
    text: (of, { deals }) => `
    select d.id::text, d.status || ': fee ' || d.fee_sum || ', reward ' || d.reward_sum
      || '; to the service ' || coalesce(t.income, 0) || ', to the maker ' || coalesce(t.reward, 0)
    from ${deals} d left join (
      select coalesce(f.deal_id, x.subject_id) as deal_id,
        sum(case when x.kind in ('payin_fee', 'payout_fee', 'excess_fee') then x.amount
          when x.kind = 'payout_fee_reverse' then -x.amount
          when x.kind in ('correction_fee', 'correction_reward') and c.kind = 'fees' then x.amount
          when x.kind in ('correction_fee', 'correction_reward') then -x.amount else 0 end) as income,
        sum(case when x.kind in ('payin_reward', 'payout_reward', 'excess_reward') then x.amount
          when x.kind = 'payout_reward_reverse' then -x.amount
          when x.kind = 'correction_reward' and c.kind = 'fees' then -x.amount
          when x.kind = 'correction_reward' then x.amount else 0 end) as reward
      from transfers x join accounts c on c.id = x.credit_id left join dispute_facts f
        on f.decision_id = x.subject_id and ${of('f.deal_id')}
      where ${of('x.subject_id')} and x.kind in ('payin_fee', 'payin_reward', 'payout_fee', 'payout_reward', 'payout_fee_reverse',
        'payout_reward_reverse', 'correction_fee', 'correction_reward', 'excess_fee', 'excess_reward')
      group by 1
    ) t on t.deal_id = d.id
    where ${of('d.id')} and case when ${isSettled}
      then coalesce(t.reward, 0) <> d.reward_sum or coalesce(t.income, 0) + coalesce(t.reward, 0) <> d.fee_sum
      else coalesce(t.reward, 0) <> 0 or coalesce(t.income, 0) <> 0 end`,
  },

  'a matched arrival has paid its deal, and no other one has': {
    about: 'payins',
    text: (of, { deals }) => `
    select a.deal_id::text, count(*) || ' matched, deal ' || coalesce(d.status, 'missing')
    from arrivals a left join ${deals} d on d.id = a.deal_id
    where ${of('a.deal_id')} and a.status = 'matched' and (d.id is not null or not exists (
      select from deals x where x.id = a.deal_id union all select from detached_ids x where x.id = a.deal_id))
    group by a.deal_id, d.status, d.dispute having count(*) > 1 or not coalesce(${isSettled}, false)`,
  },

  'a deal that an arrival has paid is worth what came': {
    about: 'payins',
    text: (of, { deals }) => `
    select a.deal_id::text, 'came ' || a.amount || ', counted ' || coalesce(d.received_amount, d.amount) || ' and apart '
      || coalesce(e.sum, 0)
    from arrivals a join ${deals} d on d.id = a.deal_id left join excesses e on e.deal_id = d.id and e.kept_at is null
    where ${of('a.deal_id')} and a.status = 'matched' and d.status = 'completed' and d.dispute is null
      and a.amount <> coalesce(d.received_amount, d.amount) + coalesce(e.sum, 0)`,
  },

  'a payin has received what its paid deals brought, each counted once': {
    about: 'invoices',
    text: (of, { deals, invoices }) => `
    select i.id::text, i.status || ': received ' || coalesce(i.received_from_taker, 0) || ', parts '
      || coalesce(i.part_sum, 0) || ', deals ' || s.total
    from ${invoices} i join (
      select d.invoice_id, sum(coalesce(d.received_amount, d.amount)) as total from ${deals} d
      where ${of('d.invoice_id')} and d.type = 'in' and ${isSettled} group by d.invoice_id
    ) s on s.invoice_id = i.id
    where s.total <> case when coalesce(i.disputed_from, i.status) = 'paid' then coalesce(i.received_from_taker, 0)
      else coalesce(i.part_sum, 0) end`,
  },

  'an invoice shows the sums of the deals that its money came by': {
    about: 'invoices',
    text: (of, { deals, invoices }) => `
    select i.id::text, i.status || ': received ' || coalesce(i.received_from_taker, 0) || ', maker '
      || coalesce(i.received_from_maker, 0) || ', fee ' || coalesce(i.service_fee, 0) || ', payout ' || coalesce(i.payout_sum, 0)
      || '; deals ' || coalesce(s.received, 0) || ', ' || coalesce(s.maker, 0) || ', ' || coalesce(s.fee, 0)
    from ${invoices} i left join (
      -- A receipt stands for the sums of its deal, until they have come.
      select d.invoice_id, sum(coalesce(d.received_amount, d.amount)) as received, sum(d.maker_sum) as maker, sum(d.fee_sum) as fee,
        bool_or(d.status = 'transfer_confirmed') as has_receipt
      from ${deals} d where ${of('d.invoice_id')} and d.status in ('completed', 'transfer_confirmed') group by d.invoice_id
    ) s on s.invoice_id = i.id
    where ${of('i.id')} and i.status <> 'dispute' and not coalesce(case
      when i.status = 'paid' or s.has_receipt then (i.amount, i.received_from_taker, i.received_from_maker, i.service_fee, i.payout_sum)
        = (s.received, s.received, s.maker, s.fee, case i.type when 'in' then s.maker - s.fee else s.maker end)
      else coalesce(i.received_from_taker, i.received_from_maker, i.service_fee, i.payout_sum) is null
    end, false)`,
  },

  'what payers sent too much stands apart until it is returned or kept, and then nothing is left of it': {
    about: 'invoices',
    text: (of, { deals, invoices }) => `
    select e.deal_id::text, 'apart ' || e.held_sum || ': came ' || c.total || ', kept ' || k.total || ', went back '
      || b.went || ' of ' || b.due
    from excesses e
    cross join lateral (
      select coalesce(sum(case when a.kind = 'store_excess' then -x.amount else x.amount end), 0) as total
      from (
        select e.deal_id as id
        union all select f.decision_id from dispute_facts f where f.deal_id = e.deal_id and f.decision_id is not null
      ) s join transfers x on x.subject_id = s.id and x.kind in ('payin_excess', 'correction_excess')
        join accounts a on a.id = x.debit_id
    ) c
    cross join lateral (
      select coalesce(sum(x.amount), 0) as total from transfers x
      where x.subject_id = e.deal_id and x.kind in ('excess_keep', 'excess_fee', 'excess_reward')
    ) k
    cross join lateral (
      select coalesce(sum(r.went), 0) as went, coalesce(sum(r.due), 0) as due from (
        select (
            select coalesce(sum(case when x.kind in ('excess_return', 'excess_rest') then x.amount
              when x.kind in ('excess_back', 'excess_rest_reverse') then -x.amount else 0 end), 0)
            from ${deals} d join transfers x on x.subject_id = d.id where d.invoice_id = p.id
          ) as went,
          case case when p.status = 'dispute' then p.disputed_from else p.status end
            when 'paid' then p.from_excess when 'new' then least(p.from_excess, f.maker_sum + f.fee_sum) else 0 end as due
        from refunds o join ${invoices} p on p.id = o.payout_id join ${deals} f on f.invoice_id = p.id and f.ordinal = 1
        where o.excess_of = e.deal_id
      ) r
    ) b
    where e.deal_id in (
        select o.deal_id from excesses o where ${of('o.invoice_id')}
        union select o.excess_of from refunds o where o.excess_of is not null and ${of('o.payout_id')})
      and (c.total <> e.held_sum or b.went <> b.due
        or k.total <> case when e.kept_at is null then 0 else e.held_sum end
        or b.due > case when e.kept_at is null then e.held_sum else 0 end)
    union all
    select d.id::text, 'nobody knows of what stands apart for it'
    from ${deals} d join transfers x on x.subject_id = d.id and x.kind = 'payin_excess'
      left join excesses e on e.deal_id = d.id
    where ${of('d.invoice_id')} and e.deal_id is null`,
  },

  'each withdrawal has its whole set of transfers, once': {
    about: 'withdrawals',
    text: (of) => `
    select w.id::text, w.status || ', sum ' || w.sum || ', fee ' || w.fee || ': ' || coalesce(t.moves::text, 'none')
    from withdrawals w
    left join store_accounts s on s.id = w.account_id and s.store_id = w.store_id and s.currency = w.currency
    left join (
      select subject_id, currency, array_agg(kind || ' ' || amount order by kind) as moves from transfers
      where ${of('subject_id')} group by subject_id, currency
    ) t on t.subject_id = w.id and t.currency = s.currency
    where ${of('w.id')} and not coalesce(t.moves = array_remove(case
      when w.status in (2, 3) then array['withdrawal_freeze ' || w.sum + w.fee]
      when w.status = 5 then array['withdrawal_freeze ' || w.sum + w.fee, 'withdrawal_release ' || w.sum + w.fee]
      else array['withdrawal_fee ' || nullif(w.fee, 0), 'withdrawal_freeze ' || w.sum + w.fee, 'withdrawal_send ' || w.sum]
    end, null), false)`,
  },

  'an invoice has one active deal at most, and none when it has ended': {
    about: 'invoices',
    text: (of, { deals, invoices }) => `
    select i.id::text, i.status || ' with ' || o.total
    from (
      select d.invoice_id, count(*) filter (where ${isActive}) as total from ${deals} d where ${of('d.invoice_id')}
      group by d.invoice_id having bool_or(${isActive})
    ) o join ${invoices} i on i.id = o.invoice_id
    where o.total > 1 or i.status in ('paid', 'canceled', 'expired')`,
  },

  'every status change was notified, in order': {
    about: 'invoices',
    text: (of, { invoices, notifications }) => `
    select i.id::text, 'sequence ' || i.sequence || ', notifications ' || coalesce(n.total, 0)
    from ${invoices} i left join (
      select invoice_id, count(*) as total, max(sequence) as last from ${notifications}
      where ${of('invoice_id')} group by invoice_id
    ) n on n.invoice_id = i.id
    where ${of('i.id')} and (i.sequence <> coalesce(n.total, 0) or i.sequence <> coalesce(n.last, 0)
      or (i.status <> 'new' and i.sequence = 0))`,
  },
};

/**
 * Of transfers `t` those that are not the hold of a payin which has just begun, with the first deal of its invoice: such a hold is what
 * the deal says. Each further transfer of the deal, and each further deal of the invoice, has all laws asked. Most transfers of a busy
 * service are such holds, and this reads one index where the laws read thirty. The scrubber asks the laws themselves, of these as well.
 */
export const noOrdinaryHold = `(t.kind <> 'payin_hold' or (t.subject_id, t.amount, t.debit_id, t.credit_id) not in (
    -- Hashed, and their deals found all at once by their keys, whatever the statistics say of states: the keys lie side by side, so
    -- the index is gone down once and not for each.
    select d.id, d.maker_sum, m.available_id, m.held_id from (
      select d.id, d.type, d.status, d.maker_sum, d.ordinal, d.maker_id from only deals d
      where d.id = any(array(select subject_id from t where kind = 'payin_hold')) offset 0
    ) d join makers m on m.id = d.maker_id
    where d.type = 'in' and d.status in ('new', 'transfer_waiting') and d.ordinal = 1))`;

const asked = (scope: Scope) =>
  Object.fromEntries(Object.entries(subjectLaws).map(([law, { text }]) => [law, text(scope, everywhere)]));

/** All laws, each of everything. */
export const laws: Readonly<Record<string, string>> = {
  ...openLaws,
  [balanceLaw]: balancesFollow,
  ...asked(everything),
};

interface TouchedLaw {
  readonly about: LawSubject;
  readonly query: string;
  /** Of subjects that were touched just now. */
  readonly queryOfLiving: string;
}

export const touchedLaws: Readonly<Record<string, TouchedLaw>> = Object.fromEntries(
  Object.entries(subjectLaws).map(([law, { about, text }]) => [
    law,
    { about, query: text(touched, everywhere), queryOfLiving: text(touched, amongTheLiving) },
  ]),
);
export const steadyLaws: Readonly<Record<string, string>> = openLaws;
