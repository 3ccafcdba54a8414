-- Runs beside: 0032
-- Whether this is a sandbox or production: a production database that is started as a sandbox by a misspelt setting would pay
-- its invoices without money. The first start writes it, and nothing changes it.
alter table cell add column mode text check (mode in ('sandbox', 'production')),
  -- The last line of the audit log that was looked at for what a sandbox has done to production data.
  add column fates_sought_to bigint not null default 0;
create trigger cell_keeps_mode before update on cell for each row
  when (old.mode is not null and new.mode is distinct from old.mode) execute function refuse_change();
