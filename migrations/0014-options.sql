-- A way to pay becomes one record: what it is called, which numbers it takes, what the payer's page says of it. The
-- currencies it is for stand beside it. The last place that knew the four by name was a check on their code.

create table options (
  code text primary key check (code ~ '^[A-Z][A-Z0-9_]{0,49}$'),
  name text not null,
  name_ru text,
  position integer not null default 0,
  enabled boolean not null default true,
  number_kinds text[] not null check (
    cardinality(number_kinds) > 0 and number_kinds <@ array['phone', 'card', 'account', 'link', 'text']
  ),
  -- What its phone numbers begin with, as in +7; null: anything.
  phone_prefix text,
  -- Whether its numbers belong to a bank; without one a requisite may be of any.
  has_bank boolean not null default true,
  -- Whether a payout by it has to name the bank: a phone number alone does not say which of its owner's banks is meant.
  needs_bank boolean not null default false,
  -- Whether a deal carries an https link of its own that pays it.
  has_link boolean not null default false,
  -- What the QR code of a deal carries: the payment page, or the number itself.
  qr_carries text not null default 'page' check (qr_carries in ('page', 'number')),
  icon text not null,
  -- By language: title, lead, steps.
  page jsonb not null default '{}'
);

create table option_currencies (
  code text not null references options on delete cascade,
  currency text not null references currencies,
  primary key (code, currency)
);

insert into options (code, name, name_ru, number_kinds, phone_prefix, needs_bank, icon, position, page)
select k.code, (select min(p.name) from payment_options p where p.code = k.code), k.name_ru, k.number_kinds,
  k.phone_prefix, k.needs_bank, k.icon, k.position, k.page
from (values
  ('SBP', 'СБП', array['phone'], '+7', true, 'phone', 1,
    '{"en": {"title": "By phone number", "lead": "Faster Payments System (SBP), from any bank", "steps": ["In your banking app, open transfers by phone number (SBP).", "Paste the number and choose {bank} as the recipient’s bank.", "Check that the app shows {holder}, then send the exact amount.", "Come back here and press “I have paid”."]}, "ru": {"title": "По номеру телефона", "lead": "Через СБП из любого банка", "steps": ["В приложении своего банка откройте переводы по номеру телефона (СБП).", "Вставьте номер и выберите банк получателя: {bank}.", "Убедитесь, что получатель — {holder}, и отправьте точную сумму.", "Вернитесь сюда и нажмите «Деньги отправлены»."]}}'::jsonb),
  ('TO_CARD', 'Перевод на карту', array['card'], null, false, 'card', 2,
    '{"en": {"title": "To a card", "lead": "Transfer by card number", "steps": ["In your banking app, open transfers by card number.", "Paste the card number; the card is from {bank}.", "If the app shows the recipient, check that it is {holder}, then send the exact amount.", "Come back here and press “I have paid”."]}, "ru": {"title": "На карту", "lead": "Перевод по номеру карты", "steps": ["В приложении своего банка откройте переводы по номеру карты.", "Вставьте номер карты, её выпустил банк {bank}.", "Если приложение покажет получателя, это должен быть {holder}. Отправьте точную сумму.", "Вернитесь сюда и нажмите «Деньги отправлены»."]}}'::jsonb),
  ('TO_ACCOUNT', 'Перевод на счёт', array['account'], null, false, 'account', 3,
    '{"en": {"title": "To an account", "lead": "Transfer by account number", "steps": ["In your banking app, open transfers by account number.", "Paste the account number; the account is with {bank}.", "Enter {holder} as the recipient, then send the exact amount.", "Come back here and press “I have paid”."]}, "ru": {"title": "На счёт", "lead": "Перевод по номеру счёта", "steps": ["В приложении своего банка откройте переводы по номеру счёта.", "Вставьте номер счёта, он открыт в банке {bank}.", "Укажите получателя: {holder}. Отправьте точную сумму.", "Вернитесь сюда и нажмите «Деньги отправлены»."]}}'::jsonb),
  ('CROSS_BORDER', 'Перевод за границу', array['phone', 'card', 'account'], null, false, 'globe', 4,
    '{"en": {"title": "To another country", "lead": "Cross-border transfer", "steps": ["In your banking app, open transfers to another country.", "Paste the number and choose {bank} as the recipient’s bank.", "Check that the recipient is {holder} and that exactly this amount arrives.", "Come back here and press “I have paid”."]}, "ru": {"title": "За границу", "lead": "Перевод в другую страну", "steps": ["В приложении своего банка откройте переводы за границу.", "Вставьте номер и выберите банк получателя: {bank}.", "Проверьте, что получатель — {holder} и что дойдёт именно эта сумма.", "Вернитесь сюда и нажмите «Деньги отправлены»."]}}'::jsonb)
) k (code, name_ru, number_kinds, phone_prefix, needs_bank, icon, position, page)
where exists (select 1 from payment_options p where p.code = k.code);

insert into option_currencies (code, currency) select code, currency from payment_options;

alter table requisites drop constraint requisites_option_check;
alter table requisites drop constraint requisites_currency_option_fkey;
alter table requisites add constraint requisites_option_fkey foreign key (option) references options;

drop table payment_options;

create trigger options_raise_version after insert or update or delete or truncate on options
for each statement execute function raise_catalogue_version();
create trigger option_currencies_raise_version after insert or update or delete or truncate on option_currencies
for each statement execute function raise_catalogue_version();

-- Ways to pay that a store does not offer. What is new is offered until somebody says no.
alter table stores add column options_off text[] not null default '{}' check (cardinality(options_off) <= 100);
