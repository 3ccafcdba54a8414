-- Runs beside: 0032
-- Outside a transaction: arrivals_of_sum
create index concurrently arrivals_of_sum on arrivals (requisite_id, amount, id desc nulls last);
