-- Runs beside: 0032
-- After a failover that lost changes, or a recovery to an earlier time, the number alone may come again for another catalogue.
-- Each version gets a mark that comes only once.
alter table catalogue_version add column epoch uuid not null default gen_random_uuid();

create or replace function raise_catalogue_version() returns trigger language plpgsql as $$
begin
  update catalogue_version set version = version + 1, epoch = gen_random_uuid();
  perform pg_notify('quittance_catalogue', '');
  return null;
end $$;
