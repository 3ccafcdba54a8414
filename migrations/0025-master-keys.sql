-- The master key can be changed while the service works.

-- Which keys have sealed boxes here, by the ID that stands in each box. One of them is current: the others are retired.
create table master_keys (
  id bytea primary key check (length(id) = 4),
  since timestamptz not null,
  retired_at timestamptz,
  -- When no box under a retired key was left.
  resealed_at timestamptz,
  check (resealed_at is null or retired_at is not null)
);
create unique index master_keys_one_current on master_keys ((true)) where retired_at is null;

-- The processes of the service, and which keys each can open boxes with: a key that one of them lacks must not come into use.
create table service_processes (
  id uuid primary key,
  host text not null,
  sealing_key bytea not null,
  held_keys bytea[] not null,
  seen_at timestamptz not null
);

-- A box that comes new into a row is sealed with the current key, whatever key a process was started with: after a rotation
-- nothing may be left that only the former key opens. A box that was in the row before may stay, or move to another column.
-- The share lock makes a rotation wait for what is being stored under the former key.
create function refuse_other_master_keys() returns trigger language plpgsql as $$
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
$$;

create trigger merchants_sealed_with_current_key before insert or update on merchants
  for each row execute function refuse_other_master_keys('secret', 'old_secret', 'totp_seed');
create trigger users_sealed_with_current_key before insert or update on users
  for each row execute function refuse_other_master_keys('totp_seed');
create trigger pending_acts_sealed_with_current_key before insert or update on pending_acts
  for each row execute function refuse_other_master_keys('sealed');
