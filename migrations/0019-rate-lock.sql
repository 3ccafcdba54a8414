-- A receipt stops the clock of a deal and keeps its rate. A confirmed transfer has a deadline now; past it, and when the rate has
-- moved further than the bound, in basis points, the deal is settled with the rate of then, or rejected.
alter table stores
  add column confirm_deadline_ms integer not null default 86400000 check (confirm_deadline_ms > 0),
  add column rate_bound_bps integer not null default 300 check (rate_bound_bps >= 0 and rate_bound_bps <= 10000);
