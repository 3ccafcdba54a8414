-- Runs beside: 0032
-- A notification that cannot be made into a message is set aside; the others go on.
alter table delivery_attempts drop constraint delivery_attempts_outcome_check;
alter table delivery_attempts add constraint delivery_attempts_outcome_check
  check (outcome in ('delivered', 'refused', 'gone', 'timeout', 'unreachable', 'forbidden', 'unsendable')) not valid;
alter table delivery_attempts validate constraint delivery_attempts_outcome_check;
