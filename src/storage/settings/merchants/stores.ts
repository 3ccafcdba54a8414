import type { NamedStore } from '../../../domain/makers/reward-settings.ts';
import { policyFields } from '../../../domain/merchants/payment-policy.ts';
import { type StoreFigures, storeFields } from '../../../domain/merchants/store-settings.ts';
import { directions } from '../../../domain/money/payment.ts';
import { type Network, networks } from '../../../domain/withdrawals/withdrawal-address.ts';
import { bool, bytes, fiat, instant, int4, oneOf, settlement, text, textList, uuid } from '../../rows/codec.ts';
import { group } from '../../rows/shape.ts';
import { defineRecord, type RowOfRecord } from '../record.ts';
import { settingColumns } from '../setting-columns.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const stores = defineRecord({
  table: 'stores',
  columns: {
    id: int4,
    merchantId: int4,
    name: text,
    currency: text,
    settlementCurrency: text,
    ...settingColumns(storeFields),
    policy: group(settingColumns(policyFields)),
    page: group({
      name: text.orNull.from('page_name'),
      colour: text.orNull.from('page_colour'),
      darkColour: text.orNull.from('page_dark_colour'),
      language: text.orNull.from('page_language'),
      frameOrigins: textList().from('page_frame_origins'),
      description: text.orNull.from('page_description'),
      supportUrl: text.orNull.from('page_support_url'),
      logo: text.orNull.from('page_logo'),
    }),
    optionsOff: textList().usual,
    needsUserId: bool.usual,
  },
  hidden: {
    webhookSecret: bytes.orNull,
    formerWebhookSecret: bytes.orNull,
    formerWebhookUntil: instant.orNull,
  },
});

export const storeLimits = defineRecord({
  table: 'store_limits',
  columns: {
    storeId: int4,
    currency: text,
    type: oneOf(directions),
    min: fiat.from('amount_min'),
    max: fiat.from('amount_max'),
  },
});

export const storeAccounts = defineRecord({
  table: 'store_accounts',
  columns: {
    id: uuid,
    storeId: int4,
    currency: text,
    network: oneOf(networks),
    availableId: int4,
    frozenId: int4,
    excessId: int4,
    withdrawalFee: settlement.usual,
  },
});

/** What every store takes of a payment. */
export async function findStoreFees({ client }: SettingsTransaction): Promise<NamedStore[]> {
  return await stores.find(client, {}, 'order by id');
}

interface LockedStore
  extends Pick<RowOfRecord<typeof stores>, 'id' | 'merchantId' | 'settlementCurrency' | 'policy' | keyof StoreFigures> {
  readonly networks: readonly Network[];
  readonly withdrawalFee: bigint;
}

/** With what its accounts say, which are changed under the same lock. */
export async function lockStore(tx: SettingsTransaction, id: number): Promise<LockedStore | null> {
  const store = await stores.lock(tx, { id });
  if (store === null) return null;
  const accounts = await storeAccounts.find(tx.client, { storeId: id }, 'order by currency');
  const fees = accounts.map(({ withdrawalFee }) => withdrawalFee);
  const withdrawalFee = fees.reduce<bigint>((highest, fee) => (fee > highest ? fee : highest), 0n);
  return { ...store, networks: accounts.map(({ network }) => network), withdrawalFee };
}
