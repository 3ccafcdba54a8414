-- Runs beside: 0055
-- One message becomes one arrival, whoever is at work on it. A person who enters it by hand says first as what, so that a second
-- person, or the same one after a crash, can only finish that.
alter table message_outcomes add column entering_requisite_id integer references requisites;
alter table message_outcomes add column entering_amount bigint check (entering_amount > 0);
alter table message_outcomes add constraint message_outcomes_entering check
  ((entering_requisite_id is null) = (entering_amount is null));

-- A template was switched on after nobody could read the message: it is read once more, behind the work. While a worker is at
-- it, no person is; afterwards it says when it was read late.
alter table message_outcomes add column waits_again boolean not null default false;
alter table message_outcomes add column is_read_again boolean not null default false;
alter table message_outcomes add column read_late_at timestamptz;
create index message_outcomes_again on message_outcomes (phone_id, message_id) where waits_again;

-- Lists of one maker: what became of its messages, and what waits for a person.
create index message_outcomes_of_maker_by_outcome on message_outcomes (maker_id, outcome, message_id desc);
create index message_outcomes_open_of_maker on message_outcomes (maker_id, message_id)
  where verdict is null and arrival_id is null and outcome in ('held', 'unread', 'ambiguous');

-- A message that tells no balance, or too late, of an account whose balances are known.
alter table arrivals drop constraint arrivals_exception_check;
alter table arrivals add constraint arrivals_exception_check check (exception in
  ('short', 'over', 'late', 'twice', 'nobody', 'automation_off', 'deal_limit', 'day_limit', 'balance_break',
   'balance_unchecked', 'before_deal')) not valid;
alter table arrivals validate constraint arrivals_exception_check;
