-- Runs beside: 0087
-- Outside a transaction: kept_receipts_of_invoice
-- Leads from an invoice to its receipts, and from those to other invoices that the same file was given for.
create index concurrently kept_receipts_of_invoice on kept_receipts (invoice_id);
