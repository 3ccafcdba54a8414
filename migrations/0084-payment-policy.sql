-- Runs beside: 0077
-- What a store lets happen when another sum comes than was asked for. All of it is off: an operator decides.
-- A short payment pays by itself when no more is missing than so many whole units of its currency, or basis points of it.
alter table stores add column short_units integer not null default 0 check (short_units between 0 and 100);
alter table stores add column short_bps integer not null default 0 check (short_bps between 0 and 500);
-- Who deals with what is missing: an operator, or the payer, who may send the rest.
alter table stores add column rest_by text not null default 'operator' check (rest_by in ('operator', 'payer'));

-- What has come of an invoice in deals before the last one: the payer sends the rest.
alter table invoices add column part_sum bigint check (part_sum > 0);
-- Why it was not simply paid as asked.
alter table invoices add column sum_reason text check (sum_reason in ('short', 'over', 'late', 'corrected'));
