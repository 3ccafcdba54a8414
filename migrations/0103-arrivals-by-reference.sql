-- Runs beside: 0087
-- Outside a transaction: arrivals_one_per_reference
-- One index for both: that a bank's reference comes once to a requisite, and the search for a reference.
create unique index concurrently arrivals_one_per_reference on arrivals (reference, requisite_id);
