-- Runs beside: 0104
-- What ended long ago moves out of the living tables, into one table for each month, which inherits from the living one
-- (docs/decisions/62-old-data-moves-to-months.md). So a query of `invoices` finds all of them, and one of `only invoices` those
-- that live. Without a month nothing is there to be found, and nothing costs more than before.

-- The months that have tables, or had them and lie in a file now.
create table archive_months (
  month date primary key check (extract(day from month) = 1),
  opened_at timestamptz not null default now(),
  -- Of the file, when the month is not here.
  detached_at timestamptz,
  file_name text,
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  counts jsonb,
  check ((detached_at is null) = (file_sha256 is null) and (detached_at is null) = (counts is null))
);

-- How far the mover has looked in this round; one row, locked by the process that moves.
create table archive_state (
  id boolean primary key default true check (id),
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  round_ended_at timestamptz,
  -- All that has moved had ended before this: what is younger lives.
  moved_before timestamptz
);
insert into archive_state default values;

-- The internal IDs of what has moved: a payout keeps its name for ever, also while its month lies in a file.
create table archived_names (
  store_id integer not null,
  internal_id text not null,
  id uuid not null,
  type text not null,
  status text not null,
  asked_amount bigint not null,
  currency text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (store_id, internal_id, created_at, id)
);
create unique index archived_names_one_payout on archived_names (store_id, internal_id) where type = 'out';

-- Invoices and deals that lie in a file: so that nobody takes them for lost.
create table detached_ids (
  id uuid primary key,
  month date not null references archive_months (month)
);
create index detached_ids_of_month on detached_ids (month);

-- An event is written from a notification that is there, neither is ever removed, and both may lie in different places.
alter table endpoint_events drop constraint endpoint_events_invoice_id_invoice_sequence_fkey;

-- IDs begin with their time.
create function archive_month_of(id uuid) returns date language sql immutable as $$
  select date_trunc('month', to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    at time zone 'UTC')::date
$$;

create function archive_first_id(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

create function archive_table(living text, month date) returns text language sql immutable as $$
  select 'archived_' || living || '_' || lpad(extract(year from month)::text, 4, '0') || '_'
    || lpad(extract(month from month)::text, 2, '0')
$$;

-- The tables of a month, which take the columns, checks and indexes of the living, and who may read those may read them. Tables
-- that exist are left as they are.
create function archive_open_month(wanted date) returns void language plpgsql as $$
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
$$;

-- An invoice with everything that hangs on it, in one direction or the other.
create function archive_shift(ids uuid[], month date, is_back boolean) returns void language plpgsql as $$
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
$$;

-- Looks at the next invoices of this round and moves those that have ended before `before` and that nothing can happen to by
-- itself. Nothing (null): another process is at it. Works with the owner's rights, as the service's role may not remove an
-- invoice; so the shortest age is decided here, by the clock of the database and of the sandbox.
create function archive_move(before timestamptz, count_max integer, out looked integer, out moved integer)
language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
declare
  bound timestamptz := least(before,
    now() + coalesce((select max(ahead_ms) from sandbox_clock), 0) * interval '1 millisecond' - interval '30 days');
  after uuid;
  seen uuid[];
  ids uuid[];
  part uuid[];
  one date;
begin
  select s.after_id into after from archive_state s for update skip locked;
  if not found then return; end if;
  select coalesce(array_agg(t.id order by t.id), '{}') into seen from (
    select i.id from only invoices i where i.id > after and i.id < archive_first_id(bound) order by i.id limit count_max
  ) t;
  looked := cardinality(seen);
  update archive_state set after_id = case when looked < count_max then '00000000-0000-0000-0000-000000000000'
    else seen[looked] end, round_ended_at = case when looked < count_max then now() else round_ended_at end;
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
  moved := cardinality(ids);
  if moved = 0 then return; end if;
  update archive_state set moved_before = greatest(moved_before, bound);
  -- A payin that ended so long ago answers no repeat, and its pair has rested: both would be given back to whoever asks next.
  update only invoices set holds_name = false where id = any(ids) and holds_name;
  update only deals set occupies = false where invoice_id = any(ids) and occupies;
  insert into archived_names (store_id, internal_id, id, type, status, asked_amount, currency, created_at, updated_at)
  select store_id, internal_id, id, type, status, asked_amount, currency, created_at, updated_at
  from only invoices where id = any(ids) and internal_id is not null and internal_id <> '';
  for one in select distinct archive_month_of(t.id) from unnest(ids) t(id) loop
    perform archive_open_month(one);
    part := array(select t.id from unnest(ids) t(id) where archive_month_of(t.id) = one);
    perform archive_shift(part, one, false);
  end loop;
end
$$;

-- Back to the living, for an act on it. Says how many came.
create function archive_bring_back(ids uuid[]) returns integer
language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
declare
  one date;
  part uuid[];
  total integer := 0;
begin
  for one in select distinct archive_month_of(t.id) from unnest(ids) t(id) order by 1 loop
    -- A month that is being detached is waited for.
    perform from archive_months m where m.month = one for share;
    continue when to_regclass(format('public.%I', archive_table('invoices', one))) is null;
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
$$;
