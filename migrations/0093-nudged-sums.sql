-- Runs beside: 0087
-- By how many of the smallest units of its currency a store lets a sum be lowered when all requisites are busy with it. 0: off.
alter table stores add column nudge_minor integer not null default 0 check (nudge_minor between 0 and 100);

alter table invoices drop constraint invoices_sum_reason_check;
alter table invoices add constraint invoices_sum_reason_check check (sum_reason in
  ('short', 'over', 'late', 'corrected', 'nudged')) not valid;
alter table invoices validate constraint invoices_sum_reason_check;
