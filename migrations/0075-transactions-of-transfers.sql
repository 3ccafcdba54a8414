-- Runs beside: 0055
-- Whose transaction wrote a transfer: the book is sealed by what a snapshot sees and the one before it did not. The rows of before
-- get the number of this migration, once and not row by row, so this takes no longer on a large table.
alter table transfers add column xid xid8 not null default pg_current_xact_id();
