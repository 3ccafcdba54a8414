-- Runs beside: 0105
-- Strangers do not hear that an invoice lies in a file, hence the store. Null for what was detached before this was kept: operators
-- alone hear of that.
alter table detached_ids add column store_id integer;

-- How much is in a month is asked all day, and not counted for it.
create function archive_take_stock() returns void
language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
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
$$;
