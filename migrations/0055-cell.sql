-- Runs beside: 0032
-- Which of several installations behind one address this is: IDs and API keys carry the number. The first start writes it.
create table cell (
  only_row boolean primary key default true check (only_row),
  number smallint not null check (number between 0 and 255)
);
