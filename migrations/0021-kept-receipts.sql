-- Which receipts are needed, and by which invoice. A file is in the receipt store for good only with the act that wrote its row
-- here. Rows are only added; the same file twice is two rows.
create table kept_receipts (
  id bigint generated always as identity primary key,
  sha256 text not null,
  invoice_id uuid not null,
  size_bytes bigint not null check (size_bytes >= 0),
  kept_at timestamptz not null
);
create index kept_receipts_sha256 on kept_receipts (sha256);

insert into kept_receipts (sha256, invoice_id, size_bytes, kept_at)
select file->>'sha256', invoice_id, (file->>'sizeBytes')::bigint, now()
from (
  select d.invoice_id, a as file from deals d, jsonb_array_elements(d.attachments) a
    where jsonb_typeof(d.attachments) = 'array'
  union all
  select d.invoice_id, d.dispute->'attachment' from deals d where jsonb_typeof(d.dispute->'attachment') = 'object'
  union all
  select d.invoice_id, f.attachment from dispute_facts f join deals d on d.id = f.deal_id
    where jsonb_typeof(f.attachment) = 'object'
) named;

-- Files on their way: a row is there before its file is, and goes when it is known whether an act needs the file.
create table receipt_uploads (
  id uuid primary key,
  sha256 text not null,
  begun_at timestamptz not null
);
create index receipt_uploads_sha256 on receipt_uploads (sha256);
create index receipt_uploads_age on receipt_uploads (begun_at);

-- How many bytes an invoice has taken, or a store on a day (days since 1970; 0 for an invoice).
create table receipt_rooms (
  owner text primary key,
  day integer not null,
  bytes bigint not null check (bytes >= 0)
) with (fillfactor = 70);

insert into receipt_rooms (owner, day, bytes)
select 'invoice ' || invoice_id, 0, sum(size_bytes) from kept_receipts group by invoice_id;
