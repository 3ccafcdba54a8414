-- Runs beside: 0032
-- Money of a paid payin that goes back to its payer. The payer says where to, on a page of their own; then a payout pays it.
create table refunds (
  id uuid primary key,
  invoice_id uuid not null references invoices (id),
  store_id int4 not null,
  sum int8 not null check (sum > 0),
  currency text not null,
  reason text not null,
  asked_by text not null,
  created_at timestamptz not null,
  -- Until when the payer may say where the money goes.
  lapses_at timestamptz not null,
  -- The payout that pays it; none before the payer has said where to.
  payout_id uuid,
  canceled_at timestamptz,
  check (payout_id is null or canceled_at is null)
);
create index refunds_of_invoice on refunds (invoice_id);
create unique index refunds_one_per_payout on refunds (payout_id) where payout_id is not null;
