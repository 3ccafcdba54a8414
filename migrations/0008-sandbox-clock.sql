-- How far somebody has moved the sandbox's clock; no row: not at all. It raises the catalogue's version like everything that
-- all processes of the service have to see at once.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null check (ahead_ms >= 0)
);

create function refuse_time_travel() returns trigger language plpgsql as $$
begin
  if new.ahead_ms < old.ahead_ms then
    raise exception 'the clock cannot be moved back' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger sandbox_clock_forward before update on sandbox_clock
for each row execute function refuse_time_travel();

create trigger sandbox_clock_raise_version after insert or update or delete or truncate on sandbox_clock
for each statement execute function raise_catalogue_version();
