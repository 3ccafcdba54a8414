-- How long a maker's proof of a payout waits for somebody to object before it credits the maker.
alter table stores add column payout_hold_ms integer not null default 3600000 check (payout_hold_ms > 0);

-- Payouts with a proof, by the time of the proof: those whose hold has passed are at its beginning.
create index deals_payouts_proven on deals (confirmed_at, id) where type = 'out' and status = 'transfer_confirmed';

-- Two new kinds of transfer: a payout that was credited and had not been paid is taken back.
create or replace function is_known_move(kind text, debited text, credited text) returns boolean language sql immutable as $$
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
    when 'payout_reverse' then debited = 'maker_available' and credited = 'store_frozen'
    when 'payout_fee_reverse' then debited = 'fees' and credited = 'store_frozen'
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
