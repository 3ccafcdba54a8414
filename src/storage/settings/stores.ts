import type { Store } from '../../domain/catalogue.ts';
import type { PaymentPolicy } from '../../domain/mispayment.ts';
import type { PageSettings } from '../../domain/page-settings.ts';
import { type LimitValues, type StoreFigures, type StoreValues, storeFields } from '../../domain/store-settings.ts';
import type { Network } from '../../domain/withdrawal-address.ts';
import { patchSettings, selectSettings, settingsOfRow } from './setting-columns.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

interface StoreRow extends Pick<Store, 'id' | 'merchantId' | 'settlementCurrency'> {
  readonly networks: readonly Network[];
  readonly figures: StoreFigures & { readonly withdrawalFee: bigint };
  readonly policy: PaymentPolicy;
}

export async function lockStore({ client }: SettingsTransaction, id: number): Promise<StoreRow | null> {
  const { rows } = await client.query(
    `select id, merchant_id, settlement_currency, ${selectSettings(storeFields)},
       short_units, short_bps, rest_by, nudge_minor, excess,
       (select max(withdrawal_fee) from store_accounts where store_id = s.id) as withdrawal_fee,
       array(select network from store_accounts where store_id = s.id order by currency) as networks
     from stores s where id = $1 for no key update`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { merchant_id: merchantId, settlement_currency: settlementCurrency, networks } = row;
  const figures = { ...settingsOfRow(storeFields, row), withdrawalFee: row.withdrawal_fee ?? 0n };
  const policy = {
    shortUnits: row.short_units,
    shortBps: row.short_bps,
    restBy: row.rest_by,
    nudgeMinor: row.nudge_minor,
    excess: row.excess,
  };
  return { id, merchantId, settlementCurrency, networks, figures, policy };
}

/** What it charges and allows is set by `updateStore`. */
export async function insertStore(
  { client }: SettingsTransaction,
  store: Pick<Store, 'id' | 'merchantId' | 'name' | 'currency' | 'settlementCurrency'>,
): Promise<void> {
  await client.query(
    `insert into stores (id, merchant_id, name, currency, settlement_currency, in_fee_bps, out_fee_bps)
     values ($1, $2, $3, $4, $5, 0, 0)`,
    [store.id, store.merchantId, store.name, store.currency, store.settlementCurrency],
  );
}

interface NewStoreAccount {
  readonly id: string;
  readonly storeId: number;
  readonly currency: string;
  readonly network: Network;
  readonly availableId: number;
  readonly frozenId: number;
  readonly excessId: number;
}

export async function insertStoreAccount({ client }: SettingsTransaction, account: NewStoreAccount): Promise<void> {
  await client.query(
    `insert into store_accounts (id, store_id, currency, network, available_id, frozen_id, excess_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      account.id,
      account.storeId,
      account.currency,
      account.network,
      account.availableId,
      account.frozenId,
      account.excessId,
    ],
  );
}

export async function updateStore({ client }: SettingsTransaction, id: number, values: StoreValues): Promise<void> {
  await patchSettings(client, { table: 'stores', fields: storeFields, id }, values.figures);
  if (values.name !== undefined) await client.query('update stores set name = $2 where id = $1', [id, values.name]);
  if (values.optionsOff !== undefined) {
    await client.query('update stores set options_off = $2 where id = $1', [id, values.optionsOff]);
  }
}

export async function updatePolicy(
  { client }: SettingsTransaction,
  { storeId, policy }: { readonly storeId: number; readonly policy: PaymentPolicy },
): Promise<void> {
  await client.query(
    'update stores set short_units = $2, short_bps = $3, rest_by = $4, nudge_minor = $5, excess = $6 where id = $1',
    [storeId, policy.shortUnits, policy.shortBps, policy.restBy, policy.nudgeMinor, policy.excess],
  );
}

export async function updateWithdrawalFee({ client }: SettingsTransaction, id: number, fee: bigint): Promise<void> {
  await client.query('update store_accounts set withdrawal_fee = $2 where store_id = $1', [id, fee]);
}

export async function replacePage({ client }: SettingsTransaction, id: number, page: PageSettings): Promise<void> {
  await client.query(
    `update stores set page_name = $2, page_colour = $3, page_dark_colour = $4, page_language = $5,
       page_frame_origins = $6, page_description = $7, page_support_url = $8, page_logo = $9
     where id = $1`,
    [
      id,
      page.name,
      page.colour,
      page.darkColour,
      page.language,
      page.frameOrigins,
      page.description,
      page.supportUrl,
      page.logo,
    ],
  );
}

export async function deleteLimits({ client }: SettingsTransaction, storeId: number): Promise<void> {
  await client.query('delete from store_limits where store_id = $1', [storeId]);
}

export async function insertLimits(
  { client }: SettingsTransaction,
  storeId: number,
  limits: readonly LimitValues[],
): Promise<void> {
  await client.query(
    `insert into store_limits (store_id, currency, type, amount_min, amount_max)
     select $1, currency, type, amount_min, amount_max
     from unnest($2::text[], $3::text[], $4::int8[], $5::int8[]) l(currency, type, amount_min, amount_max)`,
    [
      storeId,
      limits.map(({ currency }) => currency),
      limits.map(({ type }) => type),
      limits.map(({ min }) => min),
      limits.map(({ max }) => max),
    ],
  );
}

export async function findMerchantOf({ client }: SettingsTransaction, storeId: number): Promise<number | null> {
  const { rows } = await client.query('select merchant_id from stores where id = $1', [storeId]);
  return rows[0]?.merchant_id ?? null;
}
