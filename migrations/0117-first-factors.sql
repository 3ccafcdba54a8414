-- Runs beside: 0110
-- What lets somebody set up a first second factor, where a password alone must not: a code that an operator, a colleague or the command
-- line has handed over, or that went to an address of the person's own. Its hash is kept until it was used, or a day after its end.
create table enrolment_codes (
  user_id integer not null references users,
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  is_mailed boolean not null,
  primary key (user_id, code_hash)
);

-- Whether a mail address was confirmed by somebody who had shown more than a password. Those that were there before are believed.
alter table told_channels add column is_proven boolean not null default false;
update told_channels set is_proven = true where kind = 'email' and confirmed_at is not null;

-- A new installation asks everybody for a second factor. One that has users has decided for itself.
update access_rules set makers_need_factor = true, merchants_need_factor = true where not exists (select from users);

-- One danger more than there were, whichever they are by now.
do $$
declare
  dangers text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'pending_acts_danger_check');
begin
  alter table pending_acts drop constraint pending_acts_danger_check;
  execute 'alter table pending_acts add constraint pending_acts_danger_check '
    || replace(dangers, 'ARRAY[', 'ARRAY[''maker-access''::text, ');
end $$;
