import type pg from 'pg';
import type { OptionRecord } from '../../domain/catalogue/option-record.ts';
import { isOffered, type Reference } from '../../domain/catalogue/reference-entries.ts';
import { indexRequisites, type Requisite } from '../../domain/makers/requisite.ts';
import type { ApiKey } from '../../domain/merchants/api-key.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import type { Limits, Store } from '../../domain/merchants/store.ts';
import type { StoreEndpoint } from '../../domain/merchants/store-endpoint.ts';
import type { WebhookSecret } from '../../domain/merchants/webhook-secret.ts';
import { currencyOf } from '../../domain/money/money.ts';
import type { Direction } from '../../domain/money/payment.ts';
import { silentRequisites } from '../../domain/phones/phone.ts';
import { pairName, type RatePair, type RateSetting, rate } from '../../domain/rates/rates.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import type { Cells } from '../database/connection.ts';
import { versionText } from '../rows/catalogue-version.ts';
import { text } from '../rows/codec.ts';
import { select } from '../rows/shape.ts';
import {
  apiKeySecretContext,
  endpointSecretContext,
  merchantSecretContext,
  merchantSeedContext,
  webhookSecretContext,
} from '../secrets/sealed-columns.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { disputeRules } from '../settings/disputes/disputes.ts';
import { makerRewards, makers, withRewards } from '../settings/makers/makers.ts';
import { requisites } from '../settings/makers/requisites.ts';
import { storeAccounts, storeLimits, stores } from '../settings/merchants/stores.ts';
import { payerRules, payerRulesOf } from '../settings/payins/payers.ts';
import { type RowOfRecord, selectRows, sure } from '../settings/record.ts';
import { readMoneyStop } from './ledger/money-stop-reads.ts';
import { readCompiledTemplates } from './messages/message-template-reads.ts';
import { readTroubledBanks, readWeights } from './payins/routing-reads.ts';
import { readPhones } from './phones/phone-reads.ts';

/** Reads the whole catalogue in one snapshot, so that its version says exactly what is in it. */
export async function readCatalogue(pool: pg.Pool, secrets: SecretBox): Promise<Catalogue> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const catalogue = await readSnapshot(client, secrets);
    await client.query('commit');
    client.release();
    return catalogue;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function readSnapshot(client: pg.PoolClient, secrets: SecretBox): Promise<Catalogue> {
  const rows = rowsOf(client);
  const [version] = await rows(`select ${versionText} from catalogue_version v`);
  const all = await readRequisites(client);
  const rewards = await makerRewards.find(client, {}, 'order by id');
  const makersById = byId((await makers.find(client, {}, 'order by id')).map((maker) => withRewards(maker, rewards)));
  const accounts = await rows(`select id, kind, currency, debt_of from accounts
    where kind in ('fees', 'external') or debt_of is not null order by id`);
  const accountsOf = (kind: string) =>
    new Map<string, number>(accounts.filter((cells) => cells[1] === kind).map((cells) => [cells[2], cells[0]]));
  const reference = await readReference(client);
  const phones = await readPhones(client);
  return {
    version: version?.[0],
    ...reference,
    merchants: byKey(await rows(selectMerchants), (cells) => [cells[0], decodeMerchant(cells, secrets)]),
    stores: await readStores(client),
    apiKeys: byKey(await rows(selectApiKeys), (cells) => [cells[0], decodeApiKey(cells, secrets)]),
    webhookSecrets: byKey(await rows(selectWebhookSecrets), (cells) => [cells[0], decodeWebhookSecret(cells, secrets)]),
    endpoints: byKey(await rows(selectEndpoints), (cells) => [cells[0], decodeEndpoint(cells, secrets)]),
    rates: decodeRates(
      await rows('select settlement_currency, fiat_currency, type, rate_e8, set_at, age_max_ms from rates'),
    ),
    requisites: indexRequisites(
      all.filter((requisite) => requisite.usableFrom !== null && isOffered(reference, requisite)),
      makersById,
    ),
    requisiteById: byId(all),
    makers: makersById,
    feeAccounts: accountsOf('fees'),
    externalAccounts: accountsOf('external'),
    debts: byKey(
      accounts.filter((cells) => cells[3] !== null),
      ([id, , currency, availableId]) => [availableId, { id, availableId, currency }],
    ),
    phones,
    silentRequisites: silentRequisites(phones),
    weights: await readWeights(client),
    troubledBanks: await readTroubledBanks(client),
    messageTemplates: await readCompiledTemplates(client, (currency) => currencyOf(reference, currency).subunit),
    disputeRules: sure(await disputeRules.findOne(client, { id: true })),
    isMoneyStopped: (await readMoneyStop(client)) !== null,
  };
}

/** Currencies, banks and options: what settings are checked against. */
export async function readReference(client: pg.ClientBase): Promise<Reference> {
  const rows = rowsOf(client);
  const currencies = await rows('select code, name, name_ru, subunit, enabled from currencies order by position, code');
  const banks = await rows(`select b.currency, b.code, b.name, b.name_ru, b.enabled,
      array(select alias from bank_aliases a where a.currency = b.currency and a.code = b.code order by alias)
    from banks b join currencies c on c.code = b.currency order by c.position, b.currency, b.position, b.code`);
  const options = await rows(`select o.code, o.name, o.name_ru, o.enabled, o.number_kinds, o.phone_prefix, o.has_bank,
      o.needs_bank, o.has_link, o.qr_carries, o.icon, o.page, array(select oc.currency
        from option_currencies oc join currencies c on c.code = oc.currency where oc.code = o.code order by c.position, c.code)
    from options o order by o.position, o.code`);
  return {
    currencies: byKey(currencies, ([code, name, nameRu, subunit, isEnabled]) => [
      code,
      { code, name, nameRu, subunit, isEnabled },
    ]),
    banks: banks.map(([currency, code, name, nameRu, isEnabled, aliases]) => ({
      currency,
      code,
      name,
      nameRu,
      isEnabled,
      aliases,
    })),
    options: options.map(decodeOption),
  };
}

function decodeOption(cells: Cells): OptionRecord {
  const [code, name, nameRu, isEnabled, numberKinds, phonePrefix, ...more] = cells;
  const [hasBank, needsBank, hasLink, qrCarries, icon, page, currencies] = more;
  return {
    code,
    name,
    nameRu,
    isEnabled,
    currencies,
    numberKinds,
    phonePrefix,
    hasBank,
    needsBank,
    hasLink,
    qrCarries,
    icon,
    page,
  };
}

function rowsOf(client: pg.ClientBase): (text: string) => Promise<Cells[]> {
  return async (text) => (await client.query({ text, rowMode: 'array' })).rows;
}

const selectMerchants = `select id, name, secret, totp_seed, old_secret, old_secret_until, access_changed_at
  from merchants order by id`;

const selectApiKeys = `select key, store_id, scopes, addresses, secret, valid_until from api_keys
  where revoked_at is null order by key`;

const selectWebhookSecrets = `select id, webhook_secret, former_webhook_secret, former_webhook_until from stores
  where webhook_secret is not null order by id`;

const selectEndpoints = `select id, store_id, url, kinds, secret, former_secret, former_until, created_at
  from store_endpoints where removed_at is null order by id`;

function byKey<Key, Value>(rows: readonly Cells[], entry: (cells: Cells) => [Key, Value]): Map<Key, Value> {
  return new Map(rows.map(entry));
}

function decodeMerchant(cells: Cells, secrets: SecretBox): Merchant {
  const [id, name, secret, totpSeed, oldSecret, oldUntil, accessChangedAt] = cells;
  const open = (sealed: Buffer) => secrets.open(sealed, merchantSecretContext(id));
  return {
    id,
    name,
    secrets: [
      { value: open(secret), validUntil: null },
      ...(oldSecret === null ? [] : [{ value: open(oldSecret), validUntil: oldUntil }]),
    ],
    totpSeed: totpSeed === null ? null : secrets.open(totpSeed, merchantSeedContext(id)),
    accessChangedAt,
  };
}

function decodeApiKey([key, storeId, scopes, addresses, secret, validUntil]: Cells, secrets: SecretBox): ApiKey {
  const opened = secret === null ? null : secrets.open(secret, apiKeySecretContext(key));
  return { storeId, scopes, addresses, secret: opened, validUntil };
}

function decodeWebhookSecret([storeId, secret, former, formerUntil]: Cells, secrets: SecretBox): WebhookSecret {
  const open = (sealed: Buffer) => secrets.open(sealed, webhookSecretContext(storeId));
  return { secret: open(secret), former: former === null ? null : open(former), formerUntil };
}

function decodeEndpoint(cells: Cells, secrets: SecretBox): StoreEndpoint {
  const [id, storeId, url, kinds, secret, former, formerUntil, createdAt] = cells;
  const open = (sealed: Buffer) => secrets.open(sealed, endpointSecretContext(id));
  const opened = { secret: open(secret), former: former === null ? null : open(former) };
  return { id, storeId, url, kinds, ...opened, formerUntil, createdAt };
}

/** By store, with what other tables say of it. */
async function readStores(client: pg.PoolClient): Promise<Map<number, Store>> {
  const limits = await storeLimits.find(client, {});
  const accounts = await storeAccounts.find(client, {}, 'order by store_id, currency');
  const rules = await payerRules.find(client, {});
  const all = (await stores.find(client, {}, 'order by id')).map((store): Store => {
    const ofStore = ({ storeId }: { readonly storeId: number }) => storeId === store.id;
    const own = limits.filter(ofStore);
    return {
      ...store,
      limits: { in: limitsOf(own, 'in'), out: limitsOf(own, 'out') },
      payerRules: payerRulesOf(rules.filter(ofStore), store),
      accounts: accounts.filter(ofStore),
    };
  });
  return byId(all);
}

function limitsOf(rows: readonly RowOfRecord<typeof storeLimits>[], direction: Direction): Map<string, Limits> {
  return new Map(
    rows.filter(({ type }) => type === direction).map(({ currency, min, max }) => [currency, { min, max }]),
  );
}

/** A pair is usable only with both directions; half a pair is as good as none. */
function decodeRates(rows: readonly Cells[]): Map<string, RatePair> {
  const halves = new Map<string, Partial<Record<Direction, RateSetting>>>();
  for (const [settlementCode, fiatCode, type, value, setAt, ageMaxMs] of rows) {
    const name = pairName(settlementCode, fiatCode);
    halves.set(name, { ...halves.get(name), [type]: { rate: rate(value), setAt, ageMaxMs } });
  }
  const pairs = new Map<string, RatePair>();
  for (const [name, { in: inRate, out: outRate }] of halves) {
    if (inRate !== undefined && outRate !== undefined) pairs.set(name, { in: inRate, out: outRate });
  }
  return pairs;
}

const requisiteRow = select('r', {
  ...requisites.shape,
  addedBy: text.orNull.from('(select login from users u where u.id = r.added_by)'),
});

async function readRequisites(client: pg.PoolClient): Promise<readonly Requisite[]> {
  const rows = await selectRows(client, requisiteRow, (list) => `select ${list} from requisites r order by r.id`);
  return rows.map(({ isPausedByMaker, addedAt: _, ...row }) => {
    return { ...row, isPaused: isPausedByMaker || row.isPausedByOperator };
  });
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
