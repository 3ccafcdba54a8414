/** A transfer of this kind goes to the same account of another maker or store. */
const creditTo = (owner: 'maker' | 'store') => (kind: string) =>
  `update transfers t set credit_id = o.id from accounts a join accounts o on o.kind = a.kind and o.currency = a.currency
     and o.owner_id <> a.owner_id
   where t.kind = '${kind}' and a.id = t.credit_id and a.kind like '${owner}%'`;

/**
 * Ways to break each law of the books, as no trigger would let anybody do it. A law that finds nothing would let every other
 * test pass, so each has to find all of its own. They are tried one at a time on books that are right.
 */
export const brokenBooks: Readonly<Record<string, readonly string[]>> = {
  'the sum of all balances of a currency is zero': ['update accounts set balance = balance + 1 where id = 11'],
  'who owes the service has nothing to spend: each credit pays the debt first': [
    `insert into accounts (id, kind, owner_id, currency, balance, debt_of) values (990001, 'store_debt', 1, 'USDT', -1, 11)`,
  ],
  'what a maker holds equals the open payin deals': [
    `update deals set maker_sum = maker_sum + 1 where type = 'in' and status = 'transfer_waiting'`,
    `update deals set status = 'canceled' where type = 'in' and status = 'transfer_confirmed'`,
    `update deals set status = 'canceled' where type = 'in' and status = 'dispute'`,
  ],
  'what a store has frozen equals its open payouts and withdrawals': [
    `update deals set fee_sum = fee_sum + 1 where type = 'out' and status = 'new'`,
    'update withdrawals set fee = fee + 1 where status = 2',
    'update withdrawals set status = 5 where status = 2',
  ],
  'a requisite counts the deals that run on it': [
    'update requisite_loads set active_deals = active_deals + 1 where requisite_id = 1',
    `update deals set status = 'canceled' where type = 'in' and status = 'transfer_waiting'`,
  ],
  'the accounts of a maker or store are its own': [
    'update makers set available_id = 999999 where id = 1',
    'update makers set held_id = available_id',
    'update store_accounts set frozen_id = excess_id',
    'update accounts set owner_id = 999999 where id = 12',
  ],
  'a balance equals the sum of its transfers': [
    'update accounts set balance = balance + 1 where id = 11',
    `delete from transfers where kind = 'payin_settle'`,
  ],
  'a transfer stays within one currency, between accounts that exist': [
    `update transfers set currency = 'RUB' where kind = 'payin_settle'`,
    `update transfers set debit_id = 999999 where kind = 'payin_settle'`,
    `update transfers set credit_id = 999999 where kind = 'payin_settle'`,
  ],
  'money moves between accounts of its maker, its store and the service': [
    ...['payin_settle', 'payin_excess', 'excess_keep', 'payout_freeze', 'withdrawal_freeze'].map(creditTo('store')),
    ...['payin_release', 'payout_pay'].map(creditTo('maker')),
    `update transfers set debit_id = (select a.id from accounts a where a.kind = 'maker_available' and a.owner_id = 2)
     where kind = 'payin_hold'`,
    `insert into transfers (subject_id, kind, debit_id, credit_id, amount, currency, created_at)
     values (gen_random_uuid(), 'correction_sum', 102, 11, 1, 'USDT', now())`,
    `insert into transfers (subject_id, kind, debit_id, credit_id, amount, currency, created_at)
     select id, 'correction_sum', 102, 11, 1, 'USDT', now() from deals where type = 'in' and status = 'completed' limit 1`,
    `insert into transfers (subject_id, kind, debit_id, credit_id, amount, currency, created_at)
     select d.id, 'payin_excess', 103, 15, 1, 'USDT', now() from deals d join invoices i on i.id = d.invoice_id
     where d.type = 'out' and d.maker_id = 1 and i.store_id = 1 limit 1`,
    `insert into transfers (subject_id, kind, debit_id, credit_id, amount, currency, created_at)
     values (gen_random_uuid(), 'pay_back', 11, 1, 1, 'USDT', now())`,
  ],
  'money for a payin comes to a requisite of its maker': [
    `update arrivals set requisite_id = (select min(id) from requisites where maker_id <> 1) where status = 'matched'`,
    `update deals set requisite_id = (select min(id) from requisites where maker_id <> 1) where type = 'in' and maker_id = 1`,
  ],
  'a debt grows by what the service bears for its owner, and falls by credits of its owner alone': [
    ...[
      ['maker_loss', 'd.id', '104'],
      ['debt_pay', '104', 'd.id'],
      ['payin_release', '103', 'd.id'],
    ].map(
      ([kind, debit, credit]) => `with d as (insert into accounts (id, kind, owner_id, currency, balance, debt_of)
         values (990001, 'maker_debt', 1, 'USDT', 0, 102) returning id)
       insert into transfers (subject_id, kind, debit_id, credit_id, amount, currency, created_at)
       select gen_random_uuid(), '${kind}', ${debit}, ${credit}, 1, 'USDT', now() from d`,
    ),
  ],
  'refunds that are paid or on their way never exceed what came': [
    `insert into refunds (id, invoice_id, store_id, sum, currency, reason, asked_by, created_at, lapses_at, payout_id)
     select gen_random_uuid(), i.id, i.store_id, i.received_from_taker + 1, i.currency, '', '', now(), now(), p.id
     from invoices i, invoices p where i.type = 'in' and i.status = 'paid' and p.type = 'out' and p.status = 'new' limit 1`,
  ],
  'each payin deal has its whole set of transfers, once': [
    `delete from transfers where kind = 'payin_hold'`,
    `delete from transfers where kind = 'payin_settle'`,
    `delete from transfers where kind = 'payin_fee'`,
    `delete from transfers where kind = 'payin_release'`,
    `update transfers set amount = amount + 1 where kind = 'payin_fee'`,
    `update deals set status = 'transfer_confirmed' where type = 'in' and status = 'completed'`,
    `update deals set status = 'completed' where type = 'in' and status = 'transfer_waiting'`,
  ],
  'each payout deal has its whole set of transfers, once': [
    `delete from transfers where kind = 'payout_freeze'`,
    `delete from transfers where kind = 'payout_pay'`,
    `delete from transfers where kind = 'payout_fee'`,
    `delete from transfers where kind = 'payout_release'`,
    `update deals set status = 'completed' where type = 'out' and status = 'new'`,
    `update deals set status = 'new' where type = 'out' and status = 'completed'`,
  ],
  'the fee of each deal is the reward of its maker and the income of the service': [
    `update deals set fee_sum = fee_sum + 1 where type = 'in' and status = 'completed'`,
    `update deals set reward_sum = 1 where type = 'in' and status = 'completed' and fee_sum > 0`,
    `delete from transfers where kind = 'payin_fee'`,
  ],
  'a matched arrival has paid its deal, and no other one has': [
    `update arrivals set deal_id = (select id from deals where status = 'transfer_waiting') where status = 'matched'`,
    `update arrivals set deal_id = (select deal_id from arrivals where status = 'matched'), status = 'matched'`,
    `delete from deals where id in (select deal_id from arrivals where status = 'matched')`,
  ],
  'a deal that an arrival has paid is worth what came': [
    `update arrivals set amount = amount + 1 where status = 'matched'`,
    `update deals set received_amount = coalesce(received_amount, amount) - 1
     where id in (select deal_id from arrivals where status = 'matched')`,
  ],
  'a payin has received what its paid deals brought, each counted once': [
    `update invoices set received_from_taker = received_from_taker + 1 where type = 'in' and status = 'paid'`,
    `update deals set received_amount = coalesce(received_amount, amount) + 1 where type = 'in' and status = 'completed'`,
  ],
  'an invoice shows the sums of the deals that its money came by': [
    `update invoices set payout_sum = payout_sum + 1 where status = 'paid'`,
    `update invoices set service_fee = service_fee + 1 where status = 'paid' and type = 'out'`,
    `update invoices set received_from_maker = 1 where status = 'paid'`,
    `update invoices set payout_sum = null where status = 'paid'`,
    `update invoices set amount = amount + 1 where status = 'paid' and type = 'out'`,
    `update invoices set payout_sum = 1 where status = 'canceled'`,
    `update invoices set service_fee = service_fee + 1
     where id in (select invoice_id from deals where type = 'in' and status = 'transfer_confirmed')`,
  ],
  'what payers sent too much stands apart until it is returned or kept, and then nothing is left of it': [
    'update excesses set held_sum = held_sum + 1 where kept_at is null',
    'update excesses set kept_at = null where kept_at is not null',
    'update excesses set kept_at = now() where kept_at is null',
    `delete from transfers where kind = 'payin_excess'`,
    `delete from transfers where kind = 'excess_keep'`,
    'delete from excesses',
  ],
  'each withdrawal has its whole set of transfers, once': [
    `delete from transfers where kind = 'withdrawal_freeze'`,
    'update withdrawals set status = 5 where status = 2',
    `update withdrawals set status = 4 where status = 2`,
    `delete from transfers where kind = 'withdrawal_release'`,
    `update withdrawals set sum = fee, fee = sum where status = 4`,
    'update withdrawals set fee = fee + 1 where status = 4',
    'update withdrawals set sum = sum + 1 where status = 5',
    `update transfers t set amount = case t.kind when 'withdrawal_send' then w.fee else w.sum end from withdrawals w
     where w.id = t.subject_id and t.kind in ('withdrawal_send', 'withdrawal_fee')`,
    `update withdrawals set account_id = (select id from store_accounts where store_id <> 1 limit 1)`,
  ],
  'an invoice has one active deal at most, and none when it has ended': [
    `update invoices set status = 'canceled' where status = 'new' and type = 'in'`,
    `update deals set invoice_id = (select invoice_id from deals where type = 'in' and status = 'transfer_waiting')
     where type = 'in' and status = 'transfer_confirmed'`,
  ],
  'every status change was notified, in order': [
    `delete from notifications`,
    'update invoices set sequence = sequence + 1',
    `update invoices set status = 'canceled', sequence = 0 where status = 'new' and sequence = 0`,
    'update notifications set sequence = sequence + 1',
  ],
};
