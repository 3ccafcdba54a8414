-- Runs beside: 0107
-- Who waited for a month that was being detached went on with what the session knew of its tables, and met one that was gone. The
-- row that was waited for says whether the month has left.
create or replace function archive_bring_back(ids uuid[]) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
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
$$;
