-- Runs beside: 0077
-- The clocks of disputes: when a maker is reminded, by when an answer is due, how many open ones stop a maker's traffic. 0: never.
create table dispute_rules (
  id boolean primary key default true check (id),
  remind_minutes integer not null default 60 check (remind_minutes between 0 and 43200),
  answer_minutes integer not null default 120 check (answer_minutes between 0 and 43200),
  open_max integer not null default 5 check (open_max between 0 and 1000)
);
insert into dispute_rules default values;
create trigger dispute_rules_raise_version after insert or update or delete or truncate on dispute_rules
  for each statement execute function raise_catalogue_version();

-- Why disputes keep a maker from new deals; the worker writes it, and takes it back when it is answered.
alter table makers add column dispute_block text check (dispute_block in ('unanswered', 'too_many'));

-- What was said about a dispute by its clock, once for the whole fleet.
create table dispute_calls (
  deal_id uuid not null references deals (id),
  opened_at timestamptz not null,
  kind text not null check (kind in ('reminded', 'escalated')),
  called_at timestamptz not null,
  primary key (deal_id, opened_at, kind)
);

alter table dispute_facts drop constraint dispute_facts_kind_check;
alter table dispute_facts add constraint dispute_facts_kind_check check (kind in
  ('opened', 'evidence', 'agreed', 'refused', 'reminded', 'escalated', 'accepted', 'rejected')) not valid;
alter table dispute_facts validate constraint dispute_facts_kind_check;

alter table allocation_misses drop constraint allocation_misses_reason_check;
alter table allocation_misses add constraint allocation_misses_reason_check check (reason in
  ('no_requisite', 'amount_out_of_bounds', 'amount_busy', 'limits', 'hours', 'maker_balance', 'reward_above_fee',
   'phone_silent', 'disputes')) not valid;
alter table allocation_misses validate constraint allocation_misses_reason_check;

alter table work_limits drop constraint work_limits_kind_check;
alter table work_limits add constraint work_limits_kind_check check (kind in
  ('escalated', 'overdue', 'confirmed', 'dispute', 'arrival', 'payout', 'withdrawal', 'message', 'line'));
insert into work_limits (kind, warn_minutes, late_minutes) values ('escalated', 60, 720);
