-- Runs beside: 0110
-- How long the files of a maker were read on the newest day. A maker without a row has not cost anything yet.
create table statement_reading (
  maker_id integer primary key references makers,
  day integer not null,
  spent_ms bigint not null check (spent_ms >= 0)
) with (fillfactor = 50);
