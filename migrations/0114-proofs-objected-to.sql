-- Runs beside: 0110
-- A payout to whose proof somebody has objected waits for people, as work of its own kind.
alter table work_limits drop constraint work_limits_kind_check;
alter table work_limits add constraint work_limits_kind_check check (kind in
  ('escalated', 'overdue', 'confirmed', 'objected', 'dispute', 'arrival', 'payout', 'withdrawal', 'message', 'line'));
