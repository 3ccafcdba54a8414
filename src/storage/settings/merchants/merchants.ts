import type { AccessChange } from '../../../domain/notifications/endpoint-event.ts';
import type { SecondFactorState } from '../../../domain/people/second-factor.ts';
import { bool, bytes, instant, int4, text } from '../../rows/codec.ts';
import { factorState } from '../../rows/second-factor-rows.ts';
import { select } from '../../rows/shape.ts';
import { merchantSecretContext, merchantSeedContext } from '../../secrets/sealed-columns.ts';
import { defineRecord, selectRows } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const merchants = defineRecord({
  table: 'merchants',
  columns: { id: int4, name: text, accessChangedAt: instant.orNull },
  computed: { hasSecondFactor: bool.from('totp_seed is not null') },
  hidden: { secret: bytes, totpSeed: bytes.orNull, oldSecret: bytes.orNull, oldSecretUntil: instant.orNull },
});

interface MerchantRow {
  readonly id: number;
  readonly name: string;
  readonly hasSecondFactor: boolean;
}

export async function lockMerchant(tx: SettingsTransaction, id: number): Promise<MerchantRow | null> {
  return await merchants.lock(tx, { id });
}

export async function insertMerchant(
  tx: SettingsTransaction,
  { id, name, secret }: { readonly id: number; readonly name: string; readonly secret: string },
): Promise<void> {
  await merchants.insert(tx, { id, name, secret: tx.secrets.seal(secret, merchantSecretContext(id)) });
}

/** The secret there was becomes the old one, valid until then. */
export async function replaceSecret(
  { client, secrets }: SettingsTransaction,
  { id, secret, oldUntilMs }: { readonly id: number; readonly secret: string; readonly oldUntilMs: number },
): Promise<void> {
  await client.query('update merchants set old_secret = secret, old_secret_until = $2, secret = $3 where id = $1', [
    id,
    new Date(oldUntilMs),
    secrets.seal(secret, merchantSecretContext(id)),
  ]);
}

export async function updateMerchantSeed(tx: SettingsTransaction, id: number, seed: string): Promise<void> {
  await merchants.patch(tx, { id }, { totpSeed: tx.secrets.seal(seed, merchantSeedContext(id)) });
}

/** An operator has changed what the merchant is believed by: its withdrawals wait, and those who listen are told. */
export async function updateAccessChanged(
  tx: SettingsTransaction,
  id: number,
  { what, at }: { readonly what: AccessChange; readonly at: number },
): Promise<void> {
  await merchants.patch(tx, { id }, { accessChangedAt: at });
  await tx.client.query(
    `insert into endpoint_outbox (endpoint_id, kind, fact, facts, created_at)
     select e.id, 'access', 'access ' || gen_random_uuid(), jsonb_build_object('what', $2::text), $3
     from store_endpoints e join stores s on s.id = e.store_id
     where s.merchant_id = $1 and e.removed_at is null and 'access' = any(e.kinds)`,
    [id, what, new Date(at)],
  );
}

interface MerchantsFactor {
  readonly state: SecondFactorState;
  readonly seed: string | null;
}

const factorRow = select('f', { state: factorState, totpSeed: bytes.orNull.from('m.totp_seed') });

/** Withdrawals lock the same row: a code is spent once, wherever it was given. */
export async function lockSecondFactor(
  { client, secrets }: SettingsTransaction,
  merchantId: number,
): Promise<MerchantsFactor | null> {
  const text = (list: string) => `select ${list} from second_factors f join merchants m on m.id = f.merchant_id
    where f.merchant_id = $1 for no key update of f`;
  const [row] = await selectRows(client, factorRow, text, [merchantId]);
  if (row === undefined) return null;
  const { state, totpSeed } = row;
  return { state, seed: totpSeed === null ? null : secrets.open(totpSeed, merchantSeedContext(merchantId)) };
}

const secondFactors = defineRecord({ table: 'second_factors', columns: { merchantId: int4, state: factorState } });

export async function updateSecondFactor(
  tx: SettingsTransaction,
  merchantId: number,
  state: SecondFactorState,
): Promise<void> {
  await secondFactors.patch(tx, { merchantId }, { state });
}
