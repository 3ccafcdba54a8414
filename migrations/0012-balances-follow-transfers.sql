-- A balance is what the transfers of its account add up to. Until now the program kept it so and a check looked afterwards;
-- from here on the database adds each new transfer to its two balances itself, and lets nothing else change them.

-- The accounts that each kind of transfer moves money between: from the debited to the credited one.
create function is_known_move(kind text, debited text, credited text) returns boolean language sql immutable as $$
  select case kind
    when 'top_up' then debited = 'external' and credited in ('store_available', 'maker_available')
    when 'pay_back' then debited = 'maker_available' and credited = 'external'
    when 'payin_hold' then debited = 'maker_available' and credited = 'maker_held'
    when 'payin_rehold' then debited = 'maker_available' and credited = 'maker_held'
    when 'payin_extend' then debited = 'maker_available' and credited = 'maker_held'
    when 'payin_reduce' then debited = 'maker_held' and credited = 'maker_available'
    when 'payin_release' then debited = 'maker_held' and credited = 'maker_available'
    when 'payin_settle' then debited = 'maker_held' and credited = 'store_available'
    when 'payin_fee' then debited = 'maker_held' and credited = 'fees'
    when 'payout_freeze' then debited = 'store_available' and credited = 'store_frozen'
    when 'payout_release' then debited = 'store_frozen' and credited = 'store_available'
    when 'payout_pay' then debited = 'store_frozen' and credited = 'maker_available'
    when 'payout_fee' then debited = 'store_frozen' and credited = 'fees'
    when 'withdrawal_freeze' then debited = 'store_available' and credited = 'store_frozen'
    when 'withdrawal_release' then debited = 'store_frozen' and credited = 'store_available'
    when 'withdrawal_send' then debited = 'store_frozen' and credited = 'external'
    when 'withdrawal_fee' then debited = 'store_frozen' and credited = 'fees'
    when 'correction_sum' then (debited, credited) in
      (('maker_available', 'store_available'), ('store_available', 'maker_available'))
    when 'correction_fee' then (debited, credited) in (('maker_available', 'fees'), ('fees', 'maker_available'))
    else false
  end
$$;

-- Once for each statement, over all its rows. A batch has many transfers between few accounts, so these are looked up
-- once per pair; foreign keys would look up both accounts of every transfer, and leave a lock of every batch that runs on
-- the rows of the service's own accounts. The balances are changed in the order of IDs, as everywhere.
create function move_balances() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select t.kind, t.debit_id, t.credit_id, t.currency into wrong
  from (select distinct kind, debit_id, credit_id, currency from added) t
  left join accounts d on d.id = t.debit_id and d.currency = t.currency
  left join accounts c on c.id = t.credit_id and c.currency = t.currency
  where is_known_move(t.kind, d.kind, c.kind) is not true
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
  return null;
end
$$;

create trigger transfers_move_balances after insert on transfers referencing new table as added
for each statement execute function move_balances();

create function refuse_account_change() returns trigger language plpgsql as $$
begin
  -- A statement that somebody sends fires this trigger at depth 1, the one of move_balances at depth 2.
  if pg_trigger_depth() < 2 then
    raise exception 'a balance changes by transfers only' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create trigger accounts_change_by_transfers before update or truncate on accounts
for each statement execute function refuse_account_change();

-- A currency that nobody has used can be removed, and the service's accounts in it with it.
create function refuse_moved_account() returns trigger language plpgsql as $$
begin
  if exists (select 1 from transfers where debit_id = old.id) or exists (select 1 from transfers where credit_id = old.id) then
    raise exception 'an account that money has moved on stays' using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;

create trigger accounts_moved_on_stay before delete on accounts
for each row execute function refuse_moved_account();

create function refuse_first_balance() returns trigger language plpgsql as $$
begin
  raise exception 'an account begins with a balance of nothing' using errcode = 'restrict_violation';
end
$$;

create trigger accounts_begin_empty before insert on accounts
for each row when (new.balance <> 0) execute function refuse_first_balance();
