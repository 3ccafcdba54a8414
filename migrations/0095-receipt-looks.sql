-- Runs beside: 0087
-- Receipts whose picture is to be compared with others. A row comes with its receipt and goes when that is done.
create table receipts_to_compare (
  id bigint primary key,
  sha256 text not null,
  kept_at timestamptz not null,
  -- By the clock of the machine; null: nobody has begun.
  leased_until timestamptz,
  attempts integer not null default 0
);

-- With the receipt, so that none is left out whichever process keeps it.
create function receipts_are_compared() returns trigger language plpgsql as $$
begin
  insert into receipts_to_compare (id, sha256, kept_at) select id, sha256, kept_at from added;
  return null;
end $$;
create trigger kept_receipts_are_compared after insert on kept_receipts
  referencing new table as added for each statement execute function receipts_are_compared();

-- How the picture of a receipt looks (src/domain/receipt-look.ts). One row for each file, for as long as it is compared.
create table receipt_looks (
  id bigint primary key generated always as identity,
  sha256 text not null unique,
  kept_at timestamptz not null,
  cells bytea not null
);
create index receipt_looks_age on receipt_looks (kept_at);

-- Leads to pictures that look alike: they have a band in common. The newest of a band are found without reading the
-- others.
create table receipt_bands (
  band bigint not null,
  kept_at timestamptz not null,
  look_id bigint not null references receipt_looks on delete cascade,
  primary key (band, kept_at, look_id)
);
create index receipt_bands_of_look on receipt_bands (look_id);

-- Files that look alike, both ways round. It is a hint for who decides and stays as long as the receipts.
create table receipt_likenesses (
  sha256 text not null,
  other_sha256 text not null,
  primary key (sha256, other_sha256)
);

insert into receipts_to_compare (id, sha256, kept_at)
  select id, sha256, kept_at from kept_receipts where kept_at > now() - interval '90 days';
