-- Runs beside: 0110
-- The fee a deal began with, by which other sums of it are counted. Null: it began before, or in an earlier release that works beside
-- this one; such a deal is counted by its store's fee of the day, as before.
alter table deals add column fee_bps integer, add column fee_fixed bigint;
