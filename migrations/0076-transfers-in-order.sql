-- Runs beside: 0055
-- Outside a transaction: transfers_in_order
-- Finds the newest transfers, and those of a page, by where they lie: some bytes for every 32 blocks. PostgreSQL has no such index
-- over xid8 itself. Numbers of transactions stay far below the end of bigint.
create index concurrently transfers_in_order on transfers using brin ((xid::text::int8), id)
with (pages_per_range = 32, autosummarize = on);
