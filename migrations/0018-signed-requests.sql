-- A payout or withdrawal that comes again with the very same signed bytes is one request: its first answer, by the hash of the
-- store and of what was signed. An answer that is older than the store's window is replaced by the next one.
create table signed_requests (
  id text primary key,
  status smallint not null,
  body text not null,
  answered_at timestamptz not null
);
create index signed_requests_age on signed_requests (answered_at);

-- What a store demands of the requests that its programs sign.
alter table stores
  add column repeat_window_ms integer not null default 86400000
    check (repeat_window_ms >= 0 and repeat_window_ms <= 86400000),
  add column payouts_need_id boolean not null default false,
  add column needs_sha256 boolean not null default false,
  add column needs_timestamp boolean not null default false;
