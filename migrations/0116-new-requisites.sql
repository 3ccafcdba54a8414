-- Runs beside: 0115
-- A requisite that an operator adds waits for a second operator or its maker, and gets no deals for an hour then. Null: it waits.
alter table requisites add column usable_from timestamptz default to_timestamp(0);
-- Who has added it; null for the machine, the sandbox and what was there before.
alter table requisites add column added_by integer references users(id);

alter table allocation_misses drop constraint allocation_misses_reason_check;
alter table allocation_misses add constraint allocation_misses_reason_check check (reason in
  ('no_requisite', 'amount_out_of_bounds', 'amount_busy', 'limits', 'hours', 'maker_balance', 'reward_above_fee',
   'phone_silent', 'disputes', 'new_requisite')) not valid;
alter table allocation_misses validate constraint allocation_misses_reason_check;
