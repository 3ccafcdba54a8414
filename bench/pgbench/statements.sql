-- One invoice with its deal, as an ordinary service would store it: one transaction, one round trip per statement.
-- The rows are those of the service, and so are the checks and the order of the locks. What a service keeps in memory
-- (the catalogue: requisites, makers, rates, fees) costs nothing here either.
\set n :n + 1
\set serial :first + :n * :clients + :client_id
\set user :serial % 100000
\set amount 10000 + (:serial * 61803399) % 99990001
\set maker_sum :amount * 10000000 / 955
\set fee_sum (:maker_sum * 250 + 9999) / 10000
\set requisite random(1, 160)
\set maker (:requisite - 1) % 8 + 1
\set available 100 + 2 * :maker
\set held 101 + 2 * :maker
begin;
select id from invoices
where store_id = 1 and internal_id = 'order-' || :serial and amount = :amount and currency = 'RUB'
  and type = 'in' and status = 'new' and internal_id is not null and internal_id <> '';
select uuidv7() as id, active_deals, day, day_sum from requisite_loads
where requisite_id = :requisite for no key update \gset
select id, rests_until from deals where requisite_id = :requisite and amount = :amount and occupies;
select id, balance from accounts where id in (:available, :held) order by id for no key update;
insert into invoices (id, store_id, internal_id, user_id, type, status, payment_option, payment_method, amount,
  asked_amount, currency, notification_url, notification_token, created_at, expire_at, updated_at, sequence, deal_count,
  holds_name)
values (:id, 1, 'order-' || :serial, 'user-' || :user, 'in', 'new', 'TO_CARD', 'sberbank', :amount,
  :amount, 'RUB', 'https://shop.example/notify', 'token-of-the-shop', now(), now() + interval '1 hour', now(), 0, 1,
  true);
insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id, maker_id,
  number, holder, amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies)
values (:id, :id, 1, 'in', 'transfer_waiting', 'TO_CARD', 'sberbank', :requisite, :maker,
  '2200000000000004', 'Ivan P.', :amount, 'RUB', 9550000000, :maker_sum, :fee_sum, now(),
  now() + interval '15 minutes', true);
insert into transfers (subject_id, kind, debit_id, credit_id, amount, currency, created_at)
values (:id, 'payin_hold', :available, :held, :maker_sum, 'USDT', now());
update requisite_loads set active_deals = active_deals + 1, day = :today,
  day_sum = case day when :today then day_sum else 0 end + :amount
where requisite_id = :requisite;
commit;
