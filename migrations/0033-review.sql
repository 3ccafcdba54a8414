-- Runs beside: 0032
-- What operators need beside the queue itself: who works on a case, what they say about it, and when it is late.

-- A case is what waits for a person: a deal, an arrival or a withdrawal, by its ID.
create table case_claims (
  case_id uuid primary key,
  user_id integer not null references users,
  claimed_at timestamptz not null
);

create table case_comments (
  id bigint generated always as identity primary key,
  case_id uuid not null,
  user_id integer not null references users,
  at timestamptz not null,
  text text not null check (length(text) between 1 and 1000)
);

create index case_comments_of_case on case_comments (case_id, id);

-- Of whom a comment speaks, until they have seen it.
create table case_mentions (
  user_id integer not null references users,
  comment_id bigint not null references case_comments,
  primary key (user_id, comment_id)
);

-- After how many minutes a case of a kind is shown as waiting long, and as late.
create table work_limits (
  kind text primary key
    check (kind in ('overdue', 'confirmed', 'dispute', 'arrival', 'payout', 'withdrawal')),
  warn_minutes integer not null check (warn_minutes between 1 and 43200),
  late_minutes integer not null check (late_minutes between warn_minutes and 43200)
);

insert into work_limits (kind, warn_minutes, late_minutes) values
  ('overdue', 60, 1440),
  ('confirmed', 15, 60),
  ('dispute', 720, 2880),
  ('arrival', 60, 240),
  ('payout', 30, 120),
  ('withdrawal', 60, 480);

-- What a payer did before, in one shop.
create index invoices_by_payer on invoices (store_id, user_id, id desc nulls last)
  where user_id is not null and user_id <> '';
