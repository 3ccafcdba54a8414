-- Searches that no other index can lead. Every index on invoices and deals is paid for by each new invoice, so there is one
-- for payins only: by amount, the first thing anybody knows of money that cannot be found. A payin's requisite is found
-- through the deals of its maker instead.
create index invoices_of_amount on invoices (amount, id);

-- The number a payout goes to is known from its deal alone. Four digits are what people read out.
create index deals_of_payout_tail on deals (right(number, 4), id) where type = 'out';

create index arrivals_of_requisite on arrivals (requisite_id, id);

-- One arrival pays a deal; a second one goes back.
create unique index arrivals_one_per_deal on arrivals (deal_id) where status = 'matched';
