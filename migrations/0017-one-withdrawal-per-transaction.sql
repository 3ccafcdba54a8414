-- A transaction of the network sends one withdrawal. The same hash is written with and without 0x, in small letters and in
-- large ones, so that is not what tells two of them apart. What was entered twice before this migration stays as it is: the
-- first one has the transaction, and the others are marked.
alter table withdrawals add column tx_shared boolean not null default false;
update withdrawals w set tx_shared = true from (
  select id, row_number() over (
    partition by lower(regexp_replace(tx_id, '^0[xX]', '') collate "C") order by updated_at, id
  ) as place
  from withdrawals where tx_id is not null
) entered where entered.id = w.id and entered.place > 1;

create unique index withdrawals_one_per_transaction
  on withdrawals (lower(regexp_replace(tx_id, '^0[xX]', '') collate "C"))
  where tx_id is not null and not tx_shared;

-- Rejecting a withdrawal that may be on its way is one more act that waits for a second person.
alter table pending_acts drop constraint pending_acts_danger_check;
alter table pending_acts add constraint pending_acts_danger_check check
  (danger in ('operator-access', 'merchant-access', 'store-terms', 'large-top-up', 'sent-withdrawal'));
