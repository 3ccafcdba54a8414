-- The service works under a role that owns nothing and may change only what src/storage/roles/work-rights.ts lists. What it
-- may not do itself, and the database does for it, is done with the owner's rights here. The search path is fixed, so that
-- nobody can put other tables in front of these.

-- Balances follow from transfers: the work role may add transfers, and may not touch balances.
alter function move_balances() security definer set search_path = public, pg_temp;
alter function refuse_moved_account() set search_path = public, pg_temp;

-- Statistics are the owner's business until PostgreSQL 17 has a right for it; a fresh installation needs them at once.
create function analyze_table(name text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('analyze public.%I', name);
end
$$;
