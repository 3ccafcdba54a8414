-- The same moves as before, written as a list. The expression of one `when` for each kind was made ready anew for every
-- statement that adds transfers: some 3 % of what a lone create costs the server.
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
    correction_reward: maker_available > fees, correction_reward: fees > maker_available
  }'::text[])
$$;
