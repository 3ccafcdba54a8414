-- Runs beside: 0087
-- What the index of the file before does as well: 179 bytes of two indexes for each arrival were 96.
alter table arrivals drop constraint arrivals_requisite_id_reference_key;
drop index arrivals_of_reference;
