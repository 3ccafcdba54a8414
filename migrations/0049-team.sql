-- Runs beside: 0032
-- Members of a merchant's team have rights of their own. Null: all of them, as the owners have, and everybody had before.
alter table users add column rights text[];
alter table users add constraint users_rights_check check (rights is null or role = 'merchant');

create table team_invitations (
  id uuid primary key,
  merchant_id int4 not null references merchants (id),
  -- The link is shown once; a stolen database lets nobody in.
  ticket_hash text not null unique,
  name text not null,
  rights text[] not null,
  invited_by int4 not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When somebody has joined by it, or it was taken back.
  ended_at timestamptz
);
create index team_invitations_of_merchant on team_invitations (merchant_id) where ended_at is null;
