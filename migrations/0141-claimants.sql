-- Runs beside: 0140
-- How many claims a payer, an address or a store may have open; 0: any number. Who claimed stands in the dispute of the deal.
alter table dispute_rules
  add column payer_claims_max integer not null default 3 check (payer_claims_max between 0 and 1000),
  add column store_claims_max integer not null default 100 check (store_claims_max between 0 and 1000);

-- Claims that were decided, by the time they were made: those of the last weeks say how much the next one of their origin weighs.
create index deals_disputed_before on deals (((dispute ->> 'openedAt')::int8)) where dispute is not null and status <> 'dispute';
