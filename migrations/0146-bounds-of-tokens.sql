-- Runs beside: 0110
-- What a script's token is bound to: from where it is used, what its acts may move of one currency a day, and for which requisites they
-- are. Null: not bound, as tokens made before are.
alter table api_tokens
  add column addresses text[],
  add column day_max bigint check (day_max >= 0),
  add column day_currency text references currencies (code),
  add column requisite_ids integer[],
  add constraint api_tokens_day_check check ((day_max is null) = (day_currency is null));

-- What the acts of a token have moved on the newest day. A token with a sum a day has its row from the beginning.
create table token_days (
  token_id integer primary key references api_tokens,
  day integer not null,
  day_sum bigint not null check (day_sum >= 0)
) with (fillfactor = 50);

-- A file is read after the request that brought it in: its lines are bound as the token is.
alter table statement_imports add column token_id integer references api_tokens;
