-- Lists are narrowed to a store, a direction and a status; to a maker, a direction and a status. An index that ends before one
-- of these leads to a page that is filled by walking the past: all of it, when there is little to find. Now each narrowed
-- list is a range of one index. Most take the place of an index without kinds, so that a new invoice costs little more.
--
-- "nulls last" is there for the planner. It orders by an ID that is never null as the lists do, and as the primary key does not:
-- so the planner cannot take the primary key for a list and filter, which it likes to do, and which reads the whole past.
create index invoices_by_store on invoices (store_id, type, id desc nulls last);
drop index invoices_of_store;

-- Written when an invoice ends, not when it begins. Those that are open are found through the index of what expires.
create index invoices_ended on invoices (store_id, type, status, id desc nulls last) where status <> 'new';

-- A payout that nobody has taken has no maker; zero stands for nobody.
create index deals_of_kind on deals ((coalesce(maker_id, 0)), type, status, id desc nulls last);
drop index deals_of_maker;
-- Disputes are a kind like any other, and those that wait for a person have an index by the time they began.
drop index deals_in_dispute;

-- Shops have prices, and a price may be on every invoice of another store.
create index invoices_of_sum on invoices (store_id, amount, id desc nulls last);
drop index invoices_of_amount;

-- Who looks for an old transfer to a card has its number; the maker's other cards may have had all deals since.
create index deals_of_requisite on deals (requisite_id, invoice_id desc nulls last) where requisite_id is not null;

-- Arrivals that did not match by themselves are few.
create index arrivals_with_exception on arrivals (status, exception, id desc nulls last) where exception is not null;
create index arrivals_of_requisite_with_exception on arrivals (requisite_id, id desc nulls last) where exception is not null;
create index arrivals_to_requisite on arrivals (requisite_id, id desc nulls last);
drop index arrivals_of_requisite;

create index audit_log_by_user on audit_log (user_id, id desc nulls last);
drop index audit_log_of_user;
