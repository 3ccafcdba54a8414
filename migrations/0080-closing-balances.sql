-- Runs beside: 0055
-- What accounts held at the ends of days (UTC), by the dates of transfers: what is read of old periods begins there, and not with the
-- first transfer. Written with the pages of the book. A transfer may be sealed after the end of the day that it is dated:
-- then the days from that one on get further lines, and the one of the latest page counts.
create table book_days (
  day date not null,
  page bigint not null references book_pages (number),
  -- Transfers dated after the day have numbers from the first on, transfers dated on it or before up to the last.
  first_id bigint not null,
  last_id bigint not null,
  primary key (day, page)
);
create trigger book_days_append_only before update or delete or truncate on book_days
  for each statement execute function refuse_change();

-- Of accounts that were touched since the day before that was closed. Others hold what they held then.
create table book_closings (
  account_id integer not null references accounts (id),
  day date not null,
  page bigint not null references book_pages (number),
  balance bigint not null,
  primary key (account_id, day, page)
);
create trigger book_closings_append_only before update or delete or truncate on book_closings
  for each statement execute function refuse_change();

-- The last page whose transfers were looked at for it. A release before this one may have sealed pages since.
alter table book_state add column days_page bigint not null default 0;
