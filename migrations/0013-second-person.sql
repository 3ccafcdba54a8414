-- Acts that need a second person.

-- Since when somebody has been who they are: created, or last let in anew by somebody else. Who approves something must have
-- been there before it was asked for.
alter table users add column trusted_since timestamptz;
update users set trusted_since = created_at;
alter table users alter column trusted_since set not null;

-- A disabled operator counts as somebody to ask for a while: disabling the others is no way around a second person.
alter table users add column disabled_at timestamptz;
update users set disabled_at = created_at where disabled;

-- When an operator last changed what the merchant's requests and withdrawals are believed by. Withdrawals wait after that.
alter table merchants add column access_changed_at timestamptz;

create table pending_acts (
  id uuid primary key,
  -- As in the audit log.
  name text not null,
  danger text not null check (danger in ('operator-access', 'merchant-access', 'store-terms', 'large-top-up')),
  subject_kind text not null,
  subject_id text not null,
  details jsonb,
  requested_by integer not null references users,
  requested_at timestamptz not null,
  reason text not null,
  approvable_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null check (status in ('waiting', 'approved', 'rejected')),
  decided_by integer references users,
  decided_at timestamptz,
  -- The act in full, sealed with the master key: it may hold a secret.
  sealed bytea not null,
  check ((status = 'waiting') = (decided_at is null)),
  -- The rule itself, once more.
  check (status <> 'approved' or decided_by <> requested_by)
);

create index pending_acts_waiting on pending_acts (id) where status = 'waiting';
