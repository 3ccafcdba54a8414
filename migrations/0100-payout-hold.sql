-- How long a maker's proof of a payout waits for somebody to object before it credits the maker.
alter table stores add column payout_hold_ms integer not null default 3600000 check (payout_hold_ms > 0);

-- Payouts with a proof, by the time of the proof: those whose hold has passed are at its beginning.
create index deals_payouts_proven on deals (confirmed_at, id) where type = 'out' and status = 'transfer_confirmed';
