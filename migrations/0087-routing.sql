-- What became of the deals of each requisite, by the half hour in which its invoices were made: the last hours say who gets
-- the next deal. Counted behind the work, with the figures of the overview; rows of yesterday go.
create table requisite_rollups (
  at timestamptz not null,
  requisite_id integer not null references requisites,
  ended integer not null,
  paid integer not null,
  -- Deals that waited for a word after the payer's receipt, and how many of them got it soon.
  waited integer not null,
  prompt integer not null,
  primary key (at, requisite_id)
);

-- Requisites that get fewer deals than the others: so many of a thousand.
create table requisite_weights (
  requisite_id integer primary key references requisites,
  weight integer not null check (weight > 0 and weight < 1000)
);
create trigger requisite_weights_raise_version after insert or update or delete or truncate on requisite_weights
  for each statement execute function raise_catalogue_version();

-- Banks through which hardly anything arrives while others work: payers and operators are told.
create table troubled_banks (
  currency text not null,
  bank text not null,
  since timestamptz not null,
  primary key (currency, bank),
  foreign key (currency, bank) references banks (currency, code) on update cascade on delete cascade
);
create trigger troubled_banks_raise_version after insert or update or delete or truncate on troubled_banks
  for each statement execute function raise_catalogue_version();
