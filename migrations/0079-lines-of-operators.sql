-- Runs beside: 0055
-- Whose word a line of the bank is. A day closes over lines that an operator's file has told of, and money is backed by such a
-- line alone: a maker's own file confirms what costs the maker, and nothing else.
alter table bank_lines add column is_trusted boolean not null default false;
-- A person has said which money it is: it is not judged again.
alter table bank_lines add column is_decided boolean not null default false;
alter table bank_days add column is_trusted boolean not null default false;

update bank_lines l set is_trusted = true where exists (
  select from bank_line_sightings s join statement_imports i on i.id = s.import_id
  where s.line_id = l.id and i.role = 'operator');
update bank_days d set is_trusted = true where exists (
  select from bank_lines l where l.account_id = d.account_id and l.booked_on = d.day and l.family = d.family and l.is_trusted);
-- Until now only operators could link a line that was open, and what a line was linked with by itself is found again.
update bank_lines l set is_decided = true where exists (
  select from audit_log a where a.action = 'link-line' and a.subject_kind = 'bank-line' and a.subject_id = l.id::text);

-- Messages and lines that wait for a person are work like any other, the oldest first.
alter table bank_lines add column told_at timestamptz not null default date_trunc('milliseconds', now());
create index bank_lines_waiting on bank_lines (told_at, id) where is_trusted and explained_at is null and state = 'open';
create index message_outcomes_waiting on message_outcomes (read_at, message_id)
  where verdict is null and arrival_id is null and outcome in ('held', 'unread', 'ambiguous');
alter table work_limits drop constraint work_limits_kind_check;
alter table work_limits add constraint work_limits_kind_check check (kind in
  ('overdue', 'confirmed', 'dispute', 'arrival', 'payout', 'withdrawal', 'message', 'line'));
