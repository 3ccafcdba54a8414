import {
  allPayerGroups,
  nothingCounted,
  type PayerRules,
  payerFields,
  payerGroups,
} from '../../../domain/merchants/payer-settings.ts';
import type { Payer } from '../../../domain/payins/payer-rules.ts';
import { int4, oneOf } from '../../rows/codec.ts';
import { payers } from '../../rows/payer-rows.ts';
import { stores } from '../merchants/stores.ts';
import { defineRecord, type RowOfRecord } from '../record.ts';
import { settingColumns } from '../setting-columns.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const payerRules = defineRecord({
  table: 'payer_rules',
  columns: { storeId: int4, who: oneOf(payerGroups), ...settingColumns(payerFields) },
});

interface StoreOfPayers {
  readonly merchantId: number;
  readonly rules: PayerRules;
}

export async function lockPayerRules(tx: SettingsTransaction, storeId: number): Promise<StoreOfPayers | null> {
  const store = await stores.lock(tx, { id: storeId });
  if (store === null) return null;
  const rows = await payerRules.find(tx.client, { storeId });
  return { merchantId: store.merchantId, rules: payerRulesOf(rows, store) };
}

/** The rows of one store: a group that has none is not counted. */
export function payerRulesOf(
  rows: readonly RowOfRecord<typeof payerRules>[],
  { needsUserId }: Pick<PayerRules, 'needsUserId'>,
): PayerRules {
  const groups = rows.map(({ storeId: _, who, ...figures }) => [who, figures]);
  return { ...nothingCounted, ...Object.fromEntries(groups), needsUserId };
}

export async function replacePayerRules(
  tx: SettingsTransaction,
  { storeId, rules }: { readonly storeId: number; readonly rules: PayerRules },
): Promise<void> {
  await stores.patch(tx, { id: storeId }, { needsUserId: rules.needsUserId });
  await payerRules.delete(tx, { storeId });
  await payerRules.insertAll(
    tx,
    allPayerGroups.map((who) => ({ storeId, who, ...rules[who] })),
  );
}

const selection = payers.as('p');

export async function lockPayer({ client }: SettingsTransaction, id: number): Promise<Payer | null> {
  const { rows } = await client.query({
    text: `select ${selection.list} from payers p where p.id = $1 for no key update`,
    values: [id],
    rowMode: 'array',
  });
  const [cells] = rows;
  return cells === undefined ? null : selection.decode(cells);
}

export async function updateBlock(
  { client }: SettingsTransaction,
  { key, failures, blockedAt, blockedUntil, liftedAt }: Payer,
): Promise<void> {
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  await client.query(
    'update payers set failures = $2, blocked_at = $3, blocked_until = $4, lifted_at = $5 where key = $1',
    [key, failures, time(blockedAt), time(blockedUntil), time(liftedAt)],
  );
}
