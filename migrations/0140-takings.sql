-- Runs beside: 0121
-- Who takes a payout has a time to prove it, and may have so many at once. Of a deal: who has taken it, until when, and when they gave
-- it back. Null: nobody has, or it was taken in an earlier release; then it has the time of its deal.
alter table stores add column payout_proof_ms integer not null default 3600000
  check (payout_proof_ms between 300000 and 86400000);
alter table makers add column takings_max integer not null default 5 check (takings_max between 1 and 1000),
  add column takings_covered boolean not null default false;
alter table deals add column takings jsonb;

create index deals_payouts_taken on deals (id) where type = 'out' and status = 'transfer_waiting';

alter table work_limits drop constraint work_limits_kind_check;
alter table work_limits add constraint work_limits_kind_check check (kind in
  ('escalated', 'overdue', 'unproved', 'confirmed', 'objected', 'dispute', 'arrival', 'payout', 'withdrawal', 'message', 'line'));
