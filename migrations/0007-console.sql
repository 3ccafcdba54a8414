-- What operators look for in the console. Transfers that a receipt confirms and disputes wait for a person by the time they
-- began to wait, not by the age of their deal. Both indexes hold only what waits.
create index deals_confirmed on deals (confirmed_at, id) where status = 'transfer_confirmed';
create index deals_disputed_since on deals (((dispute ->> 'openedAt')::int8), id) where status = 'dispute';

-- Numbers that people paste into the search: the bank's of a transfer, the network's of a withdrawal.
create index arrivals_of_reference on arrivals (reference);
create index withdrawals_of_transaction on withdrawals (tx_id) where tx_id is not null;
