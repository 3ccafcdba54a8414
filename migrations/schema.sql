-- The schema after all migrations. Made by `npm run schema` to be read and compared; it is never run.

CREATE OR REPLACE FUNCTION public.add_automation_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into automation_days (maker_id, day, day_sum) values (new.id, 0, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_phone_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into phone_states (phone_id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_requisite_load()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into requisite_loads (requisite_id) values (new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into second_factors (merchant_id) values (new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.analyze_table(name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  execute format('analyze public.%I', name);
end
$function$;

CREATE OR REPLACE FUNCTION public.archive_bring_back(ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  one date;
  part uuid[];
  total integer := 0;
begin
  for one in select distinct archive_month_of(t.id) from unnest(ids) t(id) order by 1 loop
    -- A month that is being detached is waited for.
    perform from archive_months m where m.month = one and m.detached_at is null for share;
    continue when not found or to_regclass(format('public.%I', archive_table('invoices', one))) is null;
    -- Two who bring back the same come one after the other.
    execute format('select array_agg(t.id) from (select id from %I where id = any($1) order by id for update) t',
      archive_table('invoices', one)) into part using ids;
    continue when part is null;
    perform archive_shift(part, one, true);
    delete from archived_names n using only invoices i
    where i.id = any(part) and n.store_id = i.store_id and n.internal_id = i.internal_id and n.created_at = i.created_at
      and n.id = i.id;
    total := total + cardinality(part);
  end loop;
  return total;
end
$function$;

CREATE OR REPLACE FUNCTION public.archive_first_id(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$function$;

CREATE OR REPLACE FUNCTION public.archive_month_of(id uuid)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select date_trunc('month', to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    at time zone 'UTC')::date
$function$;

CREATE OR REPLACE FUNCTION public.archive_move(before timestamp with time zone, count_max integer, OUT looked integer, OUT moved integer, OUT opened boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  bound timestamptz := least(before,
    now() + coalesce((select max(ahead_ms) from sandbox_clock), 0) * interval '1 millisecond' - interval '30 days');
  after uuid;
  seen uuid[];
  ids uuid[];
  part uuid[];
  one date;
begin
  opened := false;
  select s.after_id into after from archive_state s for update skip locked;
  if not found then return; end if;
  select coalesce(array_agg(t.id order by t.id), '{}') into seen from (
    select i.id from only invoices i where i.id > after and i.id < archive_first_id(bound) order by i.id limit count_max
  ) t;
  looked := cardinality(seen);
  -- Whoever acts on an invoice has it locked: it is left for the next round.
  select coalesce(array_agg(t.id), '{}') into ids from (
    select i.id from only invoices i
    where i.id = any(seen) and i.status in ('paid', 'canceled', 'expired') and i.updated_at < bound
      and not exists (select from archive_months m where m.month = archive_month_of(i.id) and m.detached_at is not null)
      and not exists (select from only deals d where d.invoice_id = i.id and (
        d.status not in ('completed', 'canceled', 'expired') or (d.occupies and (d.rests_until > bound) is not false)
        or exists (select from arrivals a where a.deal_id = d.id and a.status = 'held')
        or exists (select from dispute_calls c where c.deal_id = d.id)
        or exists (select from excesses e where e.deal_id = d.id)
        or exists (select from book_faults f where f.subject = d.id::text)))
      and not exists (select from refunds r where r.invoice_id = i.id)
      and not exists (select from refunds r where r.payout_id = i.id)
      and not exists (select from delivery_queue q where q.invoice_id = i.id)
      and not exists (select from book_faults f where f.subject = i.id::text)
    order by i.id for update of i skip locked
  ) t;
  for one in select distinct archive_month_of(t.id) from unnest(ids) t(id)
    where to_regclass(format('public.%I', archive_table('invoices', archive_month_of(t.id)))) is null loop
    perform archive_open_month(one);
    opened := true;
  end loop;
  moved := case when opened then 0 else cardinality(ids) end;
  -- The same are looked at again, and there are more.
  looked := case when opened then count_max else looked end;
  if opened then return; end if;
  update archive_state set after_id = case when looked < count_max then '00000000-0000-0000-0000-000000000000'
    else seen[looked] end, round_ended_at = case when looked < count_max then now() else round_ended_at end;
  if moved = 0 then return; end if;
  update archive_state set moved_before = greatest(moved_before, bound);
  -- A payin that ended so long ago answers no repeat, and its pair has rested: both would be given back to whoever asks next.
  update only invoices set holds_name = false where id = any(ids) and holds_name;
  update only deals set occupies = false where invoice_id = any(ids) and occupies;
  insert into archived_names (store_id, internal_id, id, type, status, asked_amount, currency, created_at, updated_at)
  select store_id, internal_id, id, type, status, asked_amount, currency, created_at, updated_at
  from only invoices where id = any(ids) and internal_id is not null and internal_id <> '';
  for one in select distinct archive_month_of(t.id) from unnest(ids) t(id) loop
    part := array(select t.id from unnest(ids) t(id) where archive_month_of(t.id) = one);
    perform archive_shift(part, one, false);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.archive_open_month(wanted date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  living record;
  reader record;
  first_id uuid := archive_first_id(wanted::timestamp at time zone 'UTC');
  end_id uuid := archive_first_id((wanted + interval '1 month') at time zone 'UTC');
begin
  if to_regclass(format('public.%I', archive_table('invoices', wanted))) is not null then return; end if;
  insert into archive_months (month) values (wanted) on conflict do nothing;
  for living in select * from (values ('invoices', 'id'), ('deals', 'invoice_id'), ('notifications', 'invoice_id'),
      ('delivery_attempts', 'invoice_id')) t(name, key) loop
    execute format('create table %I (like %I including defaults including indexes, check (%I >= %L and %I < %L)) inherits (%I)',
      archive_table(living.name, wanted), living.name, living.key, first_id, living.key, end_id, living.name);
    for reader in select distinct g.grantee::regrole::text as name from pg_class c, aclexplode(c.relacl) g
      where c.oid = living.name::regclass and g.privilege_type = 'SELECT' and g.grantee <> 0 loop
      execute format('grant select on %I to %s', archive_table(living.name, wanted), reader.name);
    end loop;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.archive_shift(ids uuid[], month date, is_back boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  living record;
begin
  for living in select * from (values ('invoices', 'id'), ('deals', 'invoice_id'), ('notifications', 'invoice_id'),
      ('delivery_attempts', 'invoice_id')) t(name, key) loop
    execute format('with gone as (delete from only %I where %I = any($1) returning *)
        insert into %I overriding system value select * from gone',
      case when is_back then archive_table(living.name, month) else living.name end, living.key,
      case when is_back then living.name else archive_table(living.name, month) end) using ids;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.archive_table(living text, month date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'archived_' || living || '_' || lpad(extract(year from month)::text, 4, '0') || '_'
    || lpad(extract(month from month)::text, 2, '0')
$function$;

CREATE OR REPLACE FUNCTION public.archive_take_stock()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  changed record;
begin
  for changed in select s.relname as name from pg_stat_user_tables s join archive_months m on m.detached_at is null
      and s.relname in (archive_table('invoices', m.month), archive_table('deals', m.month),
        archive_table('notifications', m.month), archive_table('delivery_attempts', m.month))
    where s.schemaname = 'public'
      and (s.n_mod_since_analyze > 0 or greatest(s.last_analyze, s.last_autoanalyze) is null) loop
    execute format('analyze %I', changed.name);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.is_known_move(kind text, debited text, credited text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.move_balances()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.raise_catalogue_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update catalogue_version set version = version + 1, epoch = gen_random_uuid();
  perform pg_notify('quittance_catalogue', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.receipts_are_compared()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into receipts_to_compare (id, sha256, kept_at) select id, sha256, kept_at from added;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_account_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A statement that somebody sends fires this trigger at depth 1, the one of move_balances at depth 2.
  if pg_trigger_depth() < 2 then
    raise exception 'a balance changes by transfers only' using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_first_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an account begins with a balance of nothing' using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_kept_excess()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an excess that was kept is never changed' using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_moved_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select 1 from transfers where debit_id = old.id) or exists (select 1 from transfers where credit_id = old.id) then
    raise exception 'an account that money has moved on stays' using errcode = 'restrict_violation';
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_other_master_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  current_id text := null;
  boxes_before text[] := '{}';
  box text;
  column_name text;
begin
  if tg_op = 'UPDATE' then
    select coalesce(array_agg(to_jsonb(old) ->> name), '{}') into boxes_before from unnest(tg_argv) name;
  end if;
  foreach column_name in array tg_argv loop
    box := to_jsonb(new) ->> column_name;
    -- Bytes of another version are no box, and open with no key.
    continue when box is null or box = any (boxes_before) or substr(box, 3, 2) <> '01';
    if current_id is null then
      select encode(id, 'hex') into current_id from master_keys where retired_at is null for share;
    end if;
    -- After \x and the version, two digits each, comes the ID of the key.
    if current_id is not null and substr(box, 5, 8) <> current_id then
      raise exception 'the master key % is not the current one', substr(box, 5, 8) using errcode = 'QK001';
    end if;
  end loop;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION public.refuse_time_travel()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.ahead_ms < old.ahead_ms then
    raise exception 'the clock cannot be moved back' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.require_template_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.version_on is not null and not exists
    (select from message_template_versions where template_id = new.id and version = new.version_on) then
    raise exception 'template % has no version %', new.id, new.version_on using errcode = 'foreign_key_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.summarize_transfers()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select brin_summarize_new_values('public.transfers_in_order'::regclass) $function$;

CREATE OR REPLACE FUNCTION public.tell_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into endpoint_outbox (endpoint_id, kind, fact, facts, created_at)
  select e.id, 'withdrawal', 'withdrawal ' || new.id || ' ' || new.status,
    jsonb_build_object('id', new.id, 'accountId', new.account_id, 'status', new.status, 'sum', new.sum::text,
      'fee', new.fee::text, 'currency', new.currency, 'address', new.address, 'txId', new.tx_id,
      'rejectReason', new.reject_reason,
      'createdAt', floor(extract(epoch from new.created_at) * 1000),
      'updatedAt', floor(extract(epoch from new.updated_at) * 1000)),
    new.updated_at
  from store_endpoints e
  where e.store_id = new.store_id and e.removed_at is null and 'withdrawal' = any(e.kinds);
  return null;
end $function$;

create table access_rules (
  id boolean not null default true,
  makers_need_factor boolean not null default false,
  merchants_need_factor boolean not null default false,
  operator_idle_minutes integer not null default 30,
  maker_idle_minutes integer not null default 240,
  merchant_idle_minutes integer not null default 240,
  constraint access_rules_pkey PRIMARY KEY (id),
  constraint access_rules_id_check CHECK (id),
  constraint access_rules_maker_idle_minutes_check CHECK (((maker_idle_minutes >= 0) AND (maker_idle_minutes <= 720))),
  constraint access_rules_merchant_idle_minutes_check CHECK (((merchant_idle_minutes >= 0) AND (merchant_idle_minutes <= 720))),
  constraint access_rules_operator_idle_minutes_check CHECK (((operator_idle_minutes >= 0) AND (operator_idle_minutes <= 720)))
);

create table accounts (
  id integer not null generated by default as identity,
  kind text not null,
  owner_id integer not null default 0,
  currency text not null,
  balance bigint not null default 0,
  debt_of integer,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_kind_owner_id_currency_key UNIQUE (kind, owner_id, currency),
  constraint accounts_debt_check CHECK (((debt_of IS NOT NULL) = (kind = ANY (ARRAY['store_debt'::text, 'maker_debt'::text])))),
  constraint accounts_kind_check CHECK ((kind = ANY (ARRAY['external'::text, 'fees'::text, 'store_available'::text, 'store_frozen'::text, 'store_excess'::text, 'store_debt'::text, 'maker_available'::text, 'maker_held'::text, 'maker_debt'::text]))),
  constraint accounts_not_overdrawn CHECK (((kind = 'external'::text) OR ((kind = ANY (ARRAY['store_debt'::text, 'maker_debt'::text])) AND (balance <= 0)) OR ((kind <> ALL (ARRAY['store_debt'::text, 'maker_debt'::text])) AND (balance >= 0)))),
  constraint accounts_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint accounts_debt_of_fkey FOREIGN KEY (debt_of) REFERENCES accounts(id)
) with (fillfactor=50);

CREATE UNIQUE INDEX accounts_debt_of ON public.accounts USING btree (debt_of) WHERE (debt_of IS NOT NULL);

CREATE TRIGGER accounts_begin_empty BEFORE INSERT ON public.accounts FOR EACH ROW WHEN ((new.balance <> 0)) EXECUTE FUNCTION refuse_first_balance();

CREATE TRIGGER accounts_change_by_transfers BEFORE UPDATE OR TRUNCATE ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_account_change();

CREATE TRIGGER accounts_moved_on_stay BEFORE DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION refuse_moved_account();

CREATE TRIGGER accounts_raise_version AFTER INSERT ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table allocation_misses (
  id bigint not null generated always as identity,
  invoice_id uuid not null,
  store_id integer not null,
  option text,
  method text,
  amount bigint not null,
  currency text not null,
  reason text not null,
  at timestamp with time zone not null,
  constraint allocation_misses_pkey PRIMARY KEY (id),
  constraint allocation_misses_reason_check CHECK ((reason = ANY (ARRAY['no_requisite'::text, 'amount_out_of_bounds'::text, 'amount_busy'::text, 'limits'::text, 'hours'::text, 'maker_balance'::text, 'reward_above_fee'::text, 'phone_silent'::text, 'disputes'::text, 'new_requisite'::text])))
);

create table api_key_uses (
  key text not null,
  used_at timestamp with time zone not null,
  address text not null,
  constraint api_key_uses_pkey PRIMARY KEY (key),
  constraint api_key_uses_key_fkey FOREIGN KEY (key) REFERENCES api_keys(key)
);

create table api_keys (
  key text not null,
  store_id integer not null,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  name text not null default ''::text,
  scopes text[] not null default '{read,payin,payout,withdraw}'::text[],
  addresses text[] not null default '{}'::text[],
  secret bytea,
  valid_until timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (key),
  constraint api_keys_addresses_check CHECK ((cardinality(addresses) <= 50)),
  constraint api_keys_key_check CHECK (((length(key) >= 8) AND (length(key) <= 255))),
  constraint api_keys_name_check CHECK ((length(name) <= 100)),
  constraint api_keys_scopes_check CHECK (((scopes <@ '{read,payin,payout,withdraw}'::text[]) AND (cardinality(scopes) > 0))),
  constraint api_keys_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE TRIGGER api_keys_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER api_keys_sealed_with_current_key BEFORE INSERT OR UPDATE ON public.api_keys FOR EACH ROW EXECUTE FUNCTION refuse_other_master_keys('secret');

create table api_tokens (
  id integer not null generated by default as identity,
  token_hash text not null,
  user_id integer not null,
  name text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  addresses text[],
  day_max bigint,
  day_currency text,
  requisite_ids integer[],
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_token_hash_key UNIQUE (token_hash),
  constraint api_tokens_day_check CHECK (((day_max IS NULL) = (day_currency IS NULL))),
  constraint api_tokens_day_max_check CHECK ((day_max >= 0)),
  constraint api_tokens_day_currency_fkey FOREIGN KEY (day_currency) REFERENCES currencies(code),
  constraint api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX api_tokens_of_user ON public.api_tokens USING btree (user_id);

create table archive_months (
  month date not null,
  opened_at timestamp with time zone not null default now(),
  detached_at timestamp with time zone,
  file_name text,
  file_sha256 text,
  counts jsonb,
  constraint archive_months_pkey PRIMARY KEY (month),
  constraint archive_months_check CHECK ((((detached_at IS NULL) = (file_sha256 IS NULL)) AND ((detached_at IS NULL) = (counts IS NULL)))),
  constraint archive_months_file_sha256_check CHECK ((file_sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint archive_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

create table archive_state (
  id boolean not null default true,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  round_ended_at timestamp with time zone,
  moved_before timestamp with time zone,
  constraint archive_state_pkey PRIMARY KEY (id),
  constraint archive_state_id_check CHECK (id)
);

create table archived_names (
  store_id integer not null,
  internal_id text not null,
  id uuid not null,
  type text not null,
  status text not null,
  asked_amount bigint not null,
  currency text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint archived_names_pkey PRIMARY KEY (store_id, internal_id, created_at, id)
);

CREATE UNIQUE INDEX archived_names_one_payout ON public.archived_names USING btree (store_id, internal_id) WHERE (type = 'out'::text);

create table arrivals (
  id uuid not null,
  requisite_id integer not null,
  amount bigint not null,
  currency text not null,
  arrived_at timestamp with time zone not null,
  reference text not null,
  status text not null,
  exception text,
  deal_id uuid,
  entered_by text not null,
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  told_by text not null default 'operator'::text,
  constraint arrivals_pkey PRIMARY KEY (id),
  constraint arrivals_amount_check CHECK ((amount > 0)),
  constraint arrivals_check CHECK (((status <> 'matched'::text) OR (deal_id IS NOT NULL))),
  constraint arrivals_check1 CHECK (((status = 'matched'::text) OR (exception IS NOT NULL))),
  constraint arrivals_exception_check CHECK ((exception = ANY (ARRAY['short'::text, 'over'::text, 'late'::text, 'twice'::text, 'nobody'::text, 'automation_off'::text, 'deal_limit'::text, 'day_limit'::text, 'balance_break'::text, 'balance_unchecked'::text, 'before_deal'::text]))),
  constraint arrivals_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 255))),
  constraint arrivals_status_check CHECK ((status = ANY (ARRAY['matched'::text, 'held'::text, 'returned'::text]))),
  constraint arrivals_told_by_check CHECK ((told_by = ANY (ARRAY['operator'::text, 'maker'::text, 'phone'::text, 'operators_file'::text, 'makers_file'::text]))),
  constraint arrivals_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint arrivals_requisite_id_fkey FOREIGN KEY (requisite_id) REFERENCES requisites(id)
);

CREATE INDEX arrivals_held ON public.arrivals USING btree (id) WHERE (status = 'held'::text);

CREATE INDEX arrivals_of_deal ON public.arrivals USING btree (deal_id) WHERE (deal_id IS NOT NULL);

CREATE INDEX arrivals_of_requisite_with_exception ON public.arrivals USING btree (requisite_id, id DESC NULLS LAST) WHERE (exception IS NOT NULL);

CREATE INDEX arrivals_of_sum ON public.arrivals USING btree (requisite_id, amount, id DESC NULLS LAST);

CREATE UNIQUE INDEX arrivals_one_per_deal ON public.arrivals USING btree (deal_id) WHERE (status = 'matched'::text);

CREATE UNIQUE INDEX arrivals_one_per_reference ON public.arrivals USING btree (reference, requisite_id);

CREATE INDEX arrivals_to_requisite ON public.arrivals USING btree (requisite_id, id DESC NULLS LAST);

CREATE INDEX arrivals_with_exception ON public.arrivals USING btree (status, exception, id DESC NULLS LAST) WHERE (exception IS NOT NULL);

create table audit_chain (
  sequence bigint not null,
  row_id bigint not null,
  hash bytea not null,
  constraint audit_chain_pkey PRIMARY KEY (sequence),
  constraint audit_chain_row_id_key UNIQUE (row_id),
  constraint audit_chain_hash_check CHECK ((length(hash) = 32)),
  constraint audit_chain_sequence_check CHECK ((sequence > 0)),
  constraint audit_chain_row_id_fkey FOREIGN KEY (row_id) REFERENCES audit_log(id)
);

CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  user_id integer,
  actor text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  reason text not null default ''::text,
  details jsonb,
  xid xid8 not null default pg_current_xact_id(),
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX audit_log_by_user ON public.audit_log USING btree (user_id, id DESC NULLS LAST);

CREATE INDEX audit_log_in_order ON public.audit_log USING btree (xid, id);

CREATE INDEX audit_log_of_subject ON public.audit_log USING btree (subject_kind, subject_id, id);

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table automation_days (
  maker_id integer not null,
  day integer not null,
  day_sum bigint not null,
  constraint automation_days_pkey PRIMARY KEY (maker_id),
  constraint automation_days_day_sum_check CHECK ((day_sum >= 0)),
  constraint automation_days_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES makers(id)
) with (fillfactor=50);

create table balance_chains (
  phone_id integer not null,
  requisite_id integer not null,
  heads jsonb not null,
  constraint balance_chains_pkey PRIMARY KEY (phone_id, requisite_id),
  constraint balance_chains_phone_id_fkey FOREIGN KEY (phone_id) REFERENCES phones(id),
  constraint balance_chains_requisite_id_fkey FOREIGN KEY (requisite_id) REFERENCES requisites(id)
);

create table bank_account_requisites (
  requisite_id integer not null,
  account_id integer not null,
  constraint bank_account_requisites_pkey PRIMARY KEY (requisite_id),
  constraint bank_account_requisites_account_id_fkey FOREIGN KEY (account_id) REFERENCES bank_accounts(id),
  constraint bank_account_requisites_requisite_id_fkey FOREIGN KEY (requisite_id) REFERENCES requisites(id)
);

CREATE INDEX bank_account_requisites_of_account ON public.bank_account_requisites USING btree (account_id);

create table bank_accounts (
  id integer not null generated by default as identity,
  maker_id integer not null,
  currency text not null,
  number text,
  zone text not null,
  created_at timestamp with time zone not null,
  leased_by uuid,
  leased_until timestamp with time zone,
  constraint bank_accounts_pkey PRIMARY KEY (id),
  constraint bank_accounts_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES makers(id)
);

create table bank_aliases (
  currency text not null,
  alias text not null,
  code text not null,
  constraint bank_aliases_pkey PRIMARY KEY (currency, alias),
  constraint bank_aliases_alias_check CHECK ((alias ~ '^[a-z0-9_-]{1,50}$'::text)),
  constraint bank_aliases_currency_code_fkey FOREIGN KEY (currency, code) REFERENCES banks(currency, code) ON DELETE CASCADE
);

CREATE TRIGGER bank_aliases_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.bank_aliases FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table bank_days (
  account_id integer not null,
  day date not null,
  family text not null,
  is_trusted boolean not null default false,
  constraint bank_days_pkey PRIMARY KEY (account_id, day, family),
  constraint bank_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES bank_accounts(id)
);

create table bank_line_sightings (
  import_id uuid not null,
  ordinal integer not null,
  likeness text not null,
  line_id bigint not null,
  constraint bank_line_sightings_pkey PRIMARY KEY (import_id, ordinal),
  constraint bank_line_sightings_import_id_fkey FOREIGN KEY (import_id) REFERENCES statement_imports(id),
  constraint bank_line_sightings_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id)
);

CREATE INDEX bank_line_sightings_alike ON public.bank_line_sightings USING btree (likeness);

CREATE INDEX bank_line_sightings_of_line ON public.bank_line_sightings USING btree (line_id);

create table bank_lines (
  id bigint not null generated by default as identity,
  account_id integer not null,
  key text not null,
  family text not null,
  direction text not null,
  amount bigint not null,
  booked_on date not null,
  at timestamp with time zone,
  reference text,
  party text not null,
  purpose text not null,
  is_reversal boolean not null,
  state text not null,
  held text,
  arrival_id uuid,
  deal_id uuid,
  is_recorded boolean not null default false,
  explanation text,
  explained_by text,
  explained_at timestamp with time zone,
  is_trusted boolean not null default false,
  is_decided boolean not null default false,
  told_at timestamp with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint bank_lines_pkey PRIMARY KEY (id),
  constraint bank_lines_key_key UNIQUE (key),
  constraint bank_lines_amount_check CHECK ((amount > 0)),
  constraint bank_lines_check CHECK (((state = 'arrival'::text) = (arrival_id IS NOT NULL))),
  constraint bank_lines_check1 CHECK (((state = ANY (ARRAY['deal'::text, 'payout'::text])) = (deal_id IS NOT NULL))),
  constraint bank_lines_check2 CHECK (((state <> 'open'::text) OR (held IS NOT NULL))),
  constraint bank_lines_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint bank_lines_state_check CHECK ((state = ANY (ARRAY['new'::text, 'arrival'::text, 'deal'::text, 'payout'::text, 'counted'::text, 'open'::text]))),
  constraint bank_lines_account_id_fkey FOREIGN KEY (account_id) REFERENCES bank_accounts(id)
) with (fillfactor=80);

CREATE INDEX bank_lines_of_day ON public.bank_lines USING btree (account_id, booked_on, id);

CREATE UNIQUE INDEX bank_lines_one_per_arrival ON public.bank_lines USING btree (arrival_id) WHERE (arrival_id IS NOT NULL);

CREATE UNIQUE INDEX bank_lines_one_per_deal ON public.bank_lines USING btree (deal_id) WHERE (deal_id IS NOT NULL);

CREATE INDEX bank_lines_open ON public.bank_lines USING btree (account_id, booked_on, id) WHERE ((direction = 'in'::text) AND (explained_at IS NULL) AND (state = ANY (ARRAY['open'::text, 'arrival'::text])));

CREATE INDEX bank_lines_waiting ON public.bank_lines USING btree (told_at, id) WHERE (is_trusted AND (explained_at IS NULL) AND (state = 'open'::text));

create table bank_statements (
  import_id uuid not null,
  ordinal integer not null,
  account_id integer not null,
  number text,
  first_day date not null,
  last_day date not null,
  opening bigint,
  closing bigint,
  is_interim boolean not null,
  is_trusted boolean not null,
  lines integer not null,
  sum_in bigint not null,
  sum_out bigint not null,
  constraint bank_statements_pkey PRIMARY KEY (import_id, ordinal),
  constraint bank_statements_check CHECK ((first_day <= last_day)),
  constraint bank_statements_account_id_fkey FOREIGN KEY (account_id) REFERENCES bank_accounts(id),
  constraint bank_statements_import_id_fkey FOREIGN KEY (import_id) REFERENCES statement_imports(id)
);

CREATE INDEX bank_statements_of_account ON public.bank_statements USING btree (account_id, last_day, first_day);

create table banks (
  currency text not null,
  code text not null,
  name text not null,
  position integer not null default 0,
  name_ru text,
  enabled boolean not null default true,
  constraint banks_pkey PRIMARY KEY (currency, code),
  constraint banks_code_check CHECK ((code ~ '^[a-z0-9_-]{1,50}$'::text)),
  constraint banks_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code)
);

CREATE TRIGGER banks_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.banks FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table book_balances (
  account_id integer not null,
  page bigint not null,
  balance bigint not null,
  constraint book_balances_pkey PRIMARY KEY (account_id, page),
  constraint book_balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint book_balances_page_fkey FOREIGN KEY (page) REFERENCES book_pages(number)
);

CREATE INDEX book_balances_of_page ON public.book_balances USING btree (page, account_id);

CREATE TRIGGER book_balances_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.book_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table book_closings (
  account_id integer not null,
  day date not null,
  page bigint not null,
  balance bigint not null,
  constraint book_closings_pkey PRIMARY KEY (account_id, day, page),
  constraint book_closings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint book_closings_page_fkey FOREIGN KEY (page) REFERENCES book_pages(number)
);

CREATE TRIGGER book_closings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.book_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table book_days (
  day date not null,
  page bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  constraint book_days_pkey PRIMARY KEY (day, page),
  constraint book_days_page_fkey FOREIGN KEY (page) REFERENCES book_pages(number)
);

CREATE TRIGGER book_days_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.book_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table book_faults (
  law text not null,
  subject text not null,
  detail text not null,
  found_at timestamp with time zone not null,
  constraint book_faults_pkey PRIMARY KEY (law, subject)
);

create table book_keys (
  id integer not null generated by default as identity,
  purpose text not null,
  public_key bytea,
  secret bytea not null,
  created_at timestamp with time zone not null,
  constraint book_keys_pkey PRIMARY KEY (id),
  constraint book_keys_check CHECK (((purpose = 'sign'::text) = (public_key IS NOT NULL))),
  constraint book_keys_public_key_check CHECK ((length(public_key) = 32)),
  constraint book_keys_purpose_check CHECK ((purpose = ANY (ARRAY['sign'::text, 'place'::text])))
);

CREATE UNIQUE INDEX book_keys_one_place ON public.book_keys USING btree ((true)) WHERE (purpose = 'place'::text);

CREATE TRIGGER book_keys_sealed_with_current_key BEFORE INSERT OR UPDATE ON public.book_keys FOR EACH ROW EXECUTE FUNCTION refuse_other_master_keys('secret');

create table book_pages (
  number bigint not null,
  header bytea not null,
  hash bytea not null,
  signature bytea not null,
  parts bytea not null,
  is_complete boolean not null,
  transfers integer not null,
  transfer_ids int8multirange not null,
  cluster bigint not null,
  snapshot pg_snapshot not null,
  sealed_at timestamp with time zone not null,
  leaves bytea,
  constraint book_pages_pkey PRIMARY KEY (number),
  constraint book_pages_hash_key UNIQUE (hash),
  constraint book_pages_check CHECK ((length(leaves) = (32 * transfers))),
  constraint book_pages_hash_check CHECK ((length(hash) = 32)),
  constraint book_pages_number_check CHECK ((number > 0)),
  constraint book_pages_parts_check CHECK (((length(parts) > 0) AND ((length(parts) % 32) = 0))),
  constraint book_pages_signature_check CHECK ((length(signature) = 64)),
  constraint book_pages_transfers_check CHECK ((transfers >= 0))
);

CREATE INDEX book_pages_complete ON public.book_pages USING btree (number) WHERE is_complete;

CREATE INDEX book_pages_new_key ON public.book_pages USING btree (number) WHERE (substr(header, (length(header) - 63), 32) <> substr(header, (length(header) - 31), 32));

CREATE INDEX book_pages_of_transfer ON public.book_pages USING gist (transfer_ids);

CREATE TRIGGER book_pages_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.book_pages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table book_scrub (
  id boolean not null default true,
  page bigint not null default 0,
  rounds integer not null default 0,
  began_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint book_scrub_pkey PRIMARY KEY (id),
  constraint book_scrub_id_check CHECK (id)
);

create table book_state (
  id boolean not null default true,
  checked_at timestamp with time zone,
  check_ms integer not null default 0,
  law_ms jsonb not null default '{}'::jsonb,
  days_page bigint not null default 0,
  constraint book_state_pkey PRIMARY KEY (id),
  constraint book_state_id_check CHECK (id)
);

create table book_tiles (
  prefix text not null,
  slots bytea not null,
  constraint book_tiles_pkey PRIMARY KEY (prefix)
) with (fillfactor=70);

create table case_claims (
  case_id uuid not null,
  user_id integer not null,
  claimed_at timestamp with time zone not null,
  constraint case_claims_pkey PRIMARY KEY (case_id),
  constraint case_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table case_comments (
  id bigint not null generated always as identity,
  case_id uuid not null,
  user_id integer not null,
  at timestamp with time zone not null,
  text text not null,
  constraint case_comments_pkey PRIMARY KEY (id),
  constraint case_comments_text_check CHECK (((length(text) >= 1) AND (length(text) <= 1000))),
  constraint case_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX case_comments_of_case ON public.case_comments USING btree (case_id, id);

create table case_mentions (
  user_id integer not null,
  comment_id bigint not null,
  constraint case_mentions_pkey PRIMARY KEY (user_id, comment_id),
  constraint case_mentions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES case_comments(id),
  constraint case_mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table catalogue_version (
  only_row boolean not null default true,
  version bigint not null,
  epoch uuid not null default gen_random_uuid(),
  constraint catalogue_version_pkey PRIMARY KEY (only_row),
  constraint catalogue_version_only_row_check CHECK (only_row)
);

create table cell (
  only_row boolean not null default true,
  number smallint not null,
  mode text,
  fates_sought_to bigint not null default 0,
  constraint cell_pkey PRIMARY KEY (only_row),
  constraint cell_mode_check CHECK ((mode = ANY (ARRAY['sandbox'::text, 'production'::text]))),
  constraint cell_number_check CHECK (((number >= 0) AND (number <= 255))),
  constraint cell_only_row_check CHECK (only_row)
);

CREATE TRIGGER cell_keeps_mode BEFORE UPDATE ON public.cell FOR EACH ROW WHEN (((old.mode IS NOT NULL) AND (new.mode IS DISTINCT FROM old.mode))) EXECUTE FUNCTION refuse_change();

create table chain_states (
  chain text not null,
  length bigint not null,
  horizon xid8 not null default '0'::xid8,
  constraint chain_states_pkey PRIMARY KEY (chain),
  constraint chain_states_length_check CHECK ((length >= 0))
);

create table csv_mappings (
  id integer not null generated by default as identity,
  name text not null,
  mapping jsonb not null,
  created_at timestamp with time zone not null,
  constraint csv_mappings_pkey PRIMARY KEY (id),
  constraint csv_mappings_name_key UNIQUE (name)
);

create table currencies (
  code text not null,
  name text not null,
  subunit smallint not null,
  name_ru text,
  position integer not null default 0,
  enabled boolean not null default true,
  constraint currencies_pkey PRIMARY KEY (code),
  constraint currencies_code_check CHECK ((code ~ '^[A-Z0-9]{2,10}$'::text)),
  constraint currencies_subunit_check CHECK (((subunit >= 0) AND (subunit <= 18)))
);

CREATE TRIGGER currencies_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.currencies FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table deals (
  id uuid not null,
  invoice_id uuid not null,
  ordinal integer not null,
  type text not null,
  status text not null,
  payment_option text not null,
  payment_method text not null,
  requisite_id integer,
  maker_id integer,
  number text not null,
  holder text not null,
  amount bigint not null,
  currency text not null,
  rate_e8 bigint not null,
  maker_sum bigint not null,
  fee_sum bigint not null,
  started_at timestamp with time zone not null,
  deadline_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  occupies boolean not null,
  rests_until timestamp with time zone,
  attachments jsonb,
  dispute jsonb,
  received_amount bigint,
  reward_bps integer not null default 0,
  reward_sum bigint not null default 0,
  fee_bps integer,
  fee_fixed bigint,
  takings jsonb,
  constraint deals_pkey PRIMARY KEY (id),
  constraint deals_amount_check CHECK ((amount > 0)),
  constraint deals_check CHECK (((type = 'out'::text) OR ((requisite_id IS NOT NULL) AND (maker_id IS NOT NULL)))),
  constraint deals_fee_sum_check CHECK ((fee_sum >= 0)),
  constraint deals_maker_sum_check CHECK ((maker_sum >= 0)),
  constraint deals_rate_e8_check CHECK ((rate_e8 > 0)),
  constraint deals_received_amount_check CHECK ((received_amount > 0)),
  constraint deals_reward_sum_check CHECK (((reward_sum >= 0) AND (reward_sum <= fee_sum))),
  constraint deals_status_check CHECK ((status = ANY (ARRAY['new'::text, 'transfer_waiting'::text, 'transfer_confirmed'::text, 'completed'::text, 'canceled'::text, 'expired'::text, 'dispute'::text]))),
  constraint deals_type_check CHECK ((type = ANY (ARRAY['in'::text, 'out'::text])))
) with (fillfactor=90);

CREATE INDEX deals_confirmed ON public.deals USING btree (confirmed_at, id) WHERE (status = 'transfer_confirmed'::text);

CREATE INDEX deals_disputed_before ON public.deals USING btree ((((dispute ->> 'openedAt'::text))::bigint)) WHERE ((dispute IS NOT NULL) AND (status <> 'dispute'::text));

CREATE INDEX deals_disputed_since ON public.deals USING btree ((((dispute ->> 'openedAt'::text))::bigint), id) WHERE (status = 'dispute'::text);

CREATE INDEX deals_expiring ON public.deals USING btree (deadline_at) WHERE (status = ANY (ARRAY['new'::text, 'transfer_waiting'::text]));

CREATE UNIQUE INDEX deals_of_invoice ON public.deals USING btree (invoice_id, ordinal);

CREATE INDEX deals_of_kind ON public.deals USING btree (COALESCE(maker_id, 0), type, status, id DESC NULLS LAST);

CREATE INDEX deals_of_payout_tail ON public.deals USING btree ("right"(number, 4), id) WHERE (type = 'out'::text);

CREATE INDEX deals_of_requisite ON public.deals USING btree (requisite_id, invoice_id DESC NULLS LAST) WHERE (requisite_id IS NOT NULL);

CREATE UNIQUE INDEX deals_one_per_pair ON public.deals USING btree (requisite_id, amount) WHERE occupies;

CREATE INDEX deals_open_payouts ON public.deals USING btree (id) WHERE ((type = 'out'::text) AND (status = 'new'::text));

CREATE INDEX deals_payouts_credited ON public.deals USING btree (maker_id, ended_at) WHERE ((type = 'out'::text) AND (status = 'completed'::text));

CREATE INDEX deals_payouts_proven ON public.deals USING btree (confirmed_at, id) WHERE ((type = 'out'::text) AND (status = 'transfer_confirmed'::text));

CREATE INDEX deals_payouts_taken ON public.deals USING btree (id) WHERE ((type = 'out'::text) AND (status = 'transfer_waiting'::text));

create table delivery_attempts (
  id bigint not null generated always as identity,
  invoice_id uuid not null,
  sequence integer not null,
  store_id integer not null,
  receiver bigint not null,
  ordinal integer not null,
  at timestamp with time zone not null,
  duration_ms integer not null,
  outcome text not null,
  status smallint,
  answer text not null,
  constraint delivery_attempts_pkey PRIMARY KEY (id),
  constraint delivery_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'refused'::text, 'gone'::text, 'timeout'::text, 'unreachable'::text, 'forbidden'::text, 'unsendable'::text])))
);

CREATE INDEX delivery_attempts_of_notification ON public.delivery_attempts USING btree (invoice_id, sequence);

create table delivery_queue (
  invoice_id uuid not null,
  store_id integer not null,
  receiver bigint not null,
  sequence integer not null,
  last_sequence integer not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  lease uuid,
  rewind_to integer,
  constraint delivery_queue_pkey PRIMARY KEY (invoice_id),
  constraint delivery_queue_check CHECK ((sequence <= last_sequence))
) with (fillfactor=70);

CREATE INDEX delivery_queue_due ON public.delivery_queue USING btree (receiver, due_at);

create table detached_ids (
  id uuid not null,
  month date not null,
  store_id integer,
  constraint detached_ids_pkey PRIMARY KEY (id),
  constraint detached_ids_month_fkey FOREIGN KEY (month) REFERENCES archive_months(month)
);

CREATE INDEX detached_ids_of_month ON public.detached_ids USING btree (month);

create table devices (
  id integer not null generated by default as identity,
  user_id integer not null,
  device_hash text not null,
  user_agent text not null,
  address text not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  is_news boolean not null,
  told_until timestamp with time zone not null,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_user_id_device_hash_key UNIQUE (user_id, device_hash),
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX devices_age ON public.devices USING btree (last_at);

create table dispute_calls (
  deal_id uuid not null,
  opened_at timestamp with time zone not null,
  kind text not null,
  called_at timestamp with time zone not null,
  constraint dispute_calls_pkey PRIMARY KEY (deal_id, opened_at, kind),
  constraint dispute_calls_kind_check CHECK ((kind = ANY (ARRAY['reminded'::text, 'escalated'::text]))),
  constraint dispute_calls_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES deals(id)
);

create table dispute_facts (
  id bigint not null generated always as identity,
  deal_id uuid not null,
  at timestamp with time zone not null,
  actor text not null,
  kind text not null,
  text text not null default ''::text,
  attachment jsonb,
  decision_id uuid,
  constraint dispute_facts_pkey PRIMARY KEY (id),
  constraint dispute_facts_kind_check CHECK ((kind = ANY (ARRAY['opened'::text, 'evidence'::text, 'agreed'::text, 'refused'::text, 'reminded'::text, 'escalated'::text, 'accepted'::text, 'rejected'::text])))
);

CREATE INDEX dispute_facts_of_deal ON public.dispute_facts USING btree (deal_id, id);

CREATE INDEX dispute_facts_of_decision ON public.dispute_facts USING btree (decision_id) WHERE (decision_id IS NOT NULL);

CREATE TRIGGER dispute_facts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.dispute_facts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table dispute_rules (
  id boolean not null default true,
  remind_minutes integer not null default 60,
  answer_minutes integer not null default 120,
  open_max integer not null default 5,
  payout_minutes integer not null default 4320,
  payer_claims_max integer not null default 3,
  store_claims_max integer not null default 100,
  constraint dispute_rules_pkey PRIMARY KEY (id),
  constraint dispute_rules_answer_minutes_check CHECK (((answer_minutes >= 0) AND (answer_minutes <= 43200))),
  constraint dispute_rules_id_check CHECK (id),
  constraint dispute_rules_open_max_check CHECK (((open_max >= 0) AND (open_max <= 1000))),
  constraint dispute_rules_payer_claims_max_check CHECK (((payer_claims_max >= 0) AND (payer_claims_max <= 1000))),
  constraint dispute_rules_payout_minutes_check CHECK (((payout_minutes >= 0) AND (payout_minutes <= 43200))),
  constraint dispute_rules_remind_minutes_check CHECK (((remind_minutes >= 0) AND (remind_minutes <= 43200))),
  constraint dispute_rules_store_claims_max_check CHECK (((store_claims_max >= 0) AND (store_claims_max <= 1000)))
);

CREATE TRIGGER dispute_rules_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.dispute_rules FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table endpoint_events (
  endpoint_id uuid not null,
  sequence integer not null,
  kind text not null,
  fact text not null,
  invoice_id uuid,
  invoice_sequence integer,
  facts jsonb,
  created_at timestamp with time zone not null,
  constraint endpoint_events_pkey PRIMARY KEY (endpoint_id, sequence),
  constraint endpoint_events_endpoint_id_fact_key UNIQUE (endpoint_id, fact),
  constraint endpoint_events_check CHECK (((invoice_id IS NULL) = (facts IS NOT NULL))),
  constraint endpoint_events_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES store_endpoints(id)
);

create table endpoint_outbox (
  id bigint not null generated always as identity,
  endpoint_id uuid not null,
  kind text not null,
  fact text not null,
  facts jsonb not null,
  created_at timestamp with time zone not null,
  constraint endpoint_outbox_pkey PRIMARY KEY (id),
  constraint endpoint_outbox_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES store_endpoints(id)
);

CREATE INDEX endpoint_outbox_of_endpoint ON public.endpoint_outbox USING btree (endpoint_id, id);

create table endpoint_places (
  endpoint_id uuid not null,
  last_sequence integer not null default 0,
  feed_sequence bigint not null,
  page bigint not null,
  balances jsonb,
  constraint endpoint_places_pkey PRIMARY KEY (endpoint_id),
  constraint endpoint_places_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES store_endpoints(id)
) with (fillfactor=50);

create table enrolment_codes (
  user_id integer not null,
  code_hash text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  is_mailed boolean not null,
  constraint enrolment_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint enrolment_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table excesses (
  deal_id uuid not null,
  invoice_id uuid not null,
  store_id integer not null,
  sum bigint not null,
  currency text not null,
  held_sum bigint not null,
  created_at timestamp with time zone not null,
  kept_at timestamp with time zone,
  constraint excesses_pkey PRIMARY KEY (deal_id),
  constraint excesses_held_sum_check CHECK ((held_sum >= 0)),
  constraint excesses_sum_check CHECK ((sum >= 0)),
  constraint excesses_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint excesses_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES deals(id),
  constraint excesses_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint excesses_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE INDEX excesses_not_kept ON public.excesses USING btree (store_id) WHERE (kept_at IS NULL);

CREATE INDEX excesses_of_invoice ON public.excesses USING btree (invoice_id);

CREATE TRIGGER excesses_kept_stay BEFORE DELETE OR UPDATE ON public.excesses FOR EACH ROW WHEN ((old.kept_at IS NOT NULL)) EXECUTE FUNCTION refuse_kept_excess();

create table failed_notifications (
  invoice_id uuid not null,
  sequence integer not null,
  store_id integer not null,
  receiver bigint not null,
  failed_at timestamp with time zone not null,
  constraint failed_notifications_pkey PRIMARY KEY (invoice_id, sequence)
);

CREATE INDEX failed_notifications_of_store ON public.failed_notifications USING btree (store_id, failed_at);

create table fee_rollups (
  at timestamp with time zone not null,
  kind text not null,
  currency text not null,
  to_service boolean not null,
  amount bigint not null,
  constraint fee_rollups_pkey PRIMARY KEY (at, kind, currency, to_service)
);

create table idempotency_keys (
  store_id integer not null,
  key text not null,
  request_hash text not null,
  status smallint not null,
  body text not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (store_id, key)
);

CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

create table invoices (
  id uuid not null,
  store_id integer not null,
  internal_id text,
  user_id text,
  type text not null,
  status text not null,
  payment_option text,
  payment_method text,
  named_option text,
  named_method text,
  requisites_number text,
  requisites_holder text,
  amount bigint not null,
  currency text not null,
  received_from_taker bigint,
  received_from_maker bigint,
  service_fee bigint,
  payout_sum bigint,
  notification_url text not null,
  notification_token text not null,
  success_url text,
  cancel_url text,
  is_sum_changed boolean not null default false,
  created_at timestamp with time zone not null,
  expire_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  sequence integer not null default 0,
  deal_count integer not null default 0,
  disputed_from text,
  asked_amount bigint not null,
  holds_name boolean not null default false,
  part_sum bigint,
  sum_reason text,
  from_excess bigint,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_amount_check CHECK ((amount > 0)),
  constraint invoices_from_excess_check CHECK ((from_excess >= 0)),
  constraint invoices_part_sum_check CHECK ((part_sum > 0)),
  constraint invoices_status_check CHECK ((status = ANY (ARRAY['new'::text, 'paid'::text, 'canceled'::text, 'expired'::text, 'dispute'::text]))),
  constraint invoices_sum_reason_check CHECK ((sum_reason = ANY (ARRAY['short'::text, 'over'::text, 'late'::text, 'corrected'::text, 'nudged'::text]))),
  constraint invoices_type_check CHECK ((type = ANY (ARRAY['in'::text, 'out'::text])))
) with (fillfactor=90);

CREATE INDEX invoices_by_payer ON public.invoices USING btree (store_id, user_id, id DESC NULLS LAST) WHERE ((user_id IS NOT NULL) AND (user_id <> ''::text));

CREATE INDEX invoices_by_store ON public.invoices USING btree (store_id, type, id DESC NULLS LAST);

CREATE INDEX invoices_ended ON public.invoices USING btree (store_id, type, status, id DESC NULLS LAST) WHERE (status <> 'new'::text);

CREATE INDEX invoices_expiring ON public.invoices USING btree (expire_at) WHERE ((status = 'new'::text) AND (expire_at > '-infinity'::timestamp with time zone));

CREATE INDEX invoices_internal_id ON public.invoices USING btree (store_id, internal_id text_pattern_ops, created_at) WHERE ((internal_id IS NOT NULL) AND (internal_id <> ''::text));

CREATE INDEX invoices_of_sum ON public.invoices USING btree (store_id, amount, id DESC NULLS LAST);

CREATE UNIQUE INDEX invoices_one_payin ON public.invoices USING btree (store_id, internal_id, asked_amount, currency) WHERE holds_name;

CREATE UNIQUE INDEX invoices_one_payout ON public.invoices USING btree (store_id, internal_id) WHERE ((type = 'out'::text) AND (internal_id IS NOT NULL) AND (internal_id <> ''::text));

create table kept_receipts (
  id bigint not null generated always as identity,
  sha256 text not null,
  invoice_id uuid not null,
  size_bytes bigint not null,
  kept_at timestamp with time zone not null,
  constraint kept_receipts_pkey PRIMARY KEY (id),
  constraint kept_receipts_size_bytes_check CHECK ((size_bytes >= 0))
);

CREATE INDEX kept_receipts_of_invoice ON public.kept_receipts USING btree (invoice_id);

CREATE INDEX kept_receipts_sha256 ON public.kept_receipts USING btree (sha256);

CREATE TRIGGER kept_receipts_are_compared AFTER INSERT ON public.kept_receipts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_compared();

create table maker_rewards (
  id integer not null generated by default as identity,
  maker_id integer not null,
  direction text not null,
  option text,
  store_id integer,
  currency text,
  amount_from bigint,
  amount_to bigint,
  bps integer not null,
  constraint maker_rewards_pkey PRIMARY KEY (id),
  constraint maker_rewards_amount_from_check CHECK ((amount_from > 0)),
  constraint maker_rewards_amount_to_check CHECK ((amount_to > 0)),
  constraint maker_rewards_bps_check CHECK (((bps >= 0) AND (bps <= 10000))),
  constraint maker_rewards_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint maker_rewards_range_check CHECK ((amount_from < amount_to)),
  constraint maker_rewards_range_currency CHECK (((currency IS NOT NULL) OR ((amount_from IS NULL) AND (amount_to IS NULL)))),
  constraint maker_rewards_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint maker_rewards_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES makers(id),
  constraint maker_rewards_option_fkey FOREIGN KEY (option) REFERENCES options(code),
  constraint maker_rewards_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE INDEX maker_rewards_of_maker ON public.maker_rewards USING btree (maker_id);

CREATE TRIGGER maker_rewards_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.maker_rewards FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table makers (
  id integer not null generated by default as identity,
  name text not null,
  settlement_currency text not null,
  available_id integer not null,
  held_id integer not null,
  created_at timestamp with time zone not null default now(),
  store_ids integer[],
  is_on boolean not null default true,
  stopped boolean not null default false,
  balance_min bigint not null default 0,
  auto_on boolean not null default false,
  auto_deal_max bigint,
  auto_day_max bigint,
  auto_break_max bigint not null default 0,
  dispute_block text,
  takings_max integer not null default 5,
  takings_covered boolean not null default false,
  constraint makers_pkey PRIMARY KEY (id),
  constraint makers_available_id_key UNIQUE (available_id),
  constraint makers_held_id_key UNIQUE (held_id),
  constraint makers_auto_break_max_check CHECK ((auto_break_max >= 0)),
  constraint makers_auto_day_max_check CHECK ((auto_day_max > 0)),
  constraint makers_auto_deal_max_check CHECK ((auto_deal_max > 0)),
  constraint makers_balance_min_check CHECK ((balance_min >= 0)),
  constraint makers_dispute_block_check CHECK ((dispute_block = ANY (ARRAY['unanswered'::text, 'too_many'::text]))),
  constraint makers_takings_max_check CHECK (((takings_max >= 1) AND (takings_max <= 1000))),
  constraint makers_available_id_fkey FOREIGN KEY (available_id) REFERENCES accounts(id),
  constraint makers_held_id_fkey FOREIGN KEY (held_id) REFERENCES accounts(id),
  constraint makers_settlement_currency_fkey FOREIGN KEY (settlement_currency) REFERENCES currencies(code)
);

CREATE TRIGGER makers_have_an_automation_day AFTER INSERT ON public.makers FOR EACH ROW EXECUTE FUNCTION add_automation_day();

CREATE TRIGGER makers_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.makers FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table master_keys (
  id bytea not null,
  since timestamp with time zone not null,
  retired_at timestamp with time zone,
  resealed_at timestamp with time zone,
  constraint master_keys_pkey PRIMARY KEY (id),
  constraint master_keys_check CHECK (((resealed_at IS NULL) OR (retired_at IS NOT NULL))),
  constraint master_keys_id_check CHECK ((length(id) = 4))
);

CREATE UNIQUE INDEX master_keys_one_current ON public.master_keys USING btree ((true)) WHERE (retired_at IS NULL);

create table merchants (
  id integer not null generated by default as identity,
  name text not null,
  secret bytea not null,
  totp_seed bytea,
  created_at timestamp with time zone not null default now(),
  old_secret bytea,
  old_secret_until timestamp with time zone,
  access_changed_at timestamp with time zone,
  constraint merchants_pkey PRIMARY KEY (id)
);

CREATE TRIGGER merchants_have_a_second_factor AFTER INSERT ON public.merchants FOR EACH ROW EXECUTE FUNCTION add_second_factor();

CREATE TRIGGER merchants_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.merchants FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER merchants_sealed_with_current_key BEFORE INSERT OR UPDATE ON public.merchants FOR EACH ROW EXECUTE FUNCTION refuse_other_master_keys('secret', 'old_secret', 'totp_seed');

create table message_outcomes (
  message_id bigint not null,
  phone_id integer not null,
  maker_id integer not null,
  outcome text not null,
  reason text,
  template_id integer,
  template_version integer,
  requisite_id integer,
  amount bigint,
  currency text,
  balance bigint,
  chain text,
  arrival_id uuid,
  read_at timestamp with time zone not null,
  verdict text,
  decided_by text,
  decided_at timestamp with time zone,
  entering_requisite_id integer,
  entering_amount bigint,
  waits_again boolean not null default false,
  is_read_again boolean not null default false,
  read_late_at timestamp with time zone,
  constraint message_outcomes_pkey PRIMARY KEY (message_id),
  constraint message_outcomes_amount_check CHECK ((amount > 0)),
  constraint message_outcomes_chain_check CHECK ((chain = ANY (ARRAY['first'::text, 'kept'::text, 'broken'::text]))),
  constraint message_outcomes_check CHECK (((verdict IS NULL) = (decided_at IS NULL))),
  constraint message_outcomes_check1 CHECK (((outcome <> 'settled'::text) OR (arrival_id IS NOT NULL))),
  constraint message_outcomes_entering CHECK (((entering_requisite_id IS NULL) = (entering_amount IS NULL))),
  constraint message_outcomes_entering_amount_check CHECK ((entering_amount > 0)),
  constraint message_outcomes_outcome_check CHECK ((outcome = ANY (ARRAY['settled'::text, 'held'::text, 'replay'::text, 'stopped'::text, 'unread'::text, 'ambiguous'::text]))),
  constraint message_outcomes_verdict_check CHECK ((verdict = ANY (ARRAY['entered'::text, 'dismissed'::text, 'false'::text]))),
  constraint message_outcomes_arrival_id_fkey FOREIGN KEY (arrival_id) REFERENCES arrivals(id),
  constraint message_outcomes_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint message_outcomes_entering_requisite_id_fkey FOREIGN KEY (entering_requisite_id) REFERENCES requisites(id),
  constraint message_outcomes_message_id_fkey FOREIGN KEY (message_id) REFERENCES phone_messages(id),
  constraint message_outcomes_phone_id_fkey FOREIGN KEY (phone_id) REFERENCES phones(id),
  constraint message_outcomes_requisite_id_fkey FOREIGN KEY (requisite_id) REFERENCES requisites(id)
);

CREATE INDEX message_outcomes_again ON public.message_outcomes USING btree (phone_id, message_id) WHERE waits_again;

CREATE INDEX message_outcomes_by_outcome ON public.message_outcomes USING btree (outcome, message_id DESC);

CREATE INDEX message_outcomes_of_arrival ON public.message_outcomes USING btree (arrival_id) WHERE (arrival_id IS NOT NULL);

CREATE INDEX message_outcomes_of_maker ON public.message_outcomes USING btree (maker_id, message_id DESC);

CREATE INDEX message_outcomes_of_maker_by_outcome ON public.message_outcomes USING btree (maker_id, outcome, message_id DESC);

CREATE INDEX message_outcomes_open ON public.message_outcomes USING btree (message_id) WHERE ((verdict IS NULL) AND (arrival_id IS NULL) AND (outcome = ANY (ARRAY['held'::text, 'unread'::text, 'ambiguous'::text])));

CREATE INDEX message_outcomes_open_of_maker ON public.message_outcomes USING btree (maker_id, message_id) WHERE ((verdict IS NULL) AND (arrival_id IS NULL) AND (outcome = ANY (ARRAY['held'::text, 'unread'::text, 'ambiguous'::text])));

CREATE INDEX message_outcomes_waiting ON public.message_outcomes USING btree (read_at, message_id) WHERE ((verdict IS NULL) AND (arrival_id IS NULL) AND (outcome = ANY (ARRAY['held'::text, 'unread'::text, 'ambiguous'::text])));

create table message_template_versions (
  template_id integer not null,
  version integer not null,
  name text not null,
  currency text not null,
  bank text not null,
  senders text[] not null,
  pattern text not null,
  stop_words text[] not null,
  tests jsonb not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  constraint message_template_versions_pkey PRIMARY KEY (template_id, version),
  constraint message_template_versions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint message_template_versions_pattern_check CHECK (((length(pattern) >= 1) AND (length(pattern) <= 500))),
  constraint message_template_versions_senders_check CHECK (((cardinality(senders) >= 1) AND (cardinality(senders) <= 20))),
  constraint message_template_versions_stop_words_check CHECK ((cardinality(stop_words) <= 200)),
  constraint message_template_versions_tests_check CHECK ((jsonb_typeof(tests) = 'array'::text)),
  constraint message_template_versions_version_check CHECK ((version > 0)),
  constraint message_template_versions_currency_bank_fkey FOREIGN KEY (currency, bank) REFERENCES banks(currency, code),
  constraint message_template_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES message_templates(id)
);

CREATE TRIGGER message_template_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.message_template_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table message_templates (
  id integer not null generated by default as identity,
  key text,
  version_on integer,
  created_at timestamp with time zone not null,
  constraint message_templates_pkey PRIMARY KEY (id),
  constraint message_templates_key_key UNIQUE (key),
  constraint message_templates_key_check CHECK ((key ~ '^[a-z0-9-]{1,60}$'::text))
);

CREATE TRIGGER message_templates_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.message_templates FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER message_templates_version_exists BEFORE UPDATE OF version_on ON public.message_templates FOR EACH ROW EXECUTE FUNCTION require_template_version();

create table money_stops (
  id integer not null generated by default as identity,
  stopped_at timestamp with time zone not null,
  lost jsonb not null,
  lifted_at timestamp with time zone,
  constraint money_stops_pkey PRIMARY KEY (id),
  constraint money_stops_lost_check CHECK ((jsonb_typeof(lost) = 'array'::text))
);

CREATE UNIQUE INDEX money_stops_one_open ON public.money_stops USING btree ((true)) WHERE (lifted_at IS NULL);

CREATE TRIGGER money_stops_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.money_stops FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table notification_feeds (
  store_id integer not null,
  last_sequence bigint not null,
  constraint notification_feeds_pkey PRIMARY KEY (store_id),
  constraint notification_feeds_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
) with (fillfactor=50);

create table notifications (
  invoice_id uuid not null,
  sequence integer not null,
  store_id integer not null,
  snapshot jsonb not null,
  created_at timestamp with time zone not null,
  feed_sequence bigint not null,
  constraint notifications_pkey PRIMARY KEY (invoice_id, sequence)
);

CREATE INDEX notifications_by_time ON public.notifications USING btree (created_at, invoice_id, sequence);

CREATE UNIQUE INDEX notifications_feed ON public.notifications USING btree (store_id, feed_sequence);

create table option_currencies (
  code text not null,
  currency text not null,
  constraint option_currencies_pkey PRIMARY KEY (code, currency),
  constraint option_currencies_code_fkey FOREIGN KEY (code) REFERENCES options(code) ON DELETE CASCADE,
  constraint option_currencies_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code)
);

CREATE TRIGGER option_currencies_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.option_currencies FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table options (
  code text not null,
  name text not null,
  name_ru text,
  position integer not null default 0,
  enabled boolean not null default true,
  number_kinds text[] not null,
  phone_prefix text,
  has_bank boolean not null default true,
  needs_bank boolean not null default false,
  has_link boolean not null default false,
  qr_carries text not null default 'page'::text,
  icon text not null,
  page jsonb not null default '{}'::jsonb,
  constraint options_pkey PRIMARY KEY (code),
  constraint options_code_check CHECK ((code ~ '^[A-Z][A-Z0-9_]{0,49}$'::text)),
  constraint options_number_kinds_check CHECK (((cardinality(number_kinds) > 0) AND (number_kinds <@ ARRAY['phone'::text, 'card'::text, 'account'::text, 'link'::text, 'text'::text]))),
  constraint options_qr_carries_check CHECK ((qr_carries = ANY (ARRAY['page'::text, 'number'::text])))
);

CREATE TRIGGER options_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.options FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table passkey_challenges (
  challenge_hash text not null,
  purpose text not null,
  rp_id text not null,
  session_hash text,
  act_hash text,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_check CHECK (((purpose = 'sign-in'::text) = (session_hash IS NULL))),
  constraint passkey_challenges_check1 CHECK (((purpose = 'act'::text) = (act_hash IS NOT NULL))),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'sign-in'::text, 'act'::text]))),
  constraint passkey_challenges_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE
);

CREATE INDEX passkey_challenges_age ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX passkey_challenges_of_session ON public.passkey_challenges USING btree (session_hash) WHERE (session_hash IS NOT NULL);

create table passkey_proofs (
  session_hash text not null,
  act_hash text not null,
  proved_at timestamp with time zone not null,
  constraint passkey_proofs_pkey PRIMARY KEY (session_hash, act_hash),
  constraint passkey_proofs_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE
);

create table passkeys (
  id integer not null generated by default as identity,
  user_id integer not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  suspected_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1400))),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX passkeys_of_user ON public.passkeys USING btree (user_id);

create table payer_rules (
  store_id integer not null,
  who text not null,
  pending_max integer not null,
  count_max integer not null,
  count_minutes integer not null,
  failures_max integer not null,
  block_minutes integer not null,
  constraint payer_rules_pkey PRIMARY KEY (store_id, who),
  constraint payer_rules_block_minutes_check CHECK (((block_minutes >= 1) AND (block_minutes <= 43200))),
  constraint payer_rules_count_max_check CHECK (((count_max >= 0) AND (count_max <= 50))),
  constraint payer_rules_count_minutes_check CHECK (((count_minutes >= 1) AND (count_minutes <= 10080))),
  constraint payer_rules_failures_max_check CHECK (((failures_max >= 0) AND (failures_max <= 50))),
  constraint payer_rules_pending_max_check CHECK (((pending_max >= 0) AND (pending_max <= 50))),
  constraint payer_rules_who_check CHECK ((who = ANY (ARRAY['known'::text, 'fresh'::text, 'address'::text]))),
  constraint payer_rules_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE TRIGGER payer_rules_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.payer_rules FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table payers (
  key text not null,
  id integer not null generated always as identity,
  store_id integer not null,
  kind text not null,
  name text not null,
  begun jsonb,
  seen_at timestamp with time zone not null,
  failures integer not null,
  blocked_at timestamp with time zone,
  blocked_until timestamp with time zone,
  lifted_at timestamp with time zone,
  constraint payers_pkey PRIMARY KEY (key),
  constraint payers_id_key UNIQUE (id),
  constraint payers_block_check CHECK (((blocked_at IS NULL) = (blocked_until IS NULL))),
  constraint payers_failures_check CHECK ((failures >= 0)),
  constraint payers_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'address'::text]))),
  constraint payers_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
) with (fillfactor=80);

CREATE INDEX payers_blocked ON public.payers USING btree (blocked_until DESC, id DESC) WHERE (blocked_until IS NOT NULL);

CREATE INDEX payers_seen ON public.payers USING btree (seen_at);

create table pending_acts (
  id uuid not null,
  name text not null,
  danger text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb,
  requested_by integer not null,
  requested_at timestamp with time zone not null,
  reason text not null,
  approvable_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  status text not null,
  decided_by integer,
  decided_at timestamp with time zone,
  sealed bytea not null,
  constraint pending_acts_pkey PRIMARY KEY (id),
  constraint pending_acts_check CHECK (((status = 'waiting'::text) = (decided_at IS NULL))),
  constraint pending_acts_check1 CHECK (((status <> 'approved'::text) OR (decided_by <> requested_by))),
  constraint pending_acts_danger_check CHECK ((danger = ANY (ARRAY['loss'::text, 'maker-access'::text, 'operator-access'::text, 'merchant-access'::text, 'store-terms'::text, 'store-demands'::text, 'maker-terms'::text, 'large-top-up'::text, 'sent-withdrawal'::text, 'refund'::text, 'access-rules'::text, 'money-stop'::text, 'message-template'::text, 'rate'::text]))),
  constraint pending_acts_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text]))),
  constraint pending_acts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint pending_acts_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id)
);

CREATE INDEX pending_acts_waiting ON public.pending_acts USING btree (id) WHERE (status = 'waiting'::text);

CREATE TRIGGER pending_acts_sealed_with_current_key BEFORE INSERT OR UPDATE ON public.pending_acts FOR EACH ROW EXECUTE FUNCTION refuse_other_master_keys('sealed');

create table phone_messages (
  id bigint not null generated always as identity,
  phone_id integer not null,
  sender text not null,
  title text not null default ''::text,
  text text not null,
  told_id text,
  received_at timestamp with time zone,
  sent_at timestamp with time zone,
  came_at timestamp with time zone not null,
  digest bytea not null,
  constraint phone_messages_pkey PRIMARY KEY (id),
  constraint phone_messages_digest_check CHECK ((length(digest) = 32)),
  constraint phone_messages_phone_id_fkey FOREIGN KEY (phone_id) REFERENCES phones(id)
);

CREATE INDEX phone_messages_equal ON public.phone_messages USING btree (digest, phone_id, id);

CREATE INDEX phone_messages_of_phone ON public.phone_messages USING btree (phone_id, id);

CREATE TRIGGER phone_messages_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.phone_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table phone_requisites (
  requisite_id integer not null,
  phone_id integer not null,
  digits text[] not null default '{}'::text[],
  constraint phone_requisites_pkey PRIMARY KEY (requisite_id),
  constraint phone_requisites_phone_id_fkey FOREIGN KEY (phone_id) REFERENCES phones(id),
  constraint phone_requisites_requisite_id_fkey FOREIGN KEY (requisite_id) REFERENCES requisites(id)
);

CREATE INDEX phone_requisites_of_phone ON public.phone_requisites USING btree (phone_id);

CREATE TRIGGER phone_requisites_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.phone_requisites FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table phone_states (
  phone_id integer not null,
  last_seen_at timestamp with time zone,
  last_message_id bigint not null default 0,
  read_to bigint not null default 0,
  lease uuid,
  leased_until timestamp with time zone,
  constraint phone_states_pkey PRIMARY KEY (phone_id),
  constraint phone_states_phone_id_fkey FOREIGN KEY (phone_id) REFERENCES phones(id)
) with (fillfactor=50);

create table phones (
  id integer not null generated by default as identity,
  maker_id integer not null,
  name text not null,
  ticket_hash text,
  ticket_until timestamp with time zone,
  token_hash text,
  fields jsonb not null default '{}'::jsonb,
  time_zone text not null default 'Europe/Moscow'::text,
  silent_after_ms integer not null default 120000,
  silent_since timestamp with time zone,
  created_at timestamp with time zone not null,
  paired_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint phones_pkey PRIMARY KEY (id),
  constraint phones_ticket_hash_key UNIQUE (ticket_hash),
  constraint phones_token_hash_key UNIQUE (token_hash),
  constraint phones_check CHECK (((ticket_hash IS NULL) = (ticket_until IS NULL))),
  constraint phones_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint phones_silent_after_ms_check CHECK (((silent_after_ms >= 30000) AND (silent_after_ms <= 86400000))),
  constraint phones_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES makers(id)
);

CREATE INDEX phones_of_maker ON public.phones USING btree (maker_id);

CREATE TRIGGER phones_have_a_state AFTER INSERT ON public.phones FOR EACH ROW EXECUTE FUNCTION add_phone_state();

CREATE TRIGGER phones_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.phones FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table rate_feeds (
  id integer not null generated by default as identity,
  settlement_currency text not null,
  fiat_currency text not null,
  type text not null,
  interval_ms integer not null,
  age_max_ms integer,
  enabled boolean not null default true,
  due_at timestamp with time zone not null,
  last_error text,
  last_rate_at timestamp with time zone,
  margin_bps integer not null default 0,
  used_place smallint,
  fault text,
  constraint rate_feeds_pkey PRIMARY KEY (id),
  constraint rate_feeds_settlement_currency_fiat_currency_type_key UNIQUE (settlement_currency, fiat_currency, type),
  constraint rate_feeds_age_max_ms_check CHECK ((age_max_ms > 0)),
  constraint rate_feeds_fault_check CHECK ((fault = ANY (ARRAY['no_answer'::text, 'jump'::text, 'crossed'::text]))),
  constraint rate_feeds_interval_ms_check CHECK ((interval_ms >= 1000)),
  constraint rate_feeds_margin_bps_check CHECK (((margin_bps >= '-5000'::integer) AND (margin_bps <= 5000))),
  constraint rate_feeds_type_check CHECK ((type = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint rate_feeds_fiat_currency_fkey FOREIGN KEY (fiat_currency) REFERENCES currencies(code),
  constraint rate_feeds_settlement_currency_fkey FOREIGN KEY (settlement_currency) REFERENCES currencies(code)
);

create table rate_history (
  id bigint not null generated always as identity,
  settlement_currency text not null,
  fiat_currency text not null,
  type text not null,
  rate_e8 bigint not null,
  set_at timestamp with time zone not null,
  set_by text not null,
  agreed boolean not null default false,
  constraint rate_history_pkey PRIMARY KEY (id),
  constraint rate_history_rate_e8_check CHECK ((rate_e8 > 0))
);

CREATE INDEX rate_history_of_pair ON public.rate_history USING btree (settlement_currency, fiat_currency, type, id);

create table rate_sources (
  feed_id integer not null,
  place smallint not null,
  url text not null,
  path text not null,
  book_from smallint,
  book_to smallint,
  book_price text,
  time_path text,
  time_age_max_ms integer,
  last_asked_at timestamp with time zone,
  last_error text,
  last_rate_e8 bigint,
  constraint rate_sources_pkey PRIMARY KEY (feed_id, place),
  constraint rate_sources_book_from_check CHECK ((book_from >= 1)),
  constraint rate_sources_book_price_check CHECK ((length(book_price) <= 500)),
  constraint rate_sources_check CHECK (((book_to >= book_from) AND (book_to <= 1000))),
  constraint rate_sources_check1 CHECK ((num_nulls(book_from, book_to, book_price) = ANY (ARRAY[0, 3]))),
  constraint rate_sources_check2 CHECK ((num_nulls(time_path, time_age_max_ms) = ANY (ARRAY[0, 2]))),
  constraint rate_sources_path_check CHECK ((length(path) <= 500)),
  constraint rate_sources_place_check CHECK (((place >= 1) AND (place <= 5))),
  constraint rate_sources_time_age_max_ms_check CHECK ((time_age_max_ms > 0)),
  constraint rate_sources_time_path_check CHECK (((length(time_path) >= 1) AND (length(time_path) <= 500))),
  constraint rate_sources_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048))),
  constraint rate_sources_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES rate_feeds(id) ON DELETE CASCADE
);

create table rates (
  settlement_currency text not null,
  fiat_currency text not null,
  type text not null,
  rate_e8 bigint not null,
  set_at timestamp with time zone not null default now(),
  age_max_ms integer,
  constraint rates_pkey PRIMARY KEY (settlement_currency, fiat_currency, type),
  constraint rates_age_max_ms_check CHECK ((age_max_ms > 0)),
  constraint rates_rate_e8_check CHECK ((rate_e8 > 0)),
  constraint rates_type_check CHECK ((type = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint rates_fiat_currency_fkey FOREIGN KEY (fiat_currency) REFERENCES currencies(code),
  constraint rates_settlement_currency_fkey FOREIGN KEY (settlement_currency) REFERENCES currencies(code)
);

CREATE TRIGGER rates_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.rates FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table receipt_bands (
  band bigint not null,
  kept_at timestamp with time zone not null,
  look_id bigint not null,
  constraint receipt_bands_pkey PRIMARY KEY (band, kept_at, look_id),
  constraint receipt_bands_look_id_fkey FOREIGN KEY (look_id) REFERENCES receipt_looks(id) ON DELETE CASCADE
);

CREATE INDEX receipt_bands_of_look ON public.receipt_bands USING btree (look_id);

create table receipt_likenesses (
  sha256 text not null,
  other_sha256 text not null,
  constraint receipt_likenesses_pkey PRIMARY KEY (sha256, other_sha256)
);

create table receipt_looks (
  id bigint not null generated always as identity,
  sha256 text not null,
  kept_at timestamp with time zone not null,
  cells bytea not null,
  constraint receipt_looks_pkey PRIMARY KEY (id),
  constraint receipt_looks_sha256_key UNIQUE (sha256)
);

CREATE INDEX receipt_looks_age ON public.receipt_looks USING btree (kept_at);

create table receipt_rooms (
  owner text not null,
  day integer not null,
  bytes bigint not null,
  constraint receipt_rooms_pkey PRIMARY KEY (owner),
  constraint receipt_rooms_bytes_check CHECK ((bytes >= 0))
) with (fillfactor=70);

create table receipt_uploads (
  id uuid not null,
  sha256 text not null,
  begun_at timestamp with time zone not null,
  constraint receipt_uploads_pkey PRIMARY KEY (id)
);

CREATE INDEX receipt_uploads_age ON public.receipt_uploads USING btree (begun_at);

CREATE INDEX receipt_uploads_sha256 ON public.receipt_uploads USING btree (sha256);

create table receipts_to_compare (
  id bigint not null,
  sha256 text not null,
  kept_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  attempts integer not null default 0,
  constraint receipts_to_compare_pkey PRIMARY KEY (id)
);

create table receivers (
  key bigint not null,
  store_id integer not null,
  origin text not null,
  failing_since timestamp with time zone,
  paused_at timestamp with time zone,
  last_failure text,
  last_failure_at timestamp with time zone,
  constraint receivers_pkey PRIMARY KEY (key),
  constraint receivers_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE INDEX receivers_of_store ON public.receivers USING btree (store_id);

create table refunds (
  id uuid not null,
  invoice_id uuid not null,
  store_id integer not null,
  sum bigint not null,
  currency text not null,
  reason text not null,
  asked_by text not null,
  created_at timestamp with time zone not null,
  lapses_at timestamp with time zone not null,
  payout_id uuid,
  canceled_at timestamp with time zone,
  excess_of uuid,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_check CHECK (((payout_id IS NULL) OR (canceled_at IS NULL))),
  constraint refunds_sum_check CHECK ((sum > 0)),
  constraint refunds_excess_of_fkey FOREIGN KEY (excess_of) REFERENCES excesses(deal_id),
  constraint refunds_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id)
);

CREATE INDEX refunds_of_excess ON public.refunds USING btree (excess_of) WHERE (excess_of IS NOT NULL);

CREATE INDEX refunds_of_invoice ON public.refunds USING btree (invoice_id);

CREATE UNIQUE INDEX refunds_one_per_payout ON public.refunds USING btree (payout_id) WHERE (payout_id IS NOT NULL);

create table requisite_loads (
  requisite_id integer not null,
  active_deals integer not null default 0,
  day integer not null default 0,
  day_sum bigint not null default 0,
  day_deals integer not null default 0,
  month integer not null default 0,
  month_sum bigint not null default 0,
  last_started_at timestamp with time zone,
  constraint requisite_loads_pkey PRIMARY KEY (requisite_id),
  constraint requisite_loads_active_deals_check CHECK ((active_deals >= 0)),
  constraint requisite_loads_day_deals_check CHECK ((day_deals >= 0)),
  constraint requisite_loads_day_sum_check CHECK ((day_sum >= 0)),
  constraint requisite_loads_month_sum_check CHECK ((month_sum >= 0)),
  constraint requisite_loads_requisite_id_fkey FOREIGN KEY (requisite_id) REFERENCES requisites(id)
) with (fillfactor=50);

create table requisite_rollups (
  at timestamp with time zone not null,
  requisite_id integer not null,
  ended integer not null,
  paid integer not null,
  waited integer not null,
  prompt integer not null,
  constraint requisite_rollups_pkey PRIMARY KEY (at, requisite_id),
  constraint requisite_rollups_requisite_id_fkey FOREIGN KEY (requisite_id) REFERENCES requisites(id)
);

create table requisite_weights (
  requisite_id integer not null,
  weight integer not null,
  constraint requisite_weights_pkey PRIMARY KEY (requisite_id),
  constraint requisite_weights_weight_check CHECK (((weight > 0) AND (weight < 1000))),
  constraint requisite_weights_requisite_id_fkey FOREIGN KEY (requisite_id) REFERENCES requisites(id)
);

CREATE TRIGGER requisite_weights_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.requisite_weights FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table requisites (
  id integer not null generated by default as identity,
  maker_id integer not null,
  option text not null,
  bank text not null,
  currency text not null,
  number text not null,
  holder text not null default ''::text,
  deal_min bigint,
  deal_max bigint,
  day_max bigint,
  active_deals_max integer,
  paused boolean not null default false,
  rest_ms integer not null default 900000,
  created_at timestamp with time zone not null default now(),
  month_max bigint,
  day_deals_max integer,
  gap_ms integer,
  hours jsonb,
  paused_by_operator boolean not null default false,
  usable_from timestamp with time zone default to_timestamp((0)::double precision),
  added_by integer,
  constraint requisites_pkey PRIMARY KEY (id),
  constraint requisites_gap_ms_check CHECK ((gap_ms > 0)),
  constraint requisites_number_check CHECK (((length(number) >= 1) AND (length(number) <= 255))),
  constraint requisites_rest_ms_check CHECK ((rest_ms >= 0)),
  constraint requisites_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id),
  constraint requisites_currency_bank_fkey FOREIGN KEY (currency, bank) REFERENCES banks(currency, code),
  constraint requisites_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES makers(id),
  constraint requisites_option_fkey FOREIGN KEY (option) REFERENCES options(code)
);

CREATE INDEX requisites_number ON public.requisites USING btree (number);

CREATE TRIGGER requisites_have_a_load AFTER INSERT ON public.requisites FOR EACH ROW EXECUTE FUNCTION add_requisite_load();

CREATE TRIGGER requisites_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.requisites FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table rollup_state (
  id boolean not null default true,
  trade_to uuid not null,
  followed_to timestamp with time zone not null,
  misses_to bigint not null,
  transfers_to bigint not null,
  misses_mark bigint not null,
  transfers_mark bigint not null,
  marked_at timestamp with time zone not null,
  constraint rollup_state_pkey PRIMARY KEY (id),
  constraint rollup_state_id_check CHECK (id)
);

create table sandbox_clock (
  only_row boolean not null default true,
  ahead_ms bigint not null,
  constraint sandbox_clock_pkey PRIMARY KEY (only_row),
  constraint sandbox_clock_ahead_ms_check CHECK ((ahead_ms >= 0)),
  constraint sandbox_clock_only_row_check CHECK (only_row)
);

CREATE TRIGGER sandbox_clock_forward BEFORE UPDATE ON public.sandbox_clock FOR EACH ROW EXECUTE FUNCTION refuse_time_travel();

CREATE TRIGGER sandbox_clock_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.sandbox_clock FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table saved_views (
  id integer not null generated by default as identity,
  user_id integer not null,
  page text not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_user_id_page_name_key UNIQUE (user_id, page, name),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table schema_migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  beside text,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table second_factors (
  merchant_id integer not null,
  last_used_step bigint,
  failures integer not null default 0,
  locked_until timestamp with time zone,
  constraint second_factors_pkey PRIMARY KEY (merchant_id),
  constraint second_factors_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);

create table service_processes (
  id uuid not null,
  host text not null,
  sealing_key bytea not null,
  held_keys bytea[] not null,
  seen_at timestamp with time zone not null,
  constraint service_processes_pkey PRIMARY KEY (id)
);

create table sessions (
  token_hash text not null,
  user_id integer not null,
  csrf_token text not null,
  user_agent text not null default ''::text,
  address text not null default ''::text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  code_at timestamp with time zone,
  id uuid not null default gen_random_uuid(),
  device_id integer,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_id_key UNIQUE (id),
  constraint sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE SET NULL,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX sessions_age ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_of_device ON public.sessions USING btree (device_id) WHERE (device_id IS NOT NULL);

CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id);

create table sign_in_attempts (
  key text not null,
  failures integer not null,
  waits_until timestamp with time zone,
  last_at timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (key),
  constraint sign_in_attempts_failures_check CHECK ((failures >= 0))
);

CREATE INDEX sign_in_attempts_age ON public.sign_in_attempts USING btree (last_at);

create table signed_requests (
  id text not null,
  status smallint not null,
  body text not null,
  answered_at timestamp with time zone not null,
  constraint signed_requests_pkey PRIMARY KEY (id)
);

CREATE INDEX signed_requests_age ON public.signed_requests USING btree (answered_at);

create table statement_imports (
  id uuid not null,
  account_id integer not null,
  file_name text not null,
  size_bytes bigint not null,
  received_bytes bigint not null default 0,
  format text,
  mapping jsonb,
  family text,
  sha256 text,
  same_as uuid,
  state text not null,
  is_stopped boolean not null default false,
  user_id integer,
  actor text not null,
  role text not null,
  actor_maker_id integer,
  checked_bytes bigint not null default 0,
  lines_total integer,
  lines_done integer not null default 0,
  lines_of_others integer not null default 0,
  counts jsonb not null default '{}'::jsonb,
  fault jsonb,
  notes jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  token_id integer,
  constraint statement_imports_pkey PRIMARY KEY (id),
  constraint statement_imports_check CHECK (((received_bytes >= 0) AND (received_bytes <= size_bytes))),
  constraint statement_imports_role_check CHECK ((role = ANY (ARRAY['operator'::text, 'maker'::text]))),
  constraint statement_imports_size_bytes_check CHECK ((size_bytes > 0)),
  constraint statement_imports_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'waiting'::text, 'reading'::text, 'done'::text, 'refused'::text]))),
  constraint statement_imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES bank_accounts(id),
  constraint statement_imports_same_as_fkey FOREIGN KEY (same_as) REFERENCES statement_imports(id),
  constraint statement_imports_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id),
  constraint statement_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX statement_imports_of_account ON public.statement_imports USING btree (account_id, id DESC NULLS LAST);

CREATE UNIQUE INDEX statement_imports_same_file ON public.statement_imports USING btree (account_id, role, sha256) WHERE ((sha256 IS NOT NULL) AND (same_as IS NULL) AND (state <> 'refused'::text));

CREATE INDEX statement_imports_to_do ON public.statement_imports USING btree (account_id, id) WHERE ((state = ANY (ARRAY['waiting'::text, 'reading'::text])) AND (NOT is_stopped));

create table statement_pieces (
  import_id uuid not null,
  at_byte bigint not null,
  bytes bytea not null,
  constraint statement_pieces_pkey PRIMARY KEY (import_id, at_byte),
  constraint statement_pieces_import_id_fkey FOREIGN KEY (import_id) REFERENCES statement_imports(id)
);

create table statement_reading (
  maker_id integer not null,
  day integer not null,
  spent_ms bigint not null,
  constraint statement_reading_pkey PRIMARY KEY (maker_id),
  constraint statement_reading_spent_ms_check CHECK ((spent_ms >= 0)),
  constraint statement_reading_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES makers(id)
) with (fillfactor=50);

create table store_accounts (
  id uuid not null,
  store_id integer not null,
  currency text not null,
  network text not null,
  available_id integer not null,
  frozen_id integer not null,
  withdrawal_fee bigint not null default 0,
  excess_id integer not null,
  constraint store_accounts_pkey PRIMARY KEY (id),
  constraint store_accounts_available_id_key UNIQUE (available_id),
  constraint store_accounts_excess_id_key UNIQUE (excess_id),
  constraint store_accounts_frozen_id_key UNIQUE (frozen_id),
  constraint store_accounts_store_id_currency_key UNIQUE (store_id, currency),
  constraint store_accounts_network_check CHECK ((network = ANY (ARRAY['TRC20'::text, 'ERC20'::text]))),
  constraint store_accounts_withdrawal_fee_check CHECK ((withdrawal_fee >= 0)),
  constraint store_accounts_available_id_fkey FOREIGN KEY (available_id) REFERENCES accounts(id),
  constraint store_accounts_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint store_accounts_excess_id_fkey FOREIGN KEY (excess_id) REFERENCES accounts(id),
  constraint store_accounts_frozen_id_fkey FOREIGN KEY (frozen_id) REFERENCES accounts(id),
  constraint store_accounts_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE TRIGGER store_accounts_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.store_accounts FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table store_addresses (
  store_id integer not null,
  address text not null,
  note text not null default ''::text,
  added_at timestamp with time zone not null,
  usable_at timestamp with time zone not null,
  constraint store_addresses_pkey PRIMARY KEY (store_id, address),
  constraint store_addresses_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

create table store_endpoints (
  id uuid not null,
  store_id integer not null,
  url text not null,
  kinds text[] not null,
  secret bytea not null,
  former_secret bytea,
  former_until timestamp with time zone,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint store_endpoints_pkey PRIMARY KEY (id),
  constraint store_endpoints_check CHECK (((former_secret IS NULL) = (former_until IS NULL))),
  constraint store_endpoints_kinds_check CHECK (((cardinality(kinds) > 0) AND (kinds <@ ARRAY['invoice'::text, 'dispute'::text, 'withdrawal'::text, 'balance'::text, 'book'::text, 'access'::text]))),
  constraint store_endpoints_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE INDEX store_endpoints_of_store ON public.store_endpoints USING btree (store_id) WHERE (removed_at IS NULL);

CREATE TRIGGER store_endpoints_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.store_endpoints FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER store_endpoints_sealed_with_current_key BEFORE INSERT OR UPDATE ON public.store_endpoints FOR EACH ROW EXECUTE FUNCTION refuse_other_master_keys('secret', 'former_secret');

create table store_limits (
  store_id integer not null,
  currency text not null,
  type text not null,
  amount_min bigint not null,
  amount_max bigint not null,
  constraint store_limits_pkey PRIMARY KEY (store_id, currency, type),
  constraint store_limits_amount_min_check CHECK ((amount_min > 0)),
  constraint store_limits_check CHECK ((amount_max >= amount_min)),
  constraint store_limits_type_check CHECK ((type = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint store_limits_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint store_limits_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE TRIGGER store_limits_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.store_limits FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table stores (
  id integer not null generated by default as identity,
  merchant_id integer not null,
  name text not null,
  currency text not null,
  settlement_currency text not null,
  in_enabled boolean not null default true,
  out_enabled boolean not null default true,
  in_fee_bps integer not null,
  in_fee_fixed bigint not null default 0,
  out_fee_bps integer not null,
  out_fee_fixed bigint not null default 0,
  invoice_lifetime_ms integer not null default 3600000,
  payout_lifetime_ms integer not null default 86400000,
  deal_lifetime_ms integer not null default 900000,
  created_at timestamp with time zone not null default now(),
  two_approvals_above bigint not null default '100000000000'::bigint,
  in_spread_bps integer not null default 0,
  out_spread_bps integer not null default 0,
  page_name text,
  page_colour text,
  page_dark_colour text,
  page_language text,
  page_frame_origins text[] not null default '{}'::text[],
  options_off text[] not null default '{}'::text[],
  payout_hold_ms integer not null default 3600000,
  repeat_window_ms integer not null default 86400000,
  payouts_need_id boolean not null default false,
  needs_sha256 boolean not null default false,
  needs_timestamp boolean not null default false,
  confirm_deadline_ms integer not null default 86400000,
  rate_bound_bps integer not null default 300,
  webhook_secret bytea,
  former_webhook_secret bytea,
  former_webhook_until timestamp with time zone,
  page_description text,
  page_support_url text,
  page_logo text,
  short_units integer not null default 0,
  short_bps integer not null default 0,
  rest_by text not null default 'operator'::text,
  needs_user_id boolean not null default false,
  nudge_minor integer not null default 0,
  excess text not null default 'counts'::text,
  payout_proof_ms integer not null default 3600000,
  constraint stores_pkey PRIMARY KEY (id),
  constraint stores_check CHECK (((webhook_secret IS NOT NULL) OR ((former_webhook_secret IS NULL) AND (former_webhook_until IS NULL)))),
  constraint stores_confirm_deadline_ms_check CHECK ((confirm_deadline_ms > 0)),
  constraint stores_deal_lifetime_ms_check CHECK ((deal_lifetime_ms > 0)),
  constraint stores_excess_check CHECK ((excess = ANY (ARRAY['counts'::text, 'apart'::text]))),
  constraint stores_in_fee_bps_check CHECK (((in_fee_bps >= 0) AND (in_fee_bps <= 10000))),
  constraint stores_in_fee_fixed_check CHECK ((in_fee_fixed >= 0)),
  constraint stores_in_spread_bps_check CHECK (((in_spread_bps >= '-5000'::integer) AND (in_spread_bps <= 5000))),
  constraint stores_invoice_lifetime_ms_check CHECK ((invoice_lifetime_ms > 0)),
  constraint stores_nudge_minor_check CHECK (((nudge_minor >= 0) AND (nudge_minor <= 100))),
  constraint stores_options_off_check CHECK ((cardinality(options_off) <= 100)),
  constraint stores_out_fee_bps_check CHECK (((out_fee_bps >= 0) AND (out_fee_bps <= 10000))),
  constraint stores_out_fee_fixed_check CHECK ((out_fee_fixed >= 0)),
  constraint stores_out_spread_bps_check CHECK (((out_spread_bps >= '-5000'::integer) AND (out_spread_bps <= 5000))),
  constraint stores_page_colour_check CHECK ((page_colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint stores_page_dark_colour_check CHECK ((page_dark_colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint stores_page_description_check CHECK (((length(page_description) >= 1) AND (length(page_description) <= 300))),
  constraint stores_page_frame_origins_check CHECK ((cardinality(page_frame_origins) <= 10)),
  constraint stores_page_language_check CHECK ((page_language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$'::text)),
  constraint stores_page_logo_check CHECK (((length(page_logo) >= 1) AND (length(page_logo) <= 6828))),
  constraint stores_page_name_check CHECK (((length(page_name) >= 1) AND (length(page_name) <= 200))),
  constraint stores_page_support_url_check CHECK (((length(page_support_url) >= 1) AND (length(page_support_url) <= 500))),
  constraint stores_payout_hold_ms_check CHECK ((payout_hold_ms > 0)),
  constraint stores_payout_lifetime_ms_check CHECK ((payout_lifetime_ms > 0)),
  constraint stores_payout_proof_ms_check CHECK (((payout_proof_ms >= 300000) AND (payout_proof_ms <= 86400000))),
  constraint stores_rate_bound_bps_check CHECK (((rate_bound_bps >= 0) AND (rate_bound_bps <= 10000))),
  constraint stores_repeat_window_ms_check CHECK (((repeat_window_ms >= 0) AND (repeat_window_ms <= 86400000))),
  constraint stores_rest_by_check CHECK ((rest_by = ANY (ARRAY['operator'::text, 'payer'::text]))),
  constraint stores_short_bps_check CHECK (((short_bps >= 0) AND (short_bps <= 500))),
  constraint stores_short_units_check CHECK (((short_units >= 0) AND (short_units <= 100))),
  constraint stores_two_approvals_above_check CHECK ((two_approvals_above >= 0)),
  constraint stores_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint stores_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint stores_settlement_currency_fkey FOREIGN KEY (settlement_currency) REFERENCES currencies(code)
);

CREATE TRIGGER stores_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.stores FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER stores_sealed_with_current_key BEFORE INSERT OR UPDATE ON public.stores FOR EACH ROW EXECUTE FUNCTION refuse_other_master_keys('webhook_secret', 'former_webhook_secret');

create table team_invitations (
  id uuid not null,
  merchant_id integer not null,
  ticket_hash text not null,
  name text not null,
  rights text[] not null,
  invited_by integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint team_invitations_pkey PRIMARY KEY (id),
  constraint team_invitations_ticket_hash_key UNIQUE (ticket_hash),
  constraint team_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint team_invitations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);

CREATE INDEX team_invitations_of_merchant ON public.team_invitations USING btree (merchant_id) WHERE (ended_at IS NULL);

create table token_days (
  token_id integer not null,
  day integer not null,
  day_sum bigint not null,
  constraint token_days_pkey PRIMARY KEY (token_id),
  constraint token_days_day_sum_check CHECK ((day_sum >= 0)),
  constraint token_days_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id)
) with (fillfactor=50);

create table told_channels (
  id integer not null generated by default as identity,
  user_id integer not null,
  kind text not null,
  address text not null,
  secret bytea,
  language text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  wrong_codes integer not null default 0,
  removed_at timestamp with time zone,
  is_proven boolean not null default false,
  constraint told_channels_pkey PRIMARY KEY (id),
  constraint told_channels_check CHECK (((kind = ANY (ARRAY['push'::text, 'webhook'::text])) = (secret IS NOT NULL))),
  constraint told_channels_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'telegram'::text, 'push'::text, 'webhook'::text]))),
  constraint told_channels_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ru'::text]))),
  constraint told_channels_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX told_channels_of_user ON public.told_channels USING btree (user_id);

CREATE TRIGGER told_channels_sealed_with_current_key BEFORE INSERT OR UPDATE ON public.told_channels FOR EACH ROW EXECUTE FUNCTION refuse_other_master_keys('secret');

create table told_messages (
  id bigint not null generated always as identity,
  fact text not null,
  user_id integer not null,
  channel_id integer not null,
  kind text not null,
  audience text not null,
  facts jsonb not null,
  created_at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  lease uuid,
  ended_at timestamp with time zone,
  failure text,
  constraint told_messages_pkey PRIMARY KEY (id),
  constraint told_messages_fact_user_id_channel_id_key UNIQUE (fact, user_id, channel_id),
  constraint told_messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'dropped'::text]))),
  constraint told_messages_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES told_channels(id),
  constraint told_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX told_messages_due ON public.told_messages USING btree (due_at) WHERE (state = 'waiting'::text);

CREATE INDEX told_messages_ended ON public.told_messages USING btree (ended_at);

CREATE INDEX told_messages_of_user ON public.told_messages USING btree (user_id, id);

create table told_wishes (
  user_id integer not null,
  kind text not null,
  channel_id integer not null,
  since timestamp with time zone not null,
  below bigint,
  constraint told_wishes_pkey PRIMARY KEY (user_id, kind, channel_id),
  constraint told_wishes_below_check CHECK ((below > 0)),
  constraint told_wishes_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES told_channels(id),
  constraint told_wishes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX told_wishes_of_kind ON public.told_wishes USING btree (kind);

create table trade_rollups (
  at timestamp with time zone not null,
  dimension text not null,
  key text not null,
  type text not null,
  currency text not null,
  created integer not null,
  paid integer not null,
  ended integer not null,
  paid_sum bigint not null,
  maker_sum bigint not null,
  constraint trade_rollups_pkey PRIMARY KEY (dimension, at, type, currency, key),
  constraint trade_rollups_dimension_check CHECK ((dimension = ANY (ARRAY['all'::text, 'store'::text, 'maker'::text, 'bank'::text, 'wait'::text, 'miss'::text]))),
  constraint trade_rollups_type_check CHECK ((type = ANY (ARRAY['in'::text, 'out'::text])))
);

create table transfers (
  id bigint not null generated always as identity,
  debit_id integer not null,
  credit_id integer not null,
  amount bigint not null,
  currency text not null,
  kind text not null,
  subject_id uuid not null,
  created_at timestamp with time zone not null,
  xid xid8 not null default pg_current_xact_id(),
  constraint transfers_pkey PRIMARY KEY (subject_id, kind),
  constraint transfers_amount_check CHECK ((amount > 0)),
  constraint transfers_check CHECK ((debit_id <> credit_id))
);

CREATE INDEX transfers_in_order ON public.transfers USING brin ((((xid)::text)::bigint), id) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX transfers_of_credit ON public.transfers USING btree (credit_id, id);

CREATE INDEX transfers_of_debit ON public.transfers USING btree (debit_id, id);

CREATE UNIQUE INDEX transfers_one_movement ON public.transfers USING btree (subject_id) WHERE (kind = ANY (ARRAY['top_up'::text, 'pay_back'::text]));

CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER transfers_move_balances AFTER INSERT ON public.transfers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION move_balances();

create table troubled_banks (
  currency text not null,
  bank text not null,
  since timestamp with time zone not null,
  constraint troubled_banks_pkey PRIMARY KEY (currency, bank),
  constraint troubled_banks_currency_bank_fkey FOREIGN KEY (currency, bank) REFERENCES banks(currency, code) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TRIGGER troubled_banks_raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.troubled_banks FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

create table unbacked_explanations (
  subject_id uuid not null,
  account_id integer not null,
  explanation text not null,
  explained_by text not null,
  explained_at timestamp with time zone not null,
  constraint unbacked_explanations_pkey PRIMARY KEY (subject_id),
  constraint unbacked_explanations_account_id_fkey FOREIGN KEY (account_id) REFERENCES bank_accounts(id)
);

create table users (
  id integer not null generated by default as identity,
  login text not null,
  name text not null default ''::text,
  role text not null,
  maker_id integer,
  merchant_id integer,
  password_hash text not null,
  totp_seed bytea,
  last_used_step bigint,
  failures integer not null default 0,
  locked_until timestamp with time zone,
  disabled boolean not null default false,
  created_at timestamp with time zone not null default now(),
  trusted_since timestamp with time zone not null,
  disabled_at timestamp with time zone,
  handle uuid not null default gen_random_uuid(),
  rights text[],
  constraint users_pkey PRIMARY KEY (id),
  constraint users_handle_key UNIQUE (handle),
  constraint users_login_key UNIQUE (login),
  constraint users_check CHECK (((role = 'maker'::text) = (maker_id IS NOT NULL))),
  constraint users_check1 CHECK (((role = 'merchant'::text) = (merchant_id IS NOT NULL))),
  constraint users_login_check CHECK ((login ~ '^[a-z0-9][a-z0-9._@+-]{1,99}$'::text)),
  constraint users_rights_check CHECK (((rights IS NULL) OR (role = 'merchant'::text))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['operator'::text, 'maker'::text, 'merchant'::text]))),
  constraint users_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES makers(id),
  constraint users_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);

CREATE TRIGGER users_sealed_with_current_key BEFORE INSERT OR UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION refuse_other_master_keys('totp_seed');

create table withdrawals (
  id uuid not null,
  store_id integer not null,
  account_id uuid not null,
  status smallint not null,
  sum bigint not null,
  fee bigint not null,
  currency text not null,
  address text not null,
  tx_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  approvals jsonb,
  reject_reason text,
  tx_shared boolean not null default false,
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_check CHECK (((status <> 4) OR (tx_id IS NOT NULL))),
  constraint withdrawals_fee_check CHECK ((fee >= 0)),
  constraint withdrawals_status_check CHECK ((status = ANY (ARRAY[2, 3, 4, 5]))),
  constraint withdrawals_sum_check CHECK ((sum > 0)),
  constraint withdrawals_account_id_fkey FOREIGN KEY (account_id) REFERENCES store_accounts(id),
  constraint withdrawals_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint withdrawals_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE INDEX withdrawals_of_store ON public.withdrawals USING btree (store_id, id);

CREATE INDEX withdrawals_of_transaction ON public.withdrawals USING btree (tx_id) WHERE (tx_id IS NOT NULL);

CREATE UNIQUE INDEX withdrawals_one_per_transaction ON public.withdrawals USING btree (lower((regexp_replace(tx_id, '^0[xX]'::text, ''::text) COLLATE "C"))) WHERE ((tx_id IS NOT NULL) AND (NOT tx_shared));

CREATE INDEX withdrawals_open ON public.withdrawals USING btree (id) WHERE (status = ANY (ARRAY[2, 3]));

CREATE TRIGGER withdrawals_told_when_asked_for AFTER INSERT ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION tell_withdrawal();

CREATE TRIGGER withdrawals_told_when_changed AFTER UPDATE ON public.withdrawals FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION tell_withdrawal();

create table work_limits (
  kind text not null,
  warn_minutes integer not null,
  late_minutes integer not null,
  constraint work_limits_pkey PRIMARY KEY (kind),
  constraint work_limits_check CHECK (((late_minutes >= warn_minutes) AND (late_minutes <= 43200))),
  constraint work_limits_kind_check CHECK ((kind = ANY (ARRAY['escalated'::text, 'overdue'::text, 'unproved'::text, 'confirmed'::text, 'objected'::text, 'dispute'::text, 'arrival'::text, 'payout'::text, 'withdrawal'::text, 'message'::text, 'line'::text]))),
  constraint work_limits_warn_minutes_check CHECK (((warn_minutes >= 1) AND (warn_minutes <= 43200)))
);
