-- Where a feed reads its rate: sources in the order in which they are asked. The first that answers counts.
create table rate_sources (
  feed_id integer not null references rate_feeds on delete cascade,
  place smallint not null check (place between 1 and 5),
  url text not null check (length(url) between 1 and 2048),
  -- As in data.rates.0.price; empty for the document itself.
  path text not null check (length(path) <= 500),
  -- The path leads to an order book, and the rate is the mean of these places; null: it leads to the figure.
  book_from smallint check (book_from >= 1),
  book_to smallint check (book_to between book_from and 1000),
  book_price text check (length(book_price) <= 500),
  -- Where the document says when it was made, and how long ago that may be; null: it is as new as the answer.
  time_path text check (length(time_path) between 1 and 500),
  time_age_max_ms integer check (time_age_max_ms > 0),
  -- What came of it when it was last asked: a rate, or why there was none.
  last_asked_at timestamptz,
  last_error text,
  last_rate_e8 bigint,
  primary key (feed_id, place),
  check (num_nulls(book_from, book_to, book_price) in (0, 3)),
  check (num_nulls(time_path, time_age_max_ms) in (0, 2))
);

insert into rate_sources (feed_id, place, url, path) select id, 1, url, path from rate_feeds;

alter table rate_feeds
  drop column url,
  drop column path,
  -- Added to what a source says, in basis points; taken off where it is negative.
  add column margin_bps integer not null default 0 check (margin_bps between -5000 and 5000),
  -- The place that the last rate came from.
  add column used_place smallint,
  -- Why the last attempt gave no rate; null after a good one.
  add column fault text check (fault in ('no_answer', 'jump', 'crossed'));

update rate_feeds set used_place = 1 where last_rate_at is not null;
update rate_feeds set fault = 'no_answer' where last_error is not null;
