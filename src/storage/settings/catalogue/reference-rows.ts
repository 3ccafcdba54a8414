import type pg from 'pg';
import type { OptionTraits } from '../../../domain/catalogue/option-record.ts';
import type {
  CheckedChange,
  EntryName,
  Kind,
  Missing,
  NewOption,
  ReferenceData,
} from '../../../domain/catalogue/reference-data.ts';

const tables: Readonly<Record<Kind, string>> = {
  currency: 'currencies',
  bank: 'banks',
  option: 'options',
};

/** New entries come after those that are there, in the order given. The service's accounts come with each currency. */
export async function insertReference(client: pg.ClientBase, data: Missing): Promise<void> {
  await insertReferenceRows(client, data);
  await insertOptionCurrencies(client, data.optionCurrencies);
  await createServiceAccounts(
    client,
    data.currencies.map(({ code }) => code),
  );
}

export async function insertReferenceRows(
  client: pg.ClientBase,
  { currencies, banks, options }: ReferenceData,
): Promise<void> {
  await client.query(
    `insert into currencies (code, name, name_ru, subunit, position)
     select n.code, n.name, n.name_ru, n.subunit, n.place + (select coalesce(max(position), 0) from currencies)
     from unnest($1::text[], $2::text[], $3::text[], $4::int2[]) with ordinality n(code, name, name_ru, subunit, place)`,
    [...namesOf(currencies), currencies.map(({ subunit }) => subunit)],
  );
  await client.query(
    `insert into banks (code, name, name_ru, currency, position)
     select n.code, n.name, n.name_ru, n.currency,
       n.place + (select coalesce(max(position), 0) from banks b where b.currency = n.currency)
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality n(code, name, name_ru, currency, place)`,
    [...namesOf(banks), banks.map(({ currency }) => currency)],
  );
  for (const { currency, code, aliases } of banks) await insertAliases(client, currency, code, aliases);
  for (const option of options) await insertOption(client, option);
}

async function insertOption(client: pg.ClientBase, option: NewOption): Promise<void> {
  const { code, name, nameRu, currencies } = option;
  await client.query(
    `insert into options (code, name, name_ru, number_kinds, phone_prefix, has_bank, needs_bank, has_link, qr_carries, icon,
       page, position)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce(max(position), 0) + 1 from options`,
    [code, name, nameRu, ...traitValues(option)],
  );
  await insertOptionCurrencies(
    client,
    currencies.map((currency) => ({ code, currency })),
  );
}

function traitValues(traits: OptionTraits): readonly unknown[] {
  const { numberKinds, phonePrefix, hasBank, needsBank, hasLink, qrCarries, icon, page } = traits;
  return [numberKinds, phonePrefix, hasBank, needsBank, hasLink, qrCarries, icon, JSON.stringify(page)];
}

async function insertOptionCurrencies(
  client: pg.ClientBase,
  pairs: readonly { readonly code: string; readonly currency: string }[],
): Promise<void> {
  await client.query(
    'insert into option_currencies (code, currency) select code, currency from unnest($1::text[], $2::text[]) n(code, currency)',
    [pairs.map(({ code }) => code), pairs.map(({ currency }) => currency)],
  );
}

function namesOf(entries: readonly { readonly code: string; readonly name: string; readonly nameRu: string | null }[]) {
  return [entries.map(({ code }) => code), entries.map(({ name }) => name), entries.map(({ nameRu }) => nameRu)];
}

async function insertAliases(
  client: pg.ClientBase,
  currency: string,
  code: string,
  aliases: readonly string[],
): Promise<void> {
  if (aliases.length === 0) return;
  await client.query('insert into bank_aliases (currency, code, alias) select $1, $2, unnest($3::text[])', [
    currency,
    code,
    aliases,
  ]);
}

/** Every currency may be settled in: what comes from outside and what the service earns have their accounts in each. */
export async function createServiceAccounts(client: pg.ClientBase, currencies: readonly string[]): Promise<void> {
  await client.query(
    `insert into accounts (kind, currency)
     select kind, currency from unnest($1::text[]) currency, unnest(array['external', 'fees']) kind
     on conflict (kind, owner_id, currency) do nothing`,
    [currencies],
  );
}

export async function updateEntry(
  client: pg.ClientBase,
  { kind, currency, code }: EntryName,
  change: CheckedChange,
): Promise<void> {
  await client.query(
    `update ${tables[kind]} set name = coalesce($3, name), enabled = coalesce($4, enabled),
       name_ru = case when $5 then $6 else name_ru end
     where code = $1 and ${kind === 'bank' ? 'currency = $2' : '$2::text is null'}`,
    [code, currency, change.name, change.isEnabled, change.nameRu !== undefined, change.nameRu],
  );
  if (change.aliases !== undefined && currency !== null) {
    await client.query('delete from bank_aliases where currency = $1 and code = $2', [currency, code]);
    await insertAliases(client, currency, code, change.aliases);
  }
  if (change.traits !== undefined) {
    await client.query(
      `update options set number_kinds = $2, phone_prefix = $3, has_bank = $4, needs_bank = $5, has_link = $6,
         qr_carries = $7, icon = $8, page = $9
       where code = $1`,
      [code, ...traitValues(change.traits)],
    );
  }
  if (change.currencies !== undefined) {
    await client.query('delete from option_currencies where code = $1', [code]);
    await insertOptionCurrencies(
      client,
      change.currencies.map((one) => ({ code, currency: one })),
    );
  }
}

/** A currency goes with the service's accounts in it, which nothing has moved on. */
export async function deleteEntry(client: pg.ClientBase, { kind, currency, code }: EntryName): Promise<void> {
  if (kind === 'currency') await client.query('delete from accounts where currency = $1', [code]);
  await client.query(
    `delete from ${tables[kind]} where code = $1 and ${kind === 'bank' ? 'currency = $2' : '$2::text is null'}`,
    [code, currency],
  );
}

export async function updateOrder(
  client: pg.ClientBase,
  order: { readonly kind: Kind; readonly currency: string | null; readonly codes: readonly string[] },
): Promise<void> {
  const { kind, currency, codes } = order;
  await client.query(
    `update ${tables[kind]} e set position = o.position
     from unnest($1::text[]) with ordinality o(code, position)
     where e.code = o.code and ${kind === 'bank' ? 'e.currency = $2' : '$2::text is null'}`,
    [codes, currency],
  );
}

/**
 * What names an entry here, or null; a month of the archive that lies in a file is not here. Invoices and deals have no index
 * by bank: one that nobody named is looked for through all of them, which takes its time on large books and stands in nobody's
 * way.
 */
export async function findUse(client: pg.ClientBase, { kind, currency, code }: EntryName): Promise<string | null> {
  const uses: Readonly<Record<Kind, string>> = {
    currency: `select 'banks' as use where exists (select 1 from banks where currency = $1)
      union all select 'ways to pay' where exists (select 1 from option_currencies where currency = $1)
      union all select 'stores' where exists (select 1 from stores where currency = $1 or settlement_currency = $1)
      union all select 'limits of stores' where exists (select 1 from store_limits where currency = $1)
      union all select 'makers' where exists (select 1 from makers where settlement_currency = $1)
      union all select 'tokens' where exists (select 1 from api_tokens where day_currency = $1)
      union all select 'rewards of makers' where exists (select 1 from maker_rewards where currency = $1)
      union all select 'rates' where exists
        (select 1 from rates where settlement_currency = $1 or fiat_currency = $1)
      union all select 'rate feeds' where exists
        (select 1 from rate_feeds where settlement_currency = $1 or fiat_currency = $1)
      union all select 'the books' where exists
        (select 1 from accounts a where a.currency = $1 and (kind not in ('external', 'fees')
           or exists (select 1 from transfers where debit_id = a.id)
           or exists (select 1 from transfers where credit_id = a.id)))
      union all select 'invoices' where exists (select 1 from invoices where currency = $1)`,
    bank: `select 'requisites' as use where exists (select 1 from requisites where currency = $2 and bank = $1)
      union all select 'invoices' where exists
        (select 1 from invoices where currency = $2 and (payment_method = $1 or named_method = $1))
      union all select 'deals' where exists (select 1 from deals where currency = $2 and payment_method = $1)
      union all select 'message templates' where exists
        (select 1 from message_template_versions where currency = $2 and bank = $1)`,
    option: `select 'requisites' as use where exists (select 1 from requisites where option = $1)
      union all select 'rewards of makers' where exists (select 1 from maker_rewards where option = $1)
      union all select 'invoices' where exists
        (select 1 from invoices where payment_option = $1 or named_option = $1)
      union all select 'deals' where exists (select 1 from deals where payment_option = $1)`,
  };
  const { rows } = await client.query(`${uses[kind]} limit 1`, kind === 'bank' ? [code, currency] : [code]);
  return rows[0]?.use ?? null;
}
