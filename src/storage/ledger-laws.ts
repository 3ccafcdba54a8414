import type pg from 'pg';
import { breakOff } from './connection.ts';
import { isOpenWithdrawal } from './rows/withdrawal-rows.ts';
import { onWatchedConnection } from './watched.ts';

/**
 * The laws of the books, each a query for what breaks it. An empty answer is the proof. Each is one statement and
 * so sees one snapshot: they can be checked while money moves.
 */
interface Violation {
  readonly law: string;
  readonly subject: string;
  readonly detail: string;
}

/** A deal that holds money now: it runs, or it is disputed and ran when the dispute began. */
const holdsNow = `(d.status in ('new', 'transfer_waiting', 'transfer_confirmed')
  or (d.status = 'dispute' and d.dispute->>'from' in ('new', 'transfer_waiting', 'transfer_confirmed')))`;

const isSettled = `(d.status = 'completed' or (d.status = 'dispute' and d.dispute->>'from' = 'completed'))`;

export const laws: Readonly<Record<string, string>> = {
  'the sum of all balances of a currency is zero': `
    select currency, 'sum ' || sum(balance) from accounts group by currency having sum(balance) <> 0`,

  'a balance equals the sum of its transfers': `
    select a.id::text, 'balance ' || a.balance || ', transfers ' || coalesce(t.total, 0)
    from accounts a left join (
      select account_id, sum(amount) as total from (
        select credit_id as account_id, amount from transfers
        union all select debit_id, -amount from transfers
      ) moves group by account_id
    ) t on t.account_id = a.id
    where a.balance <> coalesce(t.total, 0)`,

  'a transfer stays within one currency, between accounts that exist': `
    select t.subject_id::text, t.kind
    from transfers t left join accounts d on d.id = t.debit_id left join accounts c on c.id = t.credit_id
    where d.currency is distinct from t.currency or c.currency is distinct from t.currency`,

  'what a maker holds equals the open payin deals': `
    select m.id::text, 'held ' || a.balance || ', deals ' || coalesce(o.total, 0)
    from makers m join accounts a on a.id = m.held_id left join (
      select d.maker_id, sum(d.maker_sum) as total from deals d where d.type = 'in' and ${holdsNow} group by d.maker_id
    ) o on o.maker_id = m.id
    where a.balance <> coalesce(o.total, 0)`,

  'refunds that are paid or on their way never exceed what came': `
    select i.id::text, 'received ' || coalesce(i.received_from_taker, 0) || ', refunded ' || r.total
    from (
      select r.invoice_id, sum(r.sum) as total from refunds r join invoices p on p.id = r.payout_id
      where case when p.status = 'dispute' then p.disputed_from else p.status end in ('new', 'paid')
      group by r.invoice_id
    ) r join invoices i on i.id = r.invoice_id
    where r.total > coalesce(i.received_from_taker, 0)`,

  'what a store has frozen equals its open payouts and withdrawals': `
    select s.id::text, 'frozen ' || a.balance || ', open ' || coalesce(p.total, 0) + coalesce(w.total, 0)
    from store_accounts s join accounts a on a.id = s.frozen_id
    left join (
      select i.store_id, st.settlement_currency, sum(d.maker_sum + d.fee_sum) as total
      from deals d join invoices i on i.id = d.invoice_id join stores st on st.id = i.store_id
      where d.type = 'out' and ${holdsNow} group by i.store_id, st.settlement_currency
    ) p on p.store_id = s.store_id and p.settlement_currency = s.currency
    left join (
      select account_id, sum(sum + fee) as total from withdrawals w where ${isOpenWithdrawal('w')} group by account_id
    ) w on w.account_id = s.id
    where a.balance <> coalesce(p.total, 0) + coalesce(w.total, 0)`,

  'each payin deal has its whole set of transfers, once': `
    select d.id::text, d.status || ': holds ' || coalesce(t.held, 0) || ', settled ' || coalesce(t.settled, 0) + coalesce(c.total, 0)
    from deals d
    left join (
      select subject_id,
        sum(case when kind in ('payin_hold', 'payin_rehold', 'payin_extend') then amount
          when kind in ('payin_release', 'payin_reduce', 'payin_settle', 'payin_fee', 'payin_reward') then -amount
          else 0 end) as held,
        sum(case when kind in ('payin_settle', 'payin_fee', 'payin_reward') then amount else 0 end) as settled
      from transfers group by subject_id
    ) t on t.subject_id = d.id
    left join (
      select f.deal_id, sum(case when a.kind = 'maker_available' then x.amount else -x.amount end) as total
      from dispute_facts f join transfers x on x.subject_id = f.decision_id and x.kind <> 'correction_reward'
        join accounts a on a.id = x.debit_id
      group by f.deal_id
    ) c on c.deal_id = d.id
    where d.type = 'in' and not case
      when ${holdsNow} then coalesce(t.held, 0) = d.maker_sum and coalesce(t.settled, 0) = 0
      when ${isSettled} then coalesce(t.held, 0) = 0 and coalesce(t.settled, 0) + coalesce(c.total, 0) = d.maker_sum
      else coalesce(t.held, 0) = 0 and coalesce(t.settled, 0) + coalesce(c.total, 0) = 0
    end`,

  'each payout deal has its whole set of transfers, once': `
    select d.id::text, d.status || ': frozen ' || coalesce(t.frozen, 0) || ', paid ' || coalesce(t.paid, 0)
    from deals d left join (
      select subject_id,
        sum(case when kind in ('payout_freeze', 'payout_reverse', 'payout_fee_reverse', 'payout_reward_reverse') then amount
          when kind in ('payout_release', 'payout_pay', 'payout_fee', 'payout_reward') then -amount else 0 end) as frozen,
        sum(case when kind in ('payout_pay', 'payout_fee', 'payout_reward') then amount
          when kind in ('payout_reverse', 'payout_fee_reverse', 'payout_reward_reverse') then -amount else 0 end) as paid
      from transfers group by subject_id
    ) t on t.subject_id = d.id
    where d.type = 'out' and d.maker_sum > 0 and not coalesce(case
      when ${holdsNow} then t.frozen = d.maker_sum + d.fee_sum and t.paid = 0
      when ${isSettled} then t.frozen = 0 and t.paid = d.maker_sum + d.fee_sum
      else t.frozen = 0 and t.paid = 0
    end, false)`,

  'the fee of each deal is the reward of its maker and the income of the service': `
    select d.id::text, d.status || ': fee ' || d.fee_sum || ', reward ' || d.reward_sum
      || '; to the service ' || coalesce(t.income, 0) || ', to the maker ' || coalesce(t.reward, 0)
    from deals d left join (
      select coalesce(f.deal_id, x.subject_id) as deal_id,
        sum(case when x.kind in ('payin_fee', 'payout_fee') then x.amount
          when x.kind = 'payout_fee_reverse' then -x.amount
          when x.kind in ('correction_fee', 'correction_reward') and c.kind = 'fees' then x.amount
          when x.kind in ('correction_fee', 'correction_reward') then -x.amount else 0 end) as income,
        sum(case when x.kind in ('payin_reward', 'payout_reward') then x.amount
          when x.kind = 'payout_reward_reverse' then -x.amount
          when x.kind = 'correction_reward' and c.kind = 'fees' then -x.amount
          when x.kind = 'correction_reward' then x.amount else 0 end) as reward
      from transfers x join accounts c on c.id = x.credit_id left join dispute_facts f on f.decision_id = x.subject_id
      where x.kind in ('payin_fee', 'payin_reward', 'payout_fee', 'payout_reward', 'payout_fee_reverse',
        'payout_reward_reverse', 'correction_fee', 'correction_reward')
      group by 1
    ) t on t.deal_id = d.id
    where case when ${isSettled}
      then coalesce(t.reward, 0) <> d.reward_sum or coalesce(t.income, 0) + coalesce(t.reward, 0) <> d.fee_sum
      else coalesce(t.reward, 0) <> 0 or coalesce(t.income, 0) <> 0 end`,

  'a matched arrival has paid its deal, and no other one has': `
    select a.deal_id::text, count(*) || ' matched, deal ' || coalesce(d.status, 'missing')
    from arrivals a left join deals d on d.id = a.deal_id
    where a.status = 'matched' group by a.deal_id, d.status, d.dispute
    having count(*) > 1 or not coalesce(${isSettled}, false)`,

  'each withdrawal has its whole set of transfers, once': `
    select w.id::text, w.status || ': ' || coalesce(t.kinds::text, 'none')
    from withdrawals w left join (
      select subject_id, array_agg(kind order by kind) as kinds from transfers group by subject_id
    ) t on t.subject_id = w.id
    where not coalesce(case w.status
      when 2 then t.kinds = array['withdrawal_freeze']
      when 3 then t.kinds = array['withdrawal_freeze']
      when 5 then t.kinds = array['withdrawal_freeze', 'withdrawal_release']
      else t.kinds @> array['withdrawal_freeze', 'withdrawal_send']
    end, false)`,

  'a requisite counts the deals that run on it': `
    select l.requisite_id::text, 'counted ' || l.active_deals || ', running ' || coalesce(o.total, 0)
    from requisite_loads l left join (
      select d.requisite_id, count(*) as total from deals d where d.type = 'in' and ${holdsNow} group by d.requisite_id
    ) o on o.requisite_id = l.requisite_id
    where l.active_deals <> coalesce(o.total, 0)`,

  'an invoice has one active deal at most, and none when it has ended': `
    select i.id::text, i.status || ' with ' || count(*)
    from invoices i join deals d on d.invoice_id = i.id
    where d.status in ('new', 'transfer_waiting', 'transfer_confirmed', 'dispute')
    group by i.id, i.status
    having count(*) > 1 or i.status in ('paid', 'canceled', 'expired')`,

  'every status change was notified, in order': `
    select i.id::text, 'sequence ' || i.sequence || ', notifications ' || coalesce(n.total, 0)
    from invoices i left join (
      select invoice_id, count(*) as total, max(sequence) as last from notifications group by invoice_id
    ) n on n.invoice_id = i.id
    where i.sequence <> coalesce(n.total, 0) or i.sequence <> coalesce(n.last, 0)
      or (i.status <> 'new' and i.sequence = 0)`,
};

/** Enough to see what is wrong; a broken book needs a person, not a list of a million rows. */
const violationsMaxPerLaw = 10;

/** What a check of all laws found. */
export interface LawsReport {
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly laws: readonly LawReport[];
  readonly violations: readonly Violation[];
}

interface LawReport {
  readonly law: string;
  readonly durationMs: number;
  readonly violations: readonly Violation[];
}

/**
 * Checks all laws on a connection of its own, which no time limit of the service's other statements ends. Each law is one
 * statement and so one snapshot: that is enough, as no law compares what another one read, and it spares the database
 * one long transaction that would keep dead rows alive while money moves.
 */
export async function checkLaws(
  connectionString: string,
  options: { readonly checked?: (law: LawReport) => void; readonly signal?: AbortSignal } = {},
): Promise<LawsReport> {
  const startedAtMs = Date.now();
  const startedMs = performance.now();
  const reports: LawReport[] = [];
  await onWatchedConnection(connectionString, async (client) => {
    // Ends the check in the middle of a law.
    const end = () => breakOff(client);
    options.signal?.addEventListener('abort', end, { once: true });
    try {
      await client.query(`set work_mem = '${workMemory}'`);
      for (const [law, query] of Object.entries(laws)) {
        const report = await checkLaw(client, law, query);
        options.checked?.(report);
        reports.push(report);
      }
    } finally {
      options.signal?.removeEventListener('abort', end);
    }
  });
  const violations = reports.flatMap((report) => report.violations);
  return { startedAtMs, durationMs: performance.now() - startedMs, laws: reports, violations };
}

/** The laws join whole tables; with the default of 4 MB that goes through temporary files. */
const workMemory = '64MB';

async function checkLaw(client: pg.Client, law: string, query: string): Promise<LawReport> {
  const startedMs = performance.now();
  const { rows } = await client.query({ text: limited(query), rowMode: 'array' });
  const violations = rows.map(([subject, detail]): Violation => ({ law, subject, detail }));
  return { law, durationMs: performance.now() - startedMs, violations };
}

/** The same on a connection of the pool and in one snapshot: for tests and benchmarks. */
export async function findViolations(pool: pg.Pool): Promise<Violation[]> {
  const client = await pool.connect();
  const violations: Violation[] = [];
  try {
    await client.query('begin isolation level repeatable read read only');
    // Whole tables are read here: the opposite of what these connections are set up for.
    await client.query(
      'set local statement_timeout = 0; set local enable_seqscan = on; set local enable_hashjoin = on; set local enable_mergejoin = on',
    );
    for (const [law, query] of Object.entries(laws)) {
      const { rows } = await client.query({ text: limited(query), rowMode: 'array' });
      for (const [subject, detail] of rows) violations.push({ law, subject, detail });
    }
    await client.query('commit');
    client.release();
    return violations;
  } catch (error) {
    // With its transaction open it is of no use to anybody.
    client.release(true);
    throw error;
  }
}

function limited(query: string): string {
  return `select * from (${query}) v(subject, detail) limit ${violationsMaxPerLaw}`;
}
