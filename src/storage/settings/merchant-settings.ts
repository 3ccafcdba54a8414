import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { PageSettings } from '../../domain/page-settings.ts';
import { verifySecondFactor } from '../../domain/second-factor.ts';
import type { StoreValues } from '../../domain/store-settings.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import { secretContext } from '../reads/catalogue-read.ts';
import type { SecretBox } from '../secret-box.ts';
import { inTransaction } from '../transaction.ts';
import { type ByWhom, entry } from './access.ts';
import { writeAudit } from './write-audit.ts';

export interface NewStore {
  readonly merchantId: number;
  readonly name: string;
  readonly currency: string;
  readonly settlementCurrency: string;
  readonly network: 'TRC20' | 'ERC20';
  /** The ID of its account, as merchants see it. */
  readonly accountId: string;
  readonly values: StoreValues;
}

/** Merchants, stores, their keys and secrets. Each change is in the audit log, in the same transaction; no secret is. */
export class MerchantSettings {
  readonly #pool: pg.Pool;
  readonly #secrets: SecretBox;

  constructor(pool: pg.Pool, secrets: SecretBox) {
    this.#pool = pool;
    this.#secrets = secrets;
  }

  /** The secret is in this answer and nowhere else. */
  async createMerchant(name: string, by: ByWhom): Promise<{ id: number; secret: string }> {
    const secret = newSecret();
    return await inTransaction(this.#pool, async (client) => {
      // The secret is sealed for this one merchant, so the ID comes first.
      const { rows } = await client.query(`select nextval(pg_get_serial_sequence('merchants', 'id'))::int4 as id`);
      const { id } = rows[0];
      await client.query('insert into merchants (id, name, secret) values ($1, $2, $3)', [
        id,
        name,
        this.#secrets.seal(secret, secretContext(id, 'secret')),
      ]);
      await writeAudit(client, [entry(by, 'create_merchant', 'merchant', id, { name })]);
      return { id, secret };
    });
  }

  async renameMerchant(id: number, name: string, by: ByWhom): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query('update merchants set name = $2 where id = $1', [id, name]);
      if (rowCount === 0) throw new AppError('not_found');
      await writeAudit(client, [entry(by, 'change_merchant', 'merchant', id, { name })]);
    });
  }

  /** The old secret stays valid until the given time, so that the merchant's programs can change over one by one. */
  async rotateSecret(id: number, oldUntilMs: number, by: ByWhom): Promise<string> {
    const secret = newSecret();
    await inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query(
        'update merchants set old_secret = secret, old_secret_until = $2, secret = $3 where id = $1',
        [id, new Date(oldUntilMs), this.#secrets.seal(secret, secretContext(id, 'secret'))],
      );
      if (rowCount === 0) throw new AppError('not_found');
      const details = { oldUntil: new Date(oldUntilMs).toISOString() };
      await writeAudit(client, [entry(by, 'rotate_secret', 'merchant', id, details)]);
    });
    return secret;
  }

  /** The second factor of withdrawals. What was counted with the old one no longer counts. */
  async setSecondFactor(
    id: number,
    factor: { readonly seed: string; readonly step: number; readonly mayReplace: boolean },
    by: ByWhom,
  ): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query(
        'select totp_seed is not null as has_seed from merchants where id = $1 for no key update',
        [id],
      );
      if (rows[0] === undefined) throw new AppError('not_found');
      if (rows[0].has_seed && !factor.mayReplace) throw new AppError('second_factor_present');
      const sealed = this.#secrets.seal(factor.seed, secretContext(id, 'totp_seed'));
      await client.query('update merchants set totp_seed = $2 where id = $1', [id, sealed]);
      await client.query(
        'update second_factors set last_used_step = $2, failures = 0, locked_until = null where merchant_id = $1',
        [id, factor.step],
      );
      await writeAudit(client, [entry(by, 'set_second_factor', 'merchant', id)]);
    });
  }

  /** A right code is spent, a wrong one counted, whatever becomes of the act it was given for. */
  async spendCode(
    id: number,
    { code, seed }: { readonly code: string; readonly seed: string },
    nowMs: number,
  ): Promise<void> {
    const { outcome, state } = await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query(
        'select last_used_step, failures, locked_until from second_factors where merchant_id = $1 for no key update',
        [id],
      );
      const { last_used_step, failures, locked_until } = rows[0];
      const lastUsedStep = last_used_step === null ? null : Number(last_used_step);
      const judged = verifySecondFactor({ lastUsedStep, failures, lockedUntilMs: locked_until }, code, seed, nowMs);
      await client.query(
        `update second_factors set last_used_step = $2, failures = $3, locked_until = to_timestamp($4::float8 / 1000)
         where merchant_id = $1`,
        [id, judged.state.lastUsedStep, judged.state.failures, judged.state.lockedUntilMs],
      );
      return judged;
    });
    if (outcome === 'wrong') throw new AppError('two_factor_wrong', { field: 'code' });
    if (outcome === 'locked') {
      throw new AppError('two_factor_locked', { field: 'code', until: formatTimestamp(state.lockedUntilMs ?? nowMs) });
    }
  }

  async createStore(store: NewStore, by: ByWhom): Promise<number> {
    return await inTransaction(this.#pool, async (client) => {
      const { rows: owners } = await client.query('select 1 from merchants where id = $1', [store.merchantId]);
      if (owners[0] === undefined) throw new AppError('not_found', { field: 'merchantId' });
      const { rows } = await client.query(
        `insert into stores (merchant_id, name, currency, settlement_currency, in_fee_bps, out_fee_bps)
         values ($1, $2, $3, $4, 0, 0) returning id`,
        [store.merchantId, store.name, store.currency, store.settlementCurrency],
      );
      const { id } = rows[0];
      await createStoreAccounts(client, id, store);
      await updateStore(client, id, store.values);
      const details = { name: store.name, merchantId: store.merchantId, ...plainDetails(store.values) };
      await writeAudit(client, [entry(by, 'create_store', 'store', id, details)]);
      return id;
    });
  }

  async changeStore(id: number, values: StoreValues, by: ByWhom): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      await lockStore(client, id);
      await updateStore(client, id, values);
      await writeAudit(client, [entry(by, 'change_store', 'store', id, plainDetails(values))]);
    });
  }

  async createApiKey(storeId: number, by: ByWhom): Promise<string> {
    const key = `qk_${randomBytes(18).toString('base64url')}`;
    await inTransaction(this.#pool, async (client) => {
      await lockStore(client, storeId);
      await client.query('insert into api_keys (key, store_id, created_at) values ($1, $2, $3)', [
        key,
        storeId,
        new Date(by.at),
      ]);
      await writeAudit(client, [entry(by, 'create_api_key', 'store', storeId, { key: shortKey(key) })]);
    });
    return key;
  }

  /** Revoking twice is revoking once. */
  async revokeApiKey(storeId: number, key: string, by: ByWhom): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query(
        'select revoked_at from api_keys where key = $1 and store_id = $2 for no key update',
        [key, storeId],
      );
      if (rows[0] === undefined) throw new AppError('not_found');
      if (rows[0].revoked_at !== null) return;
      await client.query('update api_keys set revoked_at = $2 where key = $1', [key, new Date(by.at)]);
      await writeAudit(client, [entry(by, 'revoke_api_key', 'store', storeId, { key: shortKey(key) })]);
    });
  }
}

async function lockStore(client: pg.PoolClient, id: number): Promise<void> {
  const { rows } = await client.query('select 1 from stores where id = $1 for no key update', [id]);
  if (rows[0] === undefined) throw new AppError('not_found');
}

/** What a store needs in the ledger: its own two accounts, and the service's for a currency that is new to it. */
async function createStoreAccounts(client: pg.PoolClient, storeId: number, store: NewStore): Promise<void> {
  const currency = store.settlementCurrency;
  await createServiceAccounts(client, currency);
  const { rows } = await client.query(
    `insert into accounts (kind, owner_id, currency)
     values ('store_available', $1, $2), ('store_frozen', $1, $2) returning id, kind`,
    [storeId, currency],
  );
  const idOf = (kind: string) => rows.find((row) => row.kind === kind).id;
  await client.query(
    `insert into store_accounts (id, store_id, currency, network, available_id, frozen_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [store.accountId, storeId, currency, store.network, idOf('store_available'), idOf('store_frozen')],
  );
}

export async function createServiceAccounts(client: pg.PoolClient, currency: string): Promise<void> {
  await client.query(
    `insert into accounts (kind, currency) values ('external', $1), ('fees', $1) on conflict do nothing`,
    [currency],
  );
}

async function updateStore(client: pg.PoolClient, id: number, values: StoreValues): Promise<void> {
  await client.query(
    `update stores set name = coalesce($2, name),
       in_enabled = coalesce($3, in_enabled), out_enabled = coalesce($4, out_enabled),
       in_fee_bps = coalesce($5, in_fee_bps), in_fee_fixed = coalesce($6, in_fee_fixed),
       out_fee_bps = coalesce($7, out_fee_bps), out_fee_fixed = coalesce($8, out_fee_fixed),
       in_spread_bps = coalesce($9, in_spread_bps), out_spread_bps = coalesce($10, out_spread_bps),
       invoice_lifetime_ms = coalesce($11, invoice_lifetime_ms),
       payout_lifetime_ms = coalesce($12, payout_lifetime_ms),
       deal_lifetime_ms = coalesce($13, deal_lifetime_ms),
       two_approvals_above = coalesce($14, two_approvals_above),
       payout_hold_ms = coalesce($15, payout_hold_ms)
     where id = $1`,
    [
      id,
      values.name,
      values.inEnabled,
      values.outEnabled,
      values.inFeeBps,
      values.inFeeFixed,
      values.outFeeBps,
      values.outFeeFixed,
      values.inSpreadBps,
      values.outSpreadBps,
      values.invoiceLifetimeMs,
      values.payoutLifetimeMs,
      values.dealLifetimeMs,
      values.twoApprovalsAbove,
      values.payoutHoldMs,
    ],
  );
  if (values.withdrawalFee !== undefined) {
    await client.query('update store_accounts set withdrawal_fee = $2 where store_id = $1', [id, values.withdrawalFee]);
  }
  if (values.page !== undefined) await replacePage(client, id, values.page);
  if (values.limits !== undefined) await replaceLimits(client, id, values.limits);
}

async function replacePage(client: pg.PoolClient, id: number, page: PageSettings): Promise<void> {
  await client.query(
    `update stores set page_name = $2, page_colour = $3, page_dark_colour = $4, page_language = $5,
       page_frame_origins = $6
     where id = $1`,
    [id, page.name, page.colour, page.darkColour, page.language, page.frameOrigins],
  );
}

async function replaceLimits(
  client: pg.PoolClient,
  storeId: number,
  limits: NonNullable<StoreValues['limits']>,
): Promise<void> {
  await client.query('delete from store_limits where store_id = $1', [storeId]);
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

/** What changed, as the audit log keeps it: minor units as text. */
function plainDetails({ limits, page, ...values }: StoreValues): Record<string, string | number | boolean> {
  const details: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) details[name] = typeof value === 'bigint' ? value.toString() : value;
  }
  if (limits !== undefined) {
    details['limits'] = limits.map(({ currency, type, min, max }) => `${currency} ${type} ${min}-${max}`).join(', ');
  }
  if (page !== undefined) details['page'] = JSON.stringify(page);
  return details;
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Enough to know a key by, not enough to use it. */
function shortKey(key: string): string {
  return `${key.slice(0, 8)}…`;
}
