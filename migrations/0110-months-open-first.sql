-- Runs beside: 0109
-- A query that was planned before a month had tables, and whose snapshot was taken after something had moved there, found it in neither
-- place: a page said that there is no such invoice, an event was given up. The step that opens a month moves nothing now; the next
-- one does, a while later.
drop function archive_move(timestamptz, integer);
create function archive_move(before timestamptz, count_max integer, out looked integer, out moved integer, out opened boolean)
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
$$;
