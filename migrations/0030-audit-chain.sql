-- The audit log is chained by hashes, behind the work: rows get a link when their transaction is over for everybody.

-- Whose transaction wrote a row. Ordered by it, all rows below the oldest running transaction are there for good. The rows of
-- before get the number of this migration; what matters is that they are finished.
alter table audit_log add column xid xid8 not null default pg_current_xact_id();
create index audit_log_in_order on audit_log (xid, id);

create table audit_chain (
  sequence bigint primary key check (sequence > 0),
  row_id bigint not null unique references audit_log (id),
  hash bytea not null check (length(hash) = 32)
);
create trigger audit_chain_append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_change();

-- How far each chain has come: how many links it has had, and below which transaction everything is in it. A number of a
-- transaction means nothing in another cluster, so backups leave it out, and a restored chain looks at all rows once.
create table chain_states (
  chain text primary key,
  length bigint not null check (length >= 0),
  horizon xid8 not null default '0'
);
