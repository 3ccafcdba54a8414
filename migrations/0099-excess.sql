-- What payers have sent too much, where a store keeps that apart. Not beside earlier releases: one that does not know the account
-- would let the payout of a return expire and leave its money with the store.
alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check check (kind in
  ('external', 'fees', 'store_available', 'store_frozen', 'store_excess', 'maker_available', 'maker_held'));

-- One for each account of a store. It is not the store's to spend.
insert into accounts (kind, owner_id, currency) select 'store_excess', store_id, currency from store_accounts order by store_id, currency;
alter table store_accounts add column excess_id integer unique references accounts;
update store_accounts s set excess_id = a.id
  from accounts a where a.kind = 'store_excess' and a.owner_id = s.store_id and a.currency = s.currency;
alter table store_accounts alter column excess_id set not null;

-- counts: an invoice is paid with all that came. apart: with the sum asked for, and the excess is kept for the payer.
alter table stores add column excess text not null default 'counts' check (excess in ('counts', 'apart'));

-- One for each deal that brought too much. What is worth nothing in the settlement currency holds nothing.
create table excesses (
  deal_id uuid primary key references deals,
  invoice_id uuid not null references invoices,
  store_id integer not null references stores,
  -- 0: it turned out that no more came than was asked for.
  sum bigint not null check (sum >= 0),
  currency text not null references currencies,
  held_sum bigint not null check (held_sum >= 0),
  created_at timestamptz not null,
  kept_at timestamptz
);
create index excesses_of_invoice on excesses (invoice_id);
create index excesses_not_kept on excesses (store_id) where kept_at is null;

-- Of a payout that returns an excess: what stood on the account for it.
alter table invoices add column from_excess bigint check (from_excess >= 0);
-- The deal whose excess a refund returns; null: the store gives it.
alter table refunds add column excess_of uuid references excesses;
create index refunds_of_excess on refunds (excess_of) where excess_of is not null;

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
    excess_reward: store_excess > maker_available
  }'::text[])
$$;
