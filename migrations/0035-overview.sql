-- Runs beside: 0032
-- What the overview adds up, by half hours, so that a month of a large service is read in milliseconds. A worker keeps it behind
-- the work: nothing here is written while an invoice is made or paid, and all of it can be made again from the rows it counts.
-- A half hour and not an hour: days begin at a half hour in some time zones.
create table trade_rollups (
  -- The half hour in which the invoice was made; of a miss, in which it happened.
  at timestamptz not null,
  -- What is told apart: nothing, the store, the maker, the bank, how long the money was waited for, why there was no requisite.
  dimension text not null check (dimension in ('all', 'store', 'maker', 'bank', 'wait', 'miss')),
  key text not null,
  type text not null check (type in ('in', 'out')),
  currency text not null,
  created int4 not null,
  paid int4 not null,
  -- Paid ones included.
  ended int4 not null,
  paid_sum int8 not null,
  -- What the paid ones took of makers' balances, in their settlement currency.
  maker_sum int8 not null,
  primary key (dimension, at, type, currency, key)
);

-- Parts of fees by the half hour of their transfer.
create table fee_rollups (
  at timestamptz not null,
  kind text not null,
  currency text not null,
  to_service boolean not null,
  amount int8 not null,
  primary key (at, kind, currency, to_service)
);

-- How far the worker has come. What is younger is read from the rows themselves.
create table rollup_state (
  id boolean primary key default true check (id),
  -- Invoices below this ID are counted; IDs begin with their time.
  trade_to uuid not null,
  -- Changes of invoices up to here have been followed.
  followed_to timestamptz not null,
  misses_to int8 not null,
  transfers_to int8 not null,
  -- Numbers that were the highest at that time: once it is long past, none below them can appear any more.
  misses_mark int8 not null,
  transfers_mark int8 not null,
  marked_at timestamptz not null
);
