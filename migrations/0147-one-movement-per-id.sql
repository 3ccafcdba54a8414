-- Runs beside: 0136
-- Outside a transaction: transfers_one_movement
-- A top-up and a pay-back under one ID are two kinds, so the key of transfers lets both in; for two makers no lock is shared either.
create unique index concurrently transfers_one_movement on transfers (subject_id) where kind in ('top_up', 'pay_back');
