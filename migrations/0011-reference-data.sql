-- Currencies, banks and ways to pay become rows that operators manage: names in both languages, an order, a switch. What
-- is switched off keeps its rows, because old invoices name them; nothing new is begun with it.

alter table currencies
  add column name_ru text,
  add column position integer not null default 0,
  add column enabled boolean not null default true;

alter table banks
  add column name_ru text,
  add column enabled boolean not null default true;

alter table payment_options
  add column name_ru text,
  add column enabled boolean not null default true;

-- Other codes that requests may name a bank by: those it had before, or those of other services.
create table bank_aliases (
  currency text not null,
  alias text not null check (alias ~ '^[a-z0-9_-]{1,50}$'),
  code text not null,
  primary key (currency, alias),
  foreign key (currency, code) references banks (currency, code) on delete cascade
);

create trigger bank_aliases_raise_version after insert or update or delete or truncate on bank_aliases
for each statement execute function raise_catalogue_version();

update currencies c set position = known.position, name_ru = known.name_ru
from (
  values ('RUB', 1, 'Российский рубль'), ('KZT', 2, 'Казахстанский тенге'), ('USD', 7, 'Доллар США'), ('EUR', 8, 'Евро'),
    ('USDT', 9, 'Тезер')
) known (code, position, name_ru)
where c.code = known.code;

-- Every currency may be settled in, so each has the service's accounts from the day it is added.
insert into accounts (kind, currency)
select kind, code from currencies, unnest(array['external', 'fees']) kind
on conflict (kind, owner_id, currency) do nothing;

-- Some banks get the codes that clients of this interface know. Their former codes stay as aliases. What was said to
-- others (notifications, the audit log) stays as it was said.
create temporary table renamed_banks on commit drop as
select 'RUB' as currency, former, code from (
  values ('raiffeisen', 'raiffeisenbank'), ('rosbank', 'ros_bank'), ('sovcombank', 'sovkom'), ('otp', 'otp_bank'),
    ('psb', 'promsvyaz'), ('rshb', 'rosselhozbank'), ('pochtabank', 'pochta')
) r (former, code);

insert into banks (currency, code, name, position)
select b.currency, r.code, b.name, b.position
from renamed_banks r join banks b on b.currency = r.currency and b.code = r.former
on conflict (currency, code) do nothing;

update requisites q set bank = r.code
from renamed_banks r where q.currency = r.currency and q.bank = r.former;

update invoices i set payment_method = coalesce(p.code, i.payment_method), named_method = coalesce(n.code, i.named_method)
from invoices j
left join renamed_banks p on p.currency = j.currency and p.former = j.payment_method
left join renamed_banks n on n.currency = j.currency and n.former = j.named_method
where i.id = j.id and (p.code is not null or n.code is not null);

update deals d set payment_method = r.code
from renamed_banks r where d.currency = r.currency and d.payment_method = r.former;

update allocation_misses m set method = r.code
from renamed_banks r where m.currency = r.currency and m.method = r.former;

delete from banks b using renamed_banks r where b.currency = r.currency and b.code = r.former;

insert into bank_aliases (currency, alias, code)
select r.currency, r.former, r.code
from renamed_banks r join banks b on b.currency = r.currency and b.code = r.code;

-- The Russian names that the payer's page had of its own.
update banks b set name_ru = known.name_ru
from (
  values ('sberbank', 'Сбербанк'), ('tinkoff', 'Т-Банк'), ('alfabank', 'Альфа-Банк'), ('vtb', 'ВТБ'),
    ('raiffeisenbank', 'Райффайзен Банк'), ('gazprombank', 'Газпромбанк'), ('ros_bank', 'Росбанк'),
    ('sovkom', 'Совкомбанк'), ('otp_bank', 'ОТП Банк'), ('promsvyaz', 'ПСБ'), ('rosselhozbank', 'Россельхозбанк'),
    ('pochta', 'Почта Банк'), ('mkb', 'МКБ'), ('ozon', 'Озон Банк'), ('halyk', 'Халык Банк'), ('unknown', 'Любой банк')
) known (code, name_ru)
where b.code = known.code;
