-- Runs beside: 0121
-- What a maker or a store owes the service, which has borne a loss for it: an account that is below zero until later credits have paid
-- it. It is opened with the first such loss. An earlier release beside this one does not pay debts: crediting a debtor is refused to it.
alter table accounts add column debt_of integer references accounts;
create unique index accounts_debt_of on accounts (debt_of) where debt_of is not null;
alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check check (kind in ('external', 'fees', 'store_available', 'store_frozen',
  'store_excess', 'store_debt', 'maker_available', 'maker_held', 'maker_debt'));
alter table accounts add constraint accounts_debt_check check ((debt_of is not null) = (kind in ('store_debt', 'maker_debt')));
alter table accounts drop constraint accounts_not_overdrawn;
alter table accounts add constraint accounts_not_overdrawn check (kind = 'external'
  or (kind in ('store_debt', 'maker_debt') and balance <= 0) or (kind not in ('store_debt', 'maker_debt') and balance >= 0));
-- Commands look for an account's debt in the catalogue.
create trigger accounts_raise_version after insert on accounts for each statement execute function raise_catalogue_version();

create or replace function is_known_move(kind text, debited text, credited text) returns boolean language sql immutable as $$
  select kind || ': ' || debited || ' > ' || credited = any ('{
    top_up: external > store_available, top_up: external > maker_available,
    pay_back: maker_available > external,
    payin_hold: maker_available > maker_held,
    payin_rehold: maker_available > maker_held,
    payin_extend: maker_available > maker_held,
    payin_reduce: maker_held > maker_available,
    payin_release: maker_held > maker_available,
    payin_settle: maker_held > store_available,
    payin_fee: maker_held > fees,
    payin_reward: maker_held > maker_available,
    payin_excess: maker_held > store_excess,
    payout_freeze: store_available > store_frozen,
    payout_release: store_frozen > store_available,
    payout_pay: store_frozen > maker_available,
    payout_fee: store_frozen > fees,
    payout_reward: store_frozen > maker_available,
    payout_reverse: maker_available > store_frozen,
    payout_fee_reverse: fees > store_frozen,
    payout_reward_reverse: maker_available > store_frozen,
    withdrawal_freeze: store_available > store_frozen,
    withdrawal_release: store_frozen > store_available,
    withdrawal_send: store_frozen > external,
    withdrawal_fee: store_frozen > fees,
    correction_sum: maker_available > store_available, correction_sum: store_available > maker_available,
    correction_fee: maker_available > fees, correction_fee: fees > maker_available,
    correction_reward: maker_available > fees, correction_reward: fees > maker_available,
    correction_excess: maker_available > store_excess, correction_excess: store_excess > maker_available,
    excess_return: store_excess > store_available,
    excess_back: store_available > store_excess,
    excess_rest: store_excess > store_available,
    excess_rest_reverse: store_available > store_excess,
    excess_keep: store_excess > store_available,
    excess_fee: store_excess > fees,
    excess_reward: store_excess > maker_available,
    maker_loss: maker_debt > maker_available,
    store_loss: store_debt > store_available,
    debt_pay: maker_available > maker_debt, debt_pay: store_available > store_debt
  }'::text[])
$$;

create or replace function move_balances() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wrong record;
begin
  select t.kind, t.debit_id, t.credit_id, t.currency into wrong
  from (select distinct kind, debit_id, credit_id, currency from added) t
  left join accounts d on d.id = t.debit_id and d.currency = t.currency
  left join accounts c on c.id = t.credit_id and c.currency = t.currency
  where is_known_move(t.kind, d.kind, c.kind) is not true
    or coalesce(d.debt_of, c.id) <> c.id or coalesce(c.debt_of, d.id) <> d.id
  limit 1;
  if found then
    raise exception 'a % in % cannot go from account % to account %',
      wrong.kind, wrong.currency, wrong.debit_id, wrong.credit_id
      using errcode = 'restrict_violation', table = 'transfers', constraint = 'transfers_known_move';
  end if;
  update accounts a set balance = a.balance + moved.delta
  from (
    select account_id, sum(delta)::bigint as delta
    from (select debit_id, -amount from added union all select credit_id, amount from added) moves(account_id, delta)
    group by account_id order by account_id
  ) moved
  where a.id = moved.account_id;
  -- Who owes has nothing to spend: each credit pays the debt first, in its own transaction.
  select d.id into wrong from accounts d join accounts a on a.id = d.debt_of
  where d.debt_of is not null and d.balance < 0 and a.balance > 0 limit 1;
  if found then
    raise exception 'a credit pays the debt on account % first', wrong.id
      using errcode = 'restrict_violation', table = 'accounts', constraint = 'accounts_debt_first';
  end if;
  return null;
end
$$;

-- How long after its credit a payout may be found not to have been paid: until then the maker is not paid back what it brought.
alter table dispute_rules add column payout_minutes integer not null default 4320
  constraint dispute_rules_payout_minutes_check check (payout_minutes between 0 and 43200);

do $$
declare
  dangers text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'pending_acts_danger_check');
begin
  alter table pending_acts drop constraint pending_acts_danger_check;
  execute 'alter table pending_acts add constraint pending_acts_danger_check '
    || replace(dangers, 'ARRAY[', 'ARRAY[''loss''::text, ');
end
$$;
