-- Runs beside: 0032
-- What messages of a maker's phones may settle by themselves. Off until an operator says otherwise.
alter table makers add column auto_on boolean not null default false;
-- In the maker's settlement currency: for one deal, for a day (UTC), and for an arrival whose balance does not follow from
-- the one before. Null: no limit.
alter table makers add column auto_deal_max bigint check (auto_deal_max > 0);
alter table makers add column auto_day_max bigint check (auto_day_max > 0);
alter table makers add column auto_break_max bigint not null default 0 check (auto_break_max >= 0);

-- What was settled by itself on the newest day.
create table automation_days (
  maker_id integer primary key references makers,
  day integer not null,
  day_sum bigint not null check (day_sum >= 0)
) with (fillfactor = 50);
insert into automation_days (maker_id, day, day_sum) select id, 0, 0 from makers;

create function add_automation_day() returns trigger language plpgsql as $$
begin
  insert into automation_days (maker_id, day, day_sum) values (new.id, 0, 0);
  return null;
end $$;
create trigger makers_have_an_automation_day after insert on makers for each row execute function add_automation_day();

alter table arrivals drop constraint arrivals_exception_check;
alter table arrivals add constraint arrivals_exception_check check (exception in
  ('short', 'over', 'late', 'twice', 'nobody', 'automation_off', 'deal_limit', 'day_limit', 'balance_break', 'before_deal'))
  not valid;
alter table arrivals validate constraint arrivals_exception_check;

alter table allocation_misses drop constraint allocation_misses_reason_check;
alter table allocation_misses add constraint allocation_misses_reason_check check (reason in
  ('no_requisite', 'amount_out_of_bounds', 'amount_busy', 'limits', 'hours', 'maker_balance', 'reward_above_fee',
   'phone_silent')) not valid;
alter table allocation_misses validate constraint allocation_misses_reason_check;
