-- Operators read everybody's notifications newest first. The keys begin with the invoice, whose ID says when the invoice was
-- made and not when something happened to it.
create index notifications_by_time on notifications (created_at, invoice_id, sequence);
