-- The same as statements.sql in one round trip: a function on the server does it all.
\set n :n + 1
\set serial :first + :n * :clients + :client_id
\set user :serial % 100000
\set amount 10000 + (:serial * 61803399) % 99990001
\set maker_sum :amount * 10000000 / 955
\set fee_sum (:maker_sum * 250 + 9999) / 10000
\set requisite random(1, 160)
\set maker (:requisite - 1) % 8 + 1
select bench_create_payin('order-' || :serial, 'user-' || :user, :amount, :maker_sum, :fee_sum, :requisite, :maker, :today);
