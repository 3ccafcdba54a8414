-- What one-call.sql calls. Only in databases of the benchmark.
create function bench_create_payin(
  p_internal_id text, p_user_id text, p_amount int8, p_maker_sum int8, p_fee_sum int8, p_requisite int4, p_maker int4,
  p_today int4
) returns uuid language plpgsql as $$
declare
  v_id uuid;
  v_available int4 := 100 + 2 * p_maker;
  v_held int4 := 101 + 2 * p_maker;
  v_now timestamptz := now();
begin
  select i.id into v_id from invoices i
  where i.store_id = 1 and i.internal_id = p_internal_id and i.amount = p_amount and i.currency = 'RUB'
    and i.type = 'in' and i.status = 'new' and i.internal_id is not null and i.internal_id <> '';
  if found then
    return v_id;
  end if;
  perform 1 from requisite_loads l where l.requisite_id = p_requisite for no key update;
  perform 1 from deals d where d.requisite_id = p_requisite and d.amount = p_amount and d.occupies;
  if found then
    raise exception 'the pair is busy';
  end if;
  perform 1 from accounts a where a.id in (v_available, v_held) order by a.id for no key update;
  v_id := uuidv7();
  insert into invoices (id, store_id, internal_id, user_id, type, status, payment_option, payment_method, amount,
    asked_amount, currency, notification_url, notification_token, created_at, expire_at, updated_at, sequence, deal_count,
    holds_name)
  values (v_id, 1, p_internal_id, p_user_id, 'in', 'new', 'TO_CARD', 'sberbank', p_amount,
    p_amount, 'RUB', 'https://shop.example/notify', 'token-of-the-shop', v_now, v_now + interval '1 hour', v_now, 0, 1,
    true);
  insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id, maker_id,
    number, holder, amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies)
  values (v_id, v_id, 1, 'in', 'transfer_waiting', 'TO_CARD', 'sberbank', p_requisite, p_maker,
    '2200000000000004', 'Ivan P.', p_amount, 'RUB', 9550000000, p_maker_sum, p_fee_sum, v_now,
    v_now + interval '15 minutes', true);
  insert into transfers (subject_id, kind, debit_id, credit_id, amount, currency, created_at)
  values (v_id, 'payin_hold', v_available, v_held, p_maker_sum, 'USDT', v_now);
  update requisite_loads l set active_deals = l.active_deals + 1, day = p_today,
    day_sum = case l.day when p_today then l.day_sum else 0 end + p_amount
  where l.requisite_id = p_requisite;
  return v_id;
end
$$;
