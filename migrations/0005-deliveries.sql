-- Notifications on their way to the receivers.

-- Each store's notifications are numbered in the order of their commits: the counter's row stays locked until then. So a
-- reader who has seen a number never finds a smaller one later.
create table notification_feeds (
  store_id integer primary key references stores,
  last_sequence bigint not null
) with (fillfactor = 50);

alter table notifications add column feed_sequence bigint;
update notifications n set feed_sequence = c.number
from (select invoice_id, sequence, row_number() over (partition by store_id order by created_at, invoice_id, sequence) as number
  from notifications) c
where c.invoice_id = n.invoice_id and c.sequence = n.sequence;
insert into notification_feeds (store_id, last_sequence) select store_id, max(feed_sequence) from notifications group by store_id;
alter table notifications alter column feed_sequence set not null;
create unique index notifications_feed on notifications (store_id, feed_sequence);

-- What is still to be delivered: one row for each invoice, so that its notifications go one after the other. Rows are
-- removed when all has been delivered, so the table is as large as the work that waits.
create table delivery_queue (
  invoice_id uuid primary key,
  store_id integer not null,
  -- See src/domain/receiver.ts.
  receiver bigint not null,
  -- The notification that comes next, and the last one written so far.
  sequence integer not null,
  last_sequence integer not null,
  -- Of the notification that comes next.
  attempts integer not null default 0,
  -- While somebody has leased the row, this is when the lease ends: a worker that died gives it up by the clock.
  due_at timestamptz not null,
  lease uuid,
  -- A person asked for an earlier one again while this one was on its way.
  rewind_to integer,
  check (sequence <= last_sequence)
) with (fillfactor = 70);

create index delivery_queue_due on delivery_queue (receiver, due_at);

-- Notifications that were given up, until somebody has them sent again.
create table failed_notifications (
  invoice_id uuid not null,
  sequence integer not null,
  store_id integer not null,
  receiver bigint not null,
  failed_at timestamptz not null,
  primary key (invoice_id, sequence)
);

create index failed_notifications_of_store on failed_notifications (store_id, failed_at);

-- The delivery log: each attempt, kept for a set time.
create table delivery_attempts (
  id bigint generated always as identity primary key,
  invoice_id uuid not null,
  sequence integer not null,
  store_id integer not null,
  receiver bigint not null,
  ordinal integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  outcome text not null check (outcome in ('delivered', 'refused', 'gone', 'timeout', 'unreachable', 'forbidden')),
  -- Of HTTP; null when no answer came.
  status smallint,
  -- The beginning of the answer, or why there was none.
  answer text not null
);

create index delivery_attempts_of_notification on delivery_attempts (invoice_id, sequence);

-- Servers that notifications go to, once the first attempt was made.
create table receivers (
  key bigint primary key,
  store_id integer not null references stores,
  origin text not null,
  -- Since when no attempt has succeeded; null while all is well.
  failing_since timestamptz,
  -- Set after days of failure; nothing is sent until somebody resumes it.
  paused_at timestamptz,
  last_failure text,
  last_failure_at timestamptz
);

create index receivers_of_store on receivers (store_id);
