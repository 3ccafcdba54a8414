-- What an API key may do, from where, and what it signs with.
alter table api_keys
  add column name text not null default '' check (length(name) <= 100),
  add column scopes text[] not null default '{read,payin,payout,withdraw}'
    check (scopes <@ '{read,payin,payout,withdraw}' and cardinality(scopes) > 0),
  -- Addresses and ranges; none: any address.
  add column addresses text[] not null default '{}' check (cardinality(addresses) <= 50),
  -- Sealed. Null: it signs with the merchant's secret.
  add column secret bytea,
  -- When a key that was replaced by another ends by itself.
  add column valid_until timestamptz;

create trigger api_keys_sealed_with_current_key before insert or update on api_keys
  for each row execute function refuse_other_master_keys('secret');

-- When a key was last used, and from where. Apart from the keys: these belong to the catalogue, which is read anew with every
-- change of them.
create table api_key_uses (
  key text primary key references api_keys,
  used_at timestamptz not null,
  address text not null
);

-- What the notifications of a store are signed with, sealed. Null: the merchant's secret. The former one signs beside it until
-- then; where there is none, that is the merchant's.
alter table stores
  add column webhook_secret bytea,
  add column former_webhook_secret bytea,
  add column former_webhook_until timestamptz,
  add check (webhook_secret is not null or (former_webhook_secret is null and former_webhook_until is null));

create trigger stores_sealed_with_current_key before insert or update on stores
  for each row execute function refuse_other_master_keys('webhook_secret', 'former_webhook_secret');
