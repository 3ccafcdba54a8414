-- Runs beside: 0032
-- Operators find an order by how its number begins. The same index finds whole numbers as before: what is equal is equal in
-- either order of text, and this one does not depend on the language of the database.
drop index invoices_internal_id;

create index invoices_internal_id on invoices (store_id, internal_id text_pattern_ops, created_at)
where internal_id is not null and internal_id <> '';
