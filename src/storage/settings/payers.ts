import { type Payer, type PayerGroup, type PayerRules, payerGroups } from '../../domain/payer-rules.ts';
import { payers } from '../rows/payer-rows.ts';
import { decodePayerRules, selectPayerRules } from './payer-rule-rows.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

interface StoreOfPayers {
  readonly merchantId: number;
  readonly rules: PayerRules;
}

export async function lockPayerRules({ client }: SettingsTransaction, storeId: number): Promise<StoreOfPayers | null> {
  const { rows } = await client.query('select merchant_id, needs_user_id from stores where id = $1 for no key update', [
    storeId,
  ]);
  const [store] = rows;
  if (store === undefined) return null;
  const found = await client.query({
    text: `${selectPayerRules} where store_id = $1`,
    values: [storeId],
    rowMode: 'array',
  });
  return { merchantId: store.merchant_id, rules: decodePayerRules(found.rows, store.needs_user_id) };
}

export async function replacePayerRules(
  { client }: SettingsTransaction,
  { storeId, rules }: { readonly storeId: number; readonly rules: PayerRules },
): Promise<void> {
  const groups = Object.keys(payerGroups) as PayerGroup[];
  const figures = groups.map((group) => rules[group]);
  await client.query('update stores set needs_user_id = $2 where id = $1', [storeId, rules.needsUserId]);
  await client.query('delete from payer_rules where store_id = $1', [storeId]);
  await client.query(
    `insert into payer_rules (store_id, who, pending_max, count_max, count_minutes, failures_max, block_minutes)
     select $1, r.* from unnest($2::text[], $3::int4[], $4::int4[], $5::int4[], $6::int4[], $7::int4[]) r`,
    [
      storeId,
      groups,
      figures.map(({ pendingMax }) => pendingMax),
      figures.map(({ countMax }) => countMax),
      figures.map(({ countMinutes }) => countMinutes),
      figures.map(({ failuresMax }) => failuresMax),
      figures.map(({ blockMinutes }) => blockMinutes),
    ],
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
