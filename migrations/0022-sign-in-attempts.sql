-- Wrong attempts to sign in, by a keyed hash of what they are counted by: the login that was typed, whether anybody has it or
-- not; the address; a device that has signed in before. Typed logins may be passwords, so they are not readable here.
create table sign_in_attempts (
  key text primary key,
  failures integer not null check (failures >= 0),
  waits_until timestamptz,
  last_at timestamptz not null
);
create index sign_in_attempts_age on sign_in_attempts (last_at);
