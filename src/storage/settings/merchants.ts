import type { AccessChange } from '../../domain/endpoint-event.ts';
import type { SecondFactorState } from '../../domain/second-factor.ts';
import { merchantSecretContext, merchantSeedContext } from '../sealed-columns.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

interface MerchantRow {
  readonly id: number;
  readonly name: string;
  readonly hasSecondFactor: boolean;
}

export async function lockMerchant({ client }: SettingsTransaction, id: number): Promise<MerchantRow | null> {
  const { rows } = await client.query(
    'select id, name, totp_seed is not null as has_seed from merchants where id = $1 for no key update',
    [id],
  );
  const [row] = rows;
  return row === undefined ? null : { id: row.id, name: row.name, hasSecondFactor: row.has_seed };
}

export async function insertMerchant(
  { client, secrets }: SettingsTransaction,
  { id, name, secret }: { readonly id: number; readonly name: string; readonly secret: string },
): Promise<void> {
  await client.query('insert into merchants (id, name, secret) values ($1, $2, $3)', [
    id,
    name,
    secrets.seal(secret, merchantSecretContext(id)),
  ]);
}

export async function updateMerchantName({ client }: SettingsTransaction, id: number, name: string): Promise<void> {
  await client.query('update merchants set name = $2 where id = $1', [id, name]);
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

export async function updateMerchantSeed(
  { client, secrets }: SettingsTransaction,
  id: number,
  seed: string,
): Promise<void> {
  await client.query('update merchants set totp_seed = $2 where id = $1', [
    id,
    secrets.seal(seed, merchantSeedContext(id)),
  ]);
}

/** An operator has changed what the merchant is believed by: its withdrawals wait, and those who listen are told. */
export async function updateAccessChanged(
  { client }: SettingsTransaction,
  id: number,
  { what, at }: { readonly what: AccessChange; readonly at: number },
): Promise<void> {
  await client.query('update merchants set access_changed_at = $2 where id = $1', [id, new Date(at)]);
  await client.query(
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

/** Withdrawals lock the same row: a code is spent once, wherever it was given. */
export async function lockSecondFactor(
  { client, secrets }: SettingsTransaction,
  merchantId: number,
): Promise<MerchantsFactor | null> {
  const { rows } = await client.query(
    `select f.last_used_step, f.failures, f.locked_until, m.totp_seed
     from second_factors f join merchants m on m.id = f.merchant_id where f.merchant_id = $1 for no key update of f`,
    [merchantId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    state: {
      lastUsedStep: row.last_used_step === null ? null : Number(row.last_used_step),
      failures: row.failures,
      lockedUntilMs: row.locked_until,
    },
    seed: row.totp_seed === null ? null : secrets.open(row.totp_seed, merchantSeedContext(merchantId)),
  };
}

export async function updateSecondFactor(
  { client }: SettingsTransaction,
  merchantId: number,
  { lastUsedStep, failures, lockedUntilMs }: SecondFactorState,
): Promise<void> {
  await client.query(
    `update second_factors set last_used_step = $2, failures = $3, locked_until = to_timestamp($4::float8 / 1000)
     where merchant_id = $1`,
    [merchantId, lastUsedStep, failures, lockedUntilMs],
  );
}
