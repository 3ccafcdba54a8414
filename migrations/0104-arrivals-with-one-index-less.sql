-- Runs beside: 0087
-- What the index of the file before does as well: it takes 86 bytes for each arrival where two took 179.
alter table arrivals drop constraint arrivals_requisite_id_reference_key;
drop index arrivals_of_reference;
