-- Runs beside: 0087
-- Payers who play: how much a store lets one payer have open, begin and leave unpaid. Without a row nothing is counted.
create table payer_rules (
  store_id integer not null references stores,
  -- Payers who have paid before, those who have not, and addresses on the payer's page.
  who text not null check (who in ('known', 'fresh', 'address')),
  -- 0: no limit.
  pending_max integer not null check (pending_max between 0 and 50),
  count_max integer not null check (count_max between 0 and 50),
  count_minutes integer not null check (count_minutes between 1 and 10080),
  failures_max integer not null check (failures_max between 0 and 50),
  block_minutes integer not null check (block_minutes between 1 and 43200),
  primary key (store_id, who)
);
create trigger payer_rules_raise_version after insert or update or delete or truncate on payer_rules
  for each statement execute function raise_catalogue_version();

alter table stores add column needs_user_id boolean not null default false;

-- One row for each payer of a store that counts. It is locked while somebody counts, and it carries the block.
create table payers (
  key text primary key,
  id integer not null generated always as identity unique,
  store_id integer not null references stores,
  kind text not null check (kind in ('user', 'address')),
  name text not null,
  -- Of an address: which payins were begun from there, and when. Those of a user are found by the user's ID.
  begun jsonb,
  seen_at timestamptz not null,
  failures integer not null check (failures >= 0),
  blocked_at timestamptz,
  blocked_until timestamptz,
  lifted_at timestamptz,
  constraint payers_block_check check ((blocked_at is null) = (blocked_until is null))
) with (fillfactor = 80);
create index payers_blocked on payers (blocked_until desc, id desc) where blocked_until is not null;
create index payers_seen on payers (seen_at);
