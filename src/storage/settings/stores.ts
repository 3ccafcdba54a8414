import type { Store } from '../../domain/catalogue.ts';
import type { PaymentPolicy } from '../../domain/mispayment.ts';
import type { PageSettings } from '../../domain/page-settings.ts';
import type { LimitValues, StoreDemands, StoreTerms, StoreValues } from '../../domain/store-settings.ts';
import type { Network } from '../../domain/withdrawal-address.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

interface StoreRow extends Pick<Store, 'id' | 'merchantId' | 'settlementCurrency'> {
  readonly networks: readonly Network[];
  readonly terms: StoreTerms;
  readonly demands: StoreDemands;
  readonly policy: PaymentPolicy;
}

export async function lockStore({ client }: SettingsTransaction, id: number): Promise<StoreRow | null> {
  const { rows } = await client.query(
    `select id, merchant_id, settlement_currency, in_fee_bps, in_fee_fixed, out_fee_bps, out_fee_fixed, in_spread_bps,
       out_spread_bps, two_approvals_above, short_units, short_bps, rest_by, nudge_minor, payouts_need_id, needs_sha256,
       needs_timestamp, repeat_window_ms, payout_hold_ms, payout_proof_ms, confirm_deadline_ms, rate_bound_bps, excess,
       (select max(withdrawal_fee) from store_accounts where store_id = s.id) as withdrawal_fee,
       array(select network from store_accounts where store_id = s.id order by currency) as networks
     from stores s where id = $1 for no key update`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { merchant_id: merchantId, settlement_currency: settlementCurrency, networks } = row;
  const terms = {
    inFeeBps: row.in_fee_bps,
    inFeeFixed: row.in_fee_fixed,
    outFeeBps: row.out_fee_bps,
    outFeeFixed: row.out_fee_fixed,
    inSpreadBps: row.in_spread_bps,
    outSpreadBps: row.out_spread_bps,
    withdrawalFee: row.withdrawal_fee ?? 0n,
    twoApprovalsAbove: row.two_approvals_above,
  };
  const demands = {
    payoutsNeedInternalId: row.payouts_need_id,
    needsSha256: row.needs_sha256,
    needsTimestamp: row.needs_timestamp,
    repeatWindowMs: row.repeat_window_ms,
    payoutHoldMs: row.payout_hold_ms,
    payoutProofMs: row.payout_proof_ms,
    confirmDeadlineMs: row.confirm_deadline_ms,
    rateBoundBps: row.rate_bound_bps,
  };
  const policy = {
    shortUnits: row.short_units,
    shortBps: row.short_bps,
    restBy: row.rest_by,
    nudgeMinor: row.nudge_minor,
    excess: row.excess,
  };
  return { id, merchantId, settlementCurrency, networks, terms, demands, policy };
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

/** A value that is undefined stays as it is. */
export async function updateStore({ client }: SettingsTransaction, id: number, values: StoreValues): Promise<void> {
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
       options_off = coalesce($15, options_off),
       payout_hold_ms = coalesce($16, payout_hold_ms),
       repeat_window_ms = coalesce($17, repeat_window_ms),
       payouts_need_id = coalesce($18, payouts_need_id),
       needs_sha256 = coalesce($19, needs_sha256), needs_timestamp = coalesce($20, needs_timestamp),
       confirm_deadline_ms = coalesce($21, confirm_deadline_ms), rate_bound_bps = coalesce($22, rate_bound_bps),
       payout_proof_ms = coalesce($23, payout_proof_ms)
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
      values.optionsOff,
      values.payoutHoldMs,
      values.repeatWindowMs,
      values.payoutsNeedInternalId,
      values.needsSha256,
      values.needsTimestamp,
      values.confirmDeadlineMs,
      values.rateBoundBps,
      values.payoutProofMs,
    ],
  );
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
