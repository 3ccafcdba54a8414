-- Runs beside: 0087
-- Addresses of a store's own that hear what the store wants to hear, each with a secret of its own.
create table store_endpoints (
  id uuid primary key,
  store_id integer not null references stores,
  url text not null,
  kinds text[] not null check (
    cardinality(kinds) > 0
    and kinds <@ array['invoice', 'dispute', 'withdrawal', 'balance', 'book', 'access']),
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  check ((former_secret is null) = (former_until is null))
);
create index store_endpoints_of_store on store_endpoints (store_id) where removed_at is null;
create trigger store_endpoints_raise_version after insert or update or delete or truncate on store_endpoints
  for each statement execute function raise_catalogue_version();
create trigger store_endpoints_sealed_with_current_key before insert or update on store_endpoints
  for each row execute function refuse_other_master_keys('secret', 'former_secret');

-- How far each has been told: changes with every event, so it is not part of the catalogue.
create table endpoint_places (
  endpoint_id uuid primary key references store_endpoints,
  last_sequence integer not null default 0,
  -- Of the store's feed of notifications.
  feed_sequence bigint not null,
  -- Of the sealed book.
  page bigint not null,
  -- What was told last of each account; null: nothing yet.
  balances jsonb
) with (fillfactor = 50);

-- What an endpoint is told, in its order. A fact is told once.
create table endpoint_events (
  endpoint_id uuid not null references store_endpoints,
  sequence integer not null,
  kind text not null,
  fact text not null,
  invoice_id uuid,
  invoice_sequence integer,
  facts jsonb,
  created_at timestamptz not null,
  primary key (endpoint_id, sequence),
  unique (endpoint_id, fact),
  foreign key (invoice_id, invoice_sequence) references notifications (invoice_id, sequence),
  check ((invoice_id is null) = (facts is not null))
);

-- Facts that no feed keeps, written with what they are about and only where somebody listens. Their place among the events is
-- given later: a counter here would make those wait for each other who have nothing to do with each other.
create table endpoint_outbox (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null references store_endpoints,
  kind text not null,
  fact text not null,
  facts jsonb not null,
  created_at timestamptz not null
);
create index endpoint_outbox_of_endpoint on endpoint_outbox (endpoint_id, id);

create function tell_withdrawal() returns trigger language plpgsql as $$
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
end $$;
create trigger withdrawals_told_when_asked_for after insert on withdrawals
  for each row execute function tell_withdrawal();
create trigger withdrawals_told_when_changed after update on withdrawals
  for each row when (old.status <> new.status) execute function tell_withdrawal();
