-- Runs beside: 0121
-- Outside a transaction: deals_payouts_credited
create index concurrently deals_payouts_credited on deals (maker_id, ended_at) where type = 'out' and status = 'completed';
